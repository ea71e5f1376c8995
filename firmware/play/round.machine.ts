// Round machine: a round that this device scores, alone or as the host. A local strike or a guest's putt rolls, its
// verdict follows when the ball is at rest, then the next player is on turn. Reports every change of the round so that
// it is stored and published. Keeps running on any page.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import { shotOfRound } from '../forwarding/offers.ts';
import type { PersistedChange } from '../persisted/changes.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { keptCoursePutt, type KeepPutt } from './kept-putt.ts';
import type { ForwardedShot } from '../forwarding/shot.ts';
import { AIM_SHARE_MAX, movedAim } from '../experiences/aim.ts';
import { greenOnTurn, withEnd, withPlay } from '../experiences/course/round.ts';
import { MACHINE_OPTIONS, typeOnly, type KeyEvent, type ReportsTo } from '../machine.ts';
import { VERDICT_MS, STILL_ROLLS } from './look.ts';
import {
  puttCounts,
  isOurTurn,
  ourPlayer,
  roundView,
  settleMs,
  withOwnStrike,
  withRolledPutt,
  withRevealed,
  withSession,
  type RoundContext,
  type RoundInput,
} from './round.ts';
import { withSeatNames } from './seat-names.ts';

export type RoundEvent =
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'round.putt'; readonly item: InputItem; readonly at_ms: number }
  | { readonly type: 'round.roster'; readonly roster: NonNullable<RoundInput['roster']> }
  | { readonly type: 'play.persisted'; readonly persisted: Persisted }
  | KeyEvent
  /** The player leaves the page; this ends the round only if it is finished. */
  | { readonly type: 'round.leave' }
  /** The player ends the round early. */
  | { readonly type: 'round.end' };

/** Events sent to the play machine. */
export type RoundReport =
  | ({ readonly type: 'round.changed' } & Pick<RoundContext, 'state' | 'sound' | 'input_seq'>)
  | { readonly type: 'device.change'; readonly change: PersistedChange }
  | { readonly type: 'round.left' }
  | { readonly type: 'device.note'; readonly text: string; readonly holds?: 'play' }
  | { readonly type: 'forwarder.shot'; readonly shot: ForwardedShot }
  | KeepPutt;

interface Reports {
  readonly parent: ReportsTo<RoundReport>;
}

type On<T extends RoundEvent['type']> = Extract<RoundEvent, { type: T }>;

const strikeOf = ({ event }: { event: On<'sensor.strike'> }) => event;
const puttOf = ({ event }: { event: On<'round.putt'> }) => event;
const strikeIt = [
  { type: 'offerShot', params: strikeOf },
  { type: 'keepPutt', params: strikeOf },
  { type: 'strike', params: strikeOf },
  'tell',
] as const;
const strike = [{ guard: 'our turn', target: 'rolling', actions: strikeIt }, { actions: 'refuse' }] as const;
const aim = (direction: 1 | -1) => ({ guard: 'may aim', actions: { type: 'aim', params: { direction } } }) as const;
const refusePutt = { actions: { type: 'refusePutt', params: puttOf } } as const;
const guestPutt = [
  {
    guard: { type: 'putt counts', params: puttOf },
    target: 'rolling',
    actions: [{ type: 'putt', params: puttOf }, 'tell'],
  },
  refusePutt,
] as const;

