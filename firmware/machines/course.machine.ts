// A round that this device scores, alone or as the host: a strike here or a guest's putt rolls, its verdict follows when the ball
// rests, and then the next is on turn. Every change of the round goes to the device, which keeps and publishes it.

import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import { shotOfRound } from '../forwarding/offers.ts';
import { withPlay } from '../experiences/course/round.ts';
import {
  LOOK_MS,
  counts,
  isOurTurn,
  puttOfStrike,
  settleMs,
  withPutted,
  withRevealed,
  withSession,
  type CourseContext,
  type CourseInput,
} from './course.ts';

export type CourseEvent =
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'course.putt'; readonly item: InputItem; readonly at_ms: number }
  | { readonly type: 'course.roster'; readonly roster: NonNullable<CourseInput['roster']> }
  | { readonly type: 'key.ok' | 'key.left' | 'key.right' }
  | { readonly type: 'course.stop' };

type On<T extends CourseEvent['type']> = Extract<CourseEvent, { type: T }>;

const strikeOf = ({ event }: { event: On<'sensor.strike'> }) => event;
const itemOf = ({ event }: { event: On<'course.putt'> }) => event;
const strikeIt = [{ type: 'offerShot', params: strikeOf }, { type: 'strike', params: strikeOf }, 'tell'] as const;
const takeRoster = { type: 'takeRoster', params: ({ event }: { event: On<'course.roster'> }) => event } as const;

export const courseMachine = setup({
  types: { input: {} as CourseInput, context: {} as CourseContext, events: {} as CourseEvent },
  actions: {
    takeRoster: assign((_, { roster }: On<'course.roster'>) => ({ roster })),
    seat: assign(({ context }) => withSession(context)),
    begin: assign(({ context }) => ({ state: withPlay(context.state), sound: null })),
    strike: assign(({ context }, { strike }: On<'sensor.strike'>) =>
      withPutted(context, puttOfStrike(strike, context.state.round, context.facts), strike.at_ms),
    ),
    /** At the target that it is struck at, so before it is scored. */
    offerShot: enqueueActions(({ context: { state, facts }, enqueue }, { strike }: On<'sensor.strike'>) => {
      const shot = shotOfRound(state.game, strike, state.round, facts);
      if (shot) enqueue.sendParent({ type: 'forwarder.shot', shot });
    }),
    putt: assign(({ context }, { item, at_ms }: On<'course.putt'>) =>
      item.putt ? withPutted(context, item.putt, at_ms) : context,
    ),
    reveal: assign(({ context }) => withRevealed(context)),
    turnCard: assign(({ context }) => ({ card: !context.card })),
    tell: sendParent(({ context: { state, sound } }) => ({ type: 'course.changed', state, sound })),
    tellLeft: sendParent({ type: 'course.left' }),
    refuse: sendParent(({ context: { state } }) => ({
      type: 'course.refused',
      text: `${state.round.ro[state.round.turn]?.n ?? 'Somebody else'} is to putt: this strike does not count.`,
    })),
    refuseInLobby: sendParent({ type: 'course.refused', text: 'The round has not begun: OK starts it.' }),
  },
  guards: {
    'the turn is ours': ({ context }) => isOurTurn(context.state.round, ''),
    'the putt counts': ({ context }, { item }: On<'course.putt'>) => counts(context, item),
    'it is the lobby': ({ context }) => context.state.round.ph === 'lobby' && context.hosted,
    'nobody else plays': ({ context }) => context.state.round.ph === 'lobby',
    'a verdict is due': ({ context }) => !context.state.revealed,
    'it is over': ({ context }) => context.state.round.ph === 'done',
    'the roster changes seats': ({ context }) => withSession(context).state !== context.state,
  },
  delays: { settle: ({ context }) => settleMs(context), look: LOOK_MS },
}).createMachine({
  id: 'course',
  options: { maxIterations: 100 },
  context: ({ input }) => ({ ...input, roll: null, card: false, sound: null }),
  initial: 'opening',
  on: {
    'course.roster': { actions: takeRoster },
    'key.left': { actions: 'turnCard' },
    'key.right': { actions: 'turnCard' },
    'course.stop': '.left',
  },
  states: {
    opening: {
      entry: ['seat', 'tell'],
      always: [
        { guard: 'it is the lobby', target: 'lobby' },
        { guard: 'nobody else plays', target: 'awaiting', actions: ['begin', 'tell'] },
        { guard: 'a verdict is due', target: 'awaiting', actions: ['reveal', 'tell'] },
        { target: 'awaiting' },
      ],
    },
    lobby: {
      always: { guard: 'the roster changes seats', actions: ['seat', 'tell'] },
      on: {
        'key.ok': { target: 'awaiting', actions: ['begin', 'tell'] },
        'sensor.strike': { actions: 'refuseInLobby' },
      },
    },
    awaiting: {
      always: [
        { guard: 'it is over', target: 'finished' },
        { guard: 'the roster changes seats', actions: ['seat', 'tell'] },
      ],
      on: {
        'sensor.strike': [{ guard: 'the turn is ours', target: 'rolling', actions: strikeIt }, { actions: 'refuse' }],
        'course.putt': {
          guard: { type: 'the putt counts', params: itemOf },
          target: 'rolling',
          actions: [{ type: 'putt', params: itemOf }, 'tell'],
        },
      },
    },
    rolling: {
      tags: 'rolling',
      on: {
        'sensor.strike': [
          {
            guard: 'the turn is ours',
            target: 'rolling',
            reenter: true,
            actions: ['reveal', 'tell', ...strikeIt],
          },
          { actions: 'refuse' },
        ],
        'key.ok': 'resting',
      },
      after: { settle: 'resting' },
    },
    resting: {
      tags: 'rolling',
      entry: ['reveal', 'tell'],
      always: { guard: 'it is over', target: 'looking' },
      on: {
        'sensor.strike': [{ guard: 'the turn is ours', target: 'rolling', actions: strikeIt }, { actions: 'refuse' }],
        'course.putt': {
          guard: { type: 'the putt counts', params: itemOf },
          target: 'rolling',
          actions: [{ type: 'putt', params: itemOf }, 'tell'],
        },
        'key.ok': 'awaiting',
      },
      after: { look: 'awaiting' },
    },
    looking: { tags: 'rolling', on: { 'key.ok': 'awaiting' }, after: { look: 'awaiting' } },
    finished: { on: { 'key.ok': 'left' } },
    left: { entry: 'tellLeft' },
  },
});
