// A set from its first putt to its last: a strike is scored at once, the ball rolls, the outcome stays a moment,
// and the next putt is due. A strike that comes early is the next putt; nothing is lost.

import { assign, enqueueActions, sendParent, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import { shotOfPutt } from '../forwarding/offers.ts';
import {
  hasResult,
  isOver,
  mayChooseTurn,
  mayTurn,
  newSet,
  remarkOf,
  resultsOf,
  settleMs,
  soundOf,
  withStrike,
  withTurn,
  type SetContext,
  type SetInput,
} from './set.ts';

export type SetEvent =
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'key.left' }
  | { readonly type: 'key.right' }
  | { readonly type: 'key.ok' }
  | { readonly type: 'experience.stop' };

const scoreIt = {
  type: 'score',
  params: ({ event }: { event: Extract<SetEvent, { type: 'sensor.strike' }> }) => ({ strike: event.strike }),
} as const;

export const setMachine = setup({
  types: {
    input: {} as SetInput,
    context: {} as SetContext,
    events: {} as SetEvent,
  },
  actions: {
    score: assign(({ context }, { strike }: { strike: Strike }) => withStrike(context, strike)),
    tellPutt: sendParent(({ context }) => ({
      type: 'experience.putt',
      state: context.state,
      seat: context.before.turn,
      sound: context.putt ? soundOf(context.putt, remarkOf(context), context.path) : 'strike',
    })),
    /** Forwarded where its experience says so; nothing here waits for it. */
    offerShot: enqueueActions(({ context: { state, putt, facts }, enqueue }) => {
      const shot = putt && shotOfPutt(state.game, putt, facts);
      if (shot) enqueue.sendParent({ type: 'forwarder.shot', shot });
    }),
    tellFinished: sendParent(({ context }) => ({
      type: 'experience.finished',
      game: context.state.game,
      results: resultsOf(context.state),
      unix_s: context.unix_s,
    })),
    tellLeft: sendParent({ type: 'experience.left' }),
    turnLeft: assign(({ context }) => withTurn(context, -1)),
    turnRight: assign(({ context }) => withTurn(context, 1)),
  },
  guards: {
    'who putts is free': ({ context }) => mayChooseTurn(context),
    'left and right mean something': ({ context }) => mayTurn(context),
    'the set is over': ({ context }) => isOver(context),
    'there is a result': ({ context }) => hasResult(context),
  },
  delays: {
    settle: ({ context }) => settleMs(context),
  },
}).createMachine({
  id: 'set',
  options: { maxIterations: 100 },
  context: ({ input }) => newSet(input),
  initial: 'awaiting',
  on: {
    'experience.stop': [{ guard: 'there is a result', target: '.finished' }, { target: '.left' }],
  },
  states: {
    awaiting: {
      on: {
        'sensor.strike': { target: 'rolling', actions: [scoreIt, 'tellPutt', 'offerShot'] },
        'key.left': { guard: 'left and right mean something', actions: 'turnLeft' },
        'key.right': { guard: 'left and right mean something', actions: 'turnRight' },
      },
    },
    rolling: {
      tags: 'rolling',
      on: {
        'sensor.strike': [
          { guard: 'the set is over' },
          { target: 'rolling', reenter: true, actions: [scoreIt, 'tellPutt', 'offerShot'] },
        ],
        'key.ok': { target: 'deciding' },
        'key.left': { guard: 'who putts is free', target: 'awaiting', actions: 'turnLeft' },
        'key.right': { guard: 'who putts is free', target: 'awaiting', actions: 'turnRight' },
      },
      after: { settle: { target: 'deciding' } },
    },
    deciding: {
      always: [{ guard: 'the set is over', target: 'finished' }, { target: 'awaiting' }],
    },
    finished: { entry: 'tellFinished' },
    left: { entry: 'tellLeft' },
  },
});
