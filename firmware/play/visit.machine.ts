// Guest's round: the host's shots are animated here in parallel, our strikes go to the host, and the host keeps the
// score.

import { assign, enqueueActions, sendTo, setup } from 'xstate';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Round } from '../../wire/relay/round.ts';
import { shotOfRound } from '../forwarding/offers.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { keptCoursePutt, type KeepPutt } from './kept-putt.ts';
import type { ForwardedShot } from '../forwarding/shot.ts';
import { MACHINE_OPTIONS, typeOnly, type KeyEvent, type ReportsTo } from '../machine.ts';
import type { GuestInput } from '../online/guest.ts';
import { INPUT_LIFETIME_MS } from '../../wire/limits.ts';
import { INPUT_RETRY_MS_MAX } from '../online/limits.ts';
import { VERDICT_MS, STILL_ROLLS } from './look.ts';
import { AIM_SHARE_MAX, movedAim } from '../experiences/aim.ts';
import { NO_BALLS } from '../experiences/course/balls.ts';
import { aimOf, isOurTurn, relayPutt } from './round.ts';
import {
  greenOnTurn,
  isNewShot,
  ourPlayer,
  playersIn,
  settleMs,
  whyNoPutt,
  withAdopted,
  type VisitContext,
  type VisitInput,
} from './visit.ts';

type VisitEvent =
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'visit.round'; readonly round: Round; readonly at_ms: number; readonly label: string }
  /** The last putt did not count, or the relay has accepted it for the host. */
  | { readonly type: 'visit.unsent' | 'visit.accepted' }
  | { readonly type: 'play.persisted'; readonly persisted: Persisted }
  | KeyEvent;

/** Events sent to the play machine. */
export type VisitReport =
  | { readonly type: 'visit.changed'; readonly sound: Sound | null }
  | { readonly type: 'device.note'; readonly text: string; readonly holds?: 'play' }
  | { readonly type: 'guest.input'; readonly input: GuestInput }
  | { readonly type: 'forwarder.shot'; readonly shot: ForwardedShot }
  | KeepPutt;

interface Reports {
  readonly parent: ReportsTo<VisitReport>;
}

type On<T extends VisitEvent['type']> = Extract<VisitEvent, { type: T }>;

const roundOf = ({ event }: { event: On<'visit.round'> }) => event;
const adopt = [{ type: 'adopt', params: roundOf }, 'tell'] as const;
const note = (text: string) => ({ type: 'say', params: { text } }) as const;

/** Handles events while a putt is on its way to the host: this turn cannot be played again. */
const whileSending = {
  'sensor.strike': { actions: note('Your putt is on its way: this strike does not count.') },
  'visit.unsent': 'watching',
  'visit.round': [
    { guard: { type: 'new shot', params: roundOf }, target: 'rolling', actions: adopt },
    { guard: { type: 'still our turn', params: roundOf }, actions: adopt },
    { target: 'watching', actions: adopt },
  ],
} as const;
const LOST = 'The host did not answer: your putt is lost. Putt again.';

const aim = (direction: 1 | -1) => ({ guard: 'may aim', actions: { type: 'aim', params: { direction } } }) as const;

const strike = [
  {
    guard: 'our turn',
    target: 'sent',
    actions: { type: 'send', params: ({ event }: { event: On<'sensor.strike'> }) => event },
  },
  { actions: 'sayWhyNot' },
] as const;

