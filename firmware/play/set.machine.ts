// Set machine: a strike is scored immediately, the ball rolls, its verdict is shown briefly, then the next putt is due.
// An early strike counts as the next putt; if several players take turns, it only counts once the ball is at rest
// (C66). Keeps running on any page.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { AnySetState, SetId } from '../experiences/registry.ts';
import type { SeatResult } from '../experiences/set-rules.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { NewPutt } from '../persisted/putts.ts';
import { shotOfPutt } from '../forwarding/offers.ts';
import type { ForwardedShot } from '../forwarding/shot.ts';
import { MACHINE_OPTIONS, slotsOf, typeOnly, type KeyEvent, type ReportsTo } from '../machine.ts';
import { IDEAL_MS, VERDICT_MS, STILL_ROLLS } from './look.ts';
import { keptPutt } from './kept-putt.ts';
import type { BeatEvent, MetronomeInput } from './metronome.ts';
import {
  beatMs,
  endsWhenLeft,
  hasResult,
  idealOf,
  isOver,
  mayTurnAnytime,
  mayTurn,
  newSet,
  remarkOf,
  resultsOf,
  settleMs,
  soundOf,
  takesTurns,
  withStrike,
  withTurn,
  type SetContext,
  type SetInput,
} from './set.ts';

type SetEvent =
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | KeyEvent
  | BeatEvent
  | { readonly type: 'play.persisted'; readonly persisted: Persisted }
  /** The player leaves the page; this ends only sets without an end of their own. */
  | { readonly type: 'set.leave' };

/** Events sent to the play machine. */
export type SetReport =
  | { readonly type: 'set.putt'; readonly state: AnySetState; readonly seat: number; readonly kept: NewPutt | null }
  /** The ball is at rest and the verdict is shown. */
  | { readonly type: 'set.verdict'; readonly sound: Sound | null }
  | { readonly type: 'device.note'; readonly text: string; readonly holds?: 'play' }
  | {
      readonly type: 'set.finished';
      readonly game: SetId;
      readonly results: readonly SeatResult[];
      readonly unix_s: number;
    }
  /** The metronome beats. */
  | { readonly type: 'set.beat' }
  | { readonly type: 'set.left' }
  | { readonly type: 'forwarder.shot'; readonly shot: ForwardedShot };

interface Reports {
  readonly parent: ReportsTo<SetReport>;
}

const scoreIt = {
  type: 'score',
  params: ({ event }: { event: Extract<SetEvent, { type: 'sensor.strike' }> }) => ({ strike: event.strike }),
} as const;

const slots = slotsOf('set');

export const setMachine = setup({
  types: typeOnly<{ input: SetInput & Reports; context: SetContext & Reports; events: SetEvent }>(),
  actors: { metronome: slots.callback<BeatEvent, MetronomeInput>('metronome') },
  actions: {
    score: assign(({ context }, { strike }: { strike: Strike }) => withStrike(context, strike)),
    takePersisted: assign((_, { persisted }: { persisted: Persisted }) => ({ persisted })),
    tellPutt: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'set.putt' as const,
        state: context.state,
        seat: context.before.turn,
        kept: keptPutt(context),
      }),
    ),
    tellVerdict: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'set.verdict' as const,
        sound: context.putt ? soundOf(context.putt, remarkOf(context), context.path) : null,
      }),
    ),
    sayItRolls: sendTo(({ context }) => context.parent, { type: 'device.note', text: STILL_ROLLS, holds: 'play' }),
    /** Offers the shot for forwarding if the experience forwards shots; does not wait for it. */
    offerShot: enqueueActions(({ context: { state, putt, persisted, parent }, enqueue }) => {
      const shot = putt && shotOfPutt(state.game, putt, persisted);
      if (shot) enqueue.sendTo(parent, { type: 'forwarder.shot', shot });
    }),
    tellFinished: sendTo(
      ({ context }) => context.parent,
      ({ context: { state, unix_s } }) => ({
        type: 'set.finished' as const,
        game: state.game,
        results: resultsOf(state),
        unix_s,
      }),
    ),
    tellBeat: sendTo(({ context }) => context.parent, { type: 'set.beat' }),
    tellLeft: sendTo(({ context }) => context.parent, { type: 'set.left' }),
    turnLeft: assign(({ context }) => withTurn(context, -1)),
    turnRight: assign(({ context }) => withTurn(context, 1)),
  },
  guards: {
    'players take turns': ({ context }) => takesTurns(context),
    'arrows work anytime': ({ context }) => mayTurnAnytime(context),
    'arrows have effect': ({ context }) => mayTurn(context),
    'set finished': ({ context }) => isOver(context),
    'has result': ({ context }) => hasResult(context),
    'ends when left': ({ context }) => endsWhenLeft(context),
  },
  delays: {
    settle: ({ context }) => settleMs(context),
    look: ({ context }) => (idealOf(context) ? IDEAL_MS : VERDICT_MS),
  },
}).createMachine({
  id: 'set',
  options: MACHINE_OPTIONS,
  context: ({ input: { parent, ...input } }) => ({ ...newSet(input), parent }),
  initial: 'awaiting',
  on: {
    'play.persisted': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'set.leave': [
      { guard: 'has result', target: '.finished' },
      { guard: 'ends when left', target: '.left' },
    ],
  },
  states: {
    awaiting: {
      invoke: { src: 'metronome', input: ({ context }) => ({ beat_ms: beatMs(context) }) },
      on: {
        'metronome.beat': { actions: 'tellBeat' },
        'sensor.strike': { target: 'rolling', actions: [scoreIt, 'tellPutt', 'offerShot'] },
        'key.left': { guard: 'arrows have effect', actions: 'turnLeft' },
        'key.right': { guard: 'arrows have effect', actions: 'turnRight' },
      },
    },
    rolling: {
      tags: 'rolling',
      on: {
        'sensor.strike': [
          { guard: 'set finished' },
          { guard: 'players take turns', actions: 'sayItRolls' },
          { target: 'rolling', reenter: true, actions: [scoreIt, 'tellPutt', 'offerShot'] },
        ],
        'key.ok': { target: 'deciding' },
        'key.left': { guard: 'arrows work anytime', target: 'awaiting', actions: 'turnLeft' },
        'key.right': { guard: 'arrows work anytime', target: 'awaiting', actions: 'turnRight' },
      },
      after: { settle: { target: 'resting' } },
    },
    /** Shows the verdict briefly. */
    resting: {
      tags: ['rolling', 'resting'],
      entry: 'tellVerdict',
      on: {
        'sensor.strike': [
          { guard: 'set finished' },
          { target: 'rolling', actions: [scoreIt, 'tellPutt', 'offerShot'] },
        ],
        'key.ok': { target: 'deciding' },
        'key.left': { guard: 'arrows work anytime', target: 'awaiting', actions: 'turnLeft' },
        'key.right': { guard: 'arrows work anytime', target: 'awaiting', actions: 'turnRight' },
      },
      after: { look: { target: 'deciding' } },
    },
    deciding: {
      always: [{ guard: 'set finished', target: 'finished' }, { target: 'awaiting' }],
    },
    finished: { entry: 'tellFinished' },
    left: { entry: 'tellLeft' },
  },
});
