// Putting port of a connector (`simport`): posts each putt once, one at a time. The response to a putt is all that a
// connector sends back.

import { assign, sendTo, setup } from 'xstate';
import { MACHINE_OPTIONS, slotsOf, typeOnly } from '../machine.ts';
import type { HttpAnswer } from '../../hal/http/http.ts';
import type { LinkInput } from './link.machine.ts';
import { NO_LINK, type ShotStatus, type LinkView } from './link.ts';
import { statusOfAnswer, puttingText } from './putting-port.ts';
import type { SimShot } from './shots.ts';
import { assertDefined } from '../../wire/errors.ts';

export type PostEvent =
  | { readonly type: 'post.answered'; readonly answer: HttpAnswer; readonly at_ms: number }
  /** `reason`: one sentence. `lost`: never sent; `unanswered`: may have arrived. */
  | { readonly type: 'post.failed'; readonly reason: string; readonly status: 'lost' | 'unanswered' };

export interface PostInput {
  readonly url: string;
  readonly text: string;
}

type ConnectorEvent =
  | PostEvent
  /** The player opens the page: reports the current status. */
  | { readonly type: 'connector.open' }
  | { readonly type: 'connector.shot'; readonly url: string; readonly shot: SimShot };

interface Posting {
  readonly url: string;
  readonly shot: SimShot;
}

interface ConnectorContext {
  readonly view: LinkView;
  /** The first one is being sent. */
  readonly posts: readonly Posting[];
}

type On<T extends ConnectorEvent['type']> = Extract<ConnectorEvent, { type: T }>;

const READY: LinkView = { ...NO_LINK, state: 'connected' };
const START_IT = "Start the launch monitor's connector, or change the address.";

const add = [{ type: 'add', params: ({ event }: { event: On<'connector.shot'> }) => event }, 'tell'] as const;

/** Records the result of the putt being sent. */
function withStatus(
  { view, posts }: ConnectorContext,
  status: ShotStatus,
  word: string,
  problem: string,
): ConnectorContext {
  const { shot } = assertDefined(posts[0], 'putt');
  return { posts: posts.slice(1), view: { ...view, last: { shot, status, word }, problem } };
}

export const connectorMachine = setup({
  types: typeOnly<{ input: LinkInput; context: ConnectorContext & LinkInput; events: ConnectorEvent }>(),
  actors: {
    post: slotsOf('connector').callback<PostEvent, PostInput>('post'),
  },
  actions: {
    add: assign(({ context: { posts, view } }, { url, shot }: On<'connector.shot'>) => ({
      posts: [...posts, { url, shot }],
      view: { ...view, last: { shot, status: 'sent' as const, word: '' } },
    })),
    noteAnswer: assign(({ context }, { answer, at_ms }: On<'post.answered'>) => {
      const { status, word } = statusOfAnswer(answer);
      const noted = withStatus(context, status, word, '');
      return { ...noted, view: { ...noted.view, received_ms: at_ms } };
    }),
    noteFailure: assign(({ context }, { reason, status }: On<'post.failed'>) =>
      withStatus(context, status, reason, `${reason} ${START_IT}`),
    ),
    tell: sendTo(
      ({ context }) => context.parent,
      ({ context: { view } }) => ({ type: 'simulator.told' as const, of: 'simport' as const, link: view }),
    ),
  },
  guards: { 'putt queued': ({ context }) => context.posts.length > 0 },
}).createMachine({
  id: 'connector',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...input, view: READY, posts: [] }),
  initial: 'idle',
  on: { 'connector.open': { actions: 'tell' }, 'connector.shot': { actions: add } },
  states: {
    idle: { always: { guard: 'putt queued', target: 'posting' } },
    posting: {
      invoke: {
        src: 'post',
        id: 'post',
        input: ({ context }): PostInput => {
          const { url, shot } = assertDefined(context.posts[0], 'putt');
          return { url, text: puttingText(shot) };
        },
      },
      on: {
        'post.answered': {
          target: 'idle',
          actions: [{ type: 'noteAnswer', params: ({ event }) => event }, 'tell'],
        },
        'post.failed': { target: 'idle', actions: [{ type: 'noteFailure', params: ({ event }) => event }, 'tell'] },
      },
    },
  },
});