export const visitMachine = setup({
  types: typeOnly<{ input: VisitInput & Reports; context: VisitContext & Reports; events: VisitEvent }>(),
  actions: {
    adopt: assign(({ context }, { round, at_ms, label }: On<'visit.round'>) => ({
      ...withAdopted(context, round, at_ms),
      players: playersIn(context, round, label),
      label,
    })),
    takePersisted: assign((_, { persisted }: { persisted: Persisted }) => ({ persisted })),
    turnCard: assign(({ context }) => ({ card: !context.card })),
    aim: assign(({ context: { aim_in, round } }, { direction }: { direction: 1 | -1 }) => ({
      aim_in: movedAim(aim_in, direction, round?.rem[round.turn] ?? 0, AIM_SHARE_MAX.round),
    })),
    tell: sendTo(
      ({ context }) => context.parent,
      ({ context: { sound } }) => ({ type: 'visit.changed' as const, sound }),
    ),
    send: enqueueActions(({ context, enqueue }, { strike }: On<'sensor.strike'>) => {
      const { game, round, persisted, parent } = context;
      if (!round) return;
      const player = ourPlayer(context, round);
      const green = greenOnTurn(context, round);
      const putt = relayPutt(strike, round, player, aimOf(green, context.aim_in, round));
      enqueue.sendTo(parent, { type: 'guest.input', input: { kind: 'putt', putt } });
      const shot = shotOfRound(game, strike, round, player, persisted);
      if (shot) enqueue.sendTo(parent, { type: 'forwarder.shot', shot });
      enqueue.sendTo(parent, {
        type: 'device.putt',
        putt: keptCoursePutt({ ...context, round, green }, strike, player),
      });
    }),
    sayWhyNot: sendTo(
      ({ context }) => context.parent,
      ({ context }) => ({
        type: 'device.note' as const,
        text: `${whyNoPutt(context)}: this strike does not count.`,
        holds: 'play' as const,
      }),
    ),
    say: sendTo(
      ({ context }) => context.parent,
      (_, { text }: { text: string }) => ({ type: 'device.note' as const, text, holds: 'play' as const }),
    ),
  },
  guards: {
    'our turn': ({ context: { round, label } }) => round !== null && label !== '' && isOurTurn(round, label),
    'may aim': ({ context }) =>
      !context.card &&
      context.round !== null &&
      context.label !== '' &&
      isOurTurn(context.round, context.label) &&
      greenOnTurn(context, context.round).surface !== null,
    sloped: ({ context: { persisted } }) => persisted.cfgs.course.slope > 0,
    'new shot': ({ context }, { round }: On<'visit.round'>) => isNewShot(context, round),
    'round replaced': ({ context }, { round }: On<'visit.round'>) => context.round?.id !== round.id,
    'still our turn': ({ context }, { round }: On<'visit.round'>) =>
      context.round?.id === round.id &&
      context.round.hole === round.hole &&
      context.round.turn === round.turn &&
      isOurTurn(round, context.label),
    'has verdict': (_, { round }: On<'visit.round'>) => round.shot !== null && round.shot.v !== '',
  },
  delays: {
    look: VERDICT_MS,
    settle: ({ context }) => settleMs(context),
    giveUp: INPUT_RETRY_MS_MAX,
    expire: INPUT_LIFETIME_MS,
  },
}).createMachine({
  id: 'visit',
  options: MACHINE_OPTIONS,
  context: ({ input }) => ({
    ...input,
    players: playersIn({ ...input, players: [] }, input.round, input.label),
    struck: null,
    roll: null,
    card: false,
    sound: null,
    balls: NO_BALLS,
    aim_in: 0,
  }),
  initial: 'watching',
  on: {
    'visit.round': [
      { guard: { type: 'new shot', params: roundOf }, target: '.rolling', actions: adopt },
      { target: '.watching', actions: adopt },
    ],
    'play.persisted': { actions: { type: 'takePersisted', params: ({ event }) => event } },
    'key.left': { actions: 'turnCard' },
    'key.right': { actions: 'turnCard' },
  },
  states: {
    watching: {
      on: {
        'sensor.strike': strike,
        'key.left': [aim(-1), { actions: 'turnCard' }],
        'key.right': [aim(1), { actions: 'turnCard' }],
        'key.ok': { guard: 'sloped', actions: 'turnCard' },
      },
    },
    /** The verdict has arrived and is shown briefly. */
    resting: {
      tags: 'rolling',
      on: { 'sensor.strike': strike, 'key.ok': 'watching' },
      after: { look: 'watching' },
    },
    sent: {
      tags: 'sent',
      on: { ...whileSending, 'visit.accepted': 'accepted' },
      after: { giveUp: { target: 'watching', actions: note(LOST) } },
    },
    /** The host can score the putt for as long as the relay stores it. */
    accepted: {
      tags: 'sent',
      on: whileSending,
      after: { expire: { target: 'watching', actions: note(LOST) } },
    },
    rolling: {
      tags: 'rolling',
      on: {
        'sensor.strike': { actions: note(STILL_ROLLS) },
        'key.ok': 'watching',
        'visit.round': [
          {
            guard: { type: 'new shot', params: roundOf },
            target: 'rolling',
            reenter: true,
            actions: adopt,
          },
          { guard: { type: 'round replaced', params: roundOf }, target: 'watching', actions: adopt },
          { guard: { type: 'has verdict', params: roundOf }, target: 'resting', actions: adopt },
          { actions: adopt },
        ],
      },
      after: { settle: 'watching' },
    },
  },
});