export const roundMachine = setup({
  types: typeOnly<{ input: RoundInput & Reports; context: RoundContext & Reports; events: RoundEvent }>(),
  actions: {
    takeRoster: assign((_, { roster }: On<'round.roster'>) => ({ roster })),
    takePersisted: assign((_, { persisted }: On<'play.persisted'>) => ({ persisted })),
    /** Shows a newly published note on this device too. */
    seat: enqueueActions(({ context, enqueue }) => {
      const seated = withSession(context);
      const { note } = seated.state.round;
      enqueue.assign(seated);
      if (note && note.seq !== context.state.round.note?.seq)
        enqueue.sendTo(context.parent, { type: 'device.note', text: note.t });
    }),
    begin: assign(({ context }) => ({ state: withPlay(context.state), sound: null })),
    strike: assign(({ context }, { strike }: On<'sensor.strike'>) => withOwnStrike(context, strike)),
    /** Runs before scoring, so that the shot carries the target it was struck at. */
    offerShot: enqueueActions(({ context, enqueue }, { strike }: On<'sensor.strike'>) => {
      const { state, persisted, parent } = context;
      const shot = shotOfRound(state.game, strike, state.round, ourPlayer(context), persisted);
      if (shot) enqueue.sendTo(parent, { type: 'forwarder.shot', shot });
    }),
    /** Runs before scoring, while the player is still on turn. */
    keepPutt: sendTo(
      ({ context }) => context.parent,
      ({ context }, { strike }: On<'sensor.strike'>) => ({
        type: 'device.putt' as const,
        putt: keptCoursePutt(roundView(context), strike, ourPlayer(context)),
      }),
    ),
    putt: assign(({ context }, { item, at_ms }: On<'round.putt'>) =>
      item.putt ? { ...withRolledPutt(context, item.putt, at_ms), input_seq: item.seq } : context,
    ),
    reveal: assign(({ context }) => withRevealed(context)),
    turnCard: assign(({ context }) => ({ card: !context.card })),
    aim: assign(({ context }, { direction }: { direction: 1 | -1 }) => ({
      aim_in: movedAim(
        context.aim_in,
        direction,
        context.state.round.rem[context.state.round.turn] ?? 0,
        AIM_SHARE_MAX.round,
      ),
    })),
    end: assign(({ context }) => ({ state: withEnd(context.state), roll: null, sound: 'done' as const })),
    tell: sendTo(
      ({ context }) => context.parent,
      ({ context: { state, sound, input_seq } }) => ({ type: 'round.changed' as const, state, sound, input_seq }),
    ),
    tellLeft: sendTo(({ context }) => context.parent, { type: 'round.left' }),
    refuse: sendTo(
      ({ context }) => context.parent,
      ({ context: { state } }) => ({
        type: 'device.note' as const,
        text: `${withSeatNames(state.round, 'The host').ro[state.round.turn]?.n ?? 'Another player'} to putt: this strike does not count.`,
        holds: 'play' as const,
      }),
    ),
    sayItRolls: sendTo(({ context }) => context.parent, { type: 'device.note', text: STILL_ROLLS, holds: 'play' }),
    refuseInLobby: sendTo(({ context }) => context.parent, {
      type: 'device.note',
      text: 'Press OK to start the round first.',
      holds: 'play',
    }),
    /** Shows a message on the host only: the guest's own screen already shows whose turn it is. */
    refusePutt: enqueueActions(({ context: { parent }, enqueue }, { item }: On<'round.putt'>) => {
      const text = `Putt by ${item.name} was out of turn and does not count.`;
      enqueue.sendTo(parent, { type: 'device.note', text });
      enqueue.sendTo(parent, { type: 'device.change', change: { kind: 'handle_inputs', seq: item.seq } });
    }),
  },
  guards: {
    'our turn': ({ context }) => isOurTurn(context.state.round, ''),
    'may aim': ({ context }) =>
      !context.card && isOurTurn(context.state.round, '') && greenOnTurn(context.state) !== null,
    'putt counts': ({ context }, { item }: On<'round.putt'>) => puttCounts(context, item),
    'own player next': ({ context: { state } }) => isOurTurn(state.round, '') && state.round.n > 1,
    sloped: ({ context }) => context.state.greens !== undefined,
    'in hosted lobby': ({ context }) => context.state.round.ph === 'lobby' && context.hosted,
    'in lobby': ({ context }) => context.state.round.ph === 'lobby',
    'verdict pending': ({ context }) => !context.state.revealed,
    'round finished': ({ context }) => context.state.round.ph === 'done',
    'roster changes seats': ({ context }) => withSession(context).state !== context.state,
  },
  delays: { settle: ({ context }) => settleMs(context), look: VERDICT_MS },
}).createMachine({
  id: 'round',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({ ...input, roll: null, card: false, aim_in: 0, sound: null, input_seq: null }),
  initial: 'opening',
  on: {
    'round.roster': { actions: { type: 'takeRoster', params: ({ event }) => event } },
    'play.persisted': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'round.putt': refusePutt,
    'round.end': { target: '.left', actions: ['end', 'tell'] },
    'key.left': { actions: 'turnCard' },
    'key.right': { actions: 'turnCard' },
  },
  states: {
    opening: {
      entry: ['seat', 'tell'],
      always: [
        { guard: 'in hosted lobby', target: 'lobby' },
        { guard: 'in lobby', target: 'awaiting', actions: ['begin', 'tell'] },
        { guard: 'verdict pending', target: 'awaiting', actions: ['reveal', 'tell'] },
        { target: 'awaiting' },
      ],
    },
    lobby: {
      always: { guard: 'roster changes seats', actions: ['seat', 'tell'] },
      on: {
        'key.ok': { target: 'awaiting', actions: ['begin', 'tell'] },
        'sensor.strike': { actions: 'refuseInLobby' },
      },
    },
    awaiting: {
      always: [
        { guard: 'round finished', target: 'finished' },
        { guard: 'roster changes seats', actions: ['seat', 'tell'] },
      ],
      on: {
        'sensor.strike': strike,
        'round.putt': guestPutt,
        'key.left': [aim(-1), { actions: 'turnCard' }],
        'key.right': [aim(1), { actions: 'turnCard' }],
        'key.ok': { guard: 'sloped', actions: 'turnCard' },
      },
    },
    rolling: {
      tags: 'rolling',
      on: {
        'sensor.strike': [
          { guard: 'own player next', actions: 'sayItRolls' },
          {
            guard: 'our turn',
            target: 'rolling',
            reenter: true,
            actions: ['reveal', 'tell', ...strikeIt],
          },
          { actions: 'refuse' },
        ],
        /** The next putt need not wait until this ball is at rest. */
        'round.putt': [
          {
            guard: { type: 'putt counts', params: puttOf },
            target: 'rolling',
            reenter: true,
            actions: ['reveal', 'tell', { type: 'putt', params: puttOf }, 'tell'],
          },
          refusePutt,
        ],
        'key.ok': 'resting',
      },
      after: { settle: 'resting' },
    },
    resting: {
      tags: 'rolling',
      entry: ['reveal', 'tell'],
      always: { guard: 'round finished', target: 'looking' },
      on: {
        'sensor.strike': strike,
        'round.putt': guestPutt,
        'key.ok': 'awaiting',
      },
      after: { look: 'awaiting' },
    },
    looking: { tags: 'rolling', on: { 'key.ok': 'awaiting', 'round.leave': 'left' }, after: { look: 'awaiting' } },
    finished: { on: { 'key.ok': 'left', 'round.leave': 'left' } },
    left: { entry: 'tellLeft' },
  },
});
