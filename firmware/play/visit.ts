// Rules of a round that the host scores, from the guest's side, independent of XState (R73–R75, R83).

import type { CourseId } from '../experiences/registry.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { Persisted } from '../persisted/persisted.ts';
import type { Hand, Player } from '../persisted/players.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { FOOT_M } from '../roll/roll.ts';
import { faceFor, lastsFor } from '../roll/verdict.ts';
import { VERDICT_MS } from './look.ts';
import { playerOnTurn, seatedPlayers } from './our-seats.ts';
import { greenFor, NO_BALLS, withShot, type Balls, type SeenGreen } from '../experiences/course/balls.ts';
import { openAngle } from '../experiences/seen.ts';
import { aimOf, handOnTurn, rollOfShot, soundOf, type RoundView, type Rolling } from './round.ts';
import { withSeatNames } from './seat-names.ts';

export interface VisitInput {
  readonly game: CourseId;
  readonly persisted: Persisted;
  /** This device's label; '' while unknown. */
  readonly label: string;
  /** Null until the host has a round. */
  readonly round: Round | null;
}

export interface VisitContext extends VisitInput {
  /** Round in which the newest shot was struck; null before the first. */
  readonly struck: Round | null;
  /** Ids of this device's players in seat order. */
  readonly players: readonly number[];
  readonly roll: Rolling | null;
  readonly card: boolean;
  readonly sound: Sound | null;
  /** Balls on the current hole, as far as this device has seen them roll. */
  readonly balls: Balls;
  readonly aim_in: number;
}

/** Returns the green as the ball of a seat lies on it. */
const greenIn = ({ persisted, balls }: Pick<VisitContext, 'persisted' | 'balls'>, round: Round, seat: number) =>
  greenFor(persisted.cfgs.course, balls, round, seat);

/** Returns the green as the ball on turn sees it. */
export const greenOnTurn = (context: Pick<VisitContext, 'persisted' | 'balls'>, round: Round): SeenGreen =>
  greenIn(context, round, round.turn);

/** Returns the ids of this device's players in the host's newest round, in seat order. */
export const playersIn = (
  known: Pick<VisitContext, 'players' | 'round' | 'persisted'>,
  round: Round | null,
  label: string,
): readonly number[] =>
  round ? seatedPlayers(known.players, known.round, round, { label, players: known.persisted.players }) : [];

/** Returns this device's player on turn; undefined if another device is on turn. */
export const ourPlayer = ({ players, persisted }: VisitContext, round: Round): Player | undefined =>
  playerOnTurn(round, players, persisted);

/** Without a label no seat counts as ours: host seats have an empty label too. */
const handIn = (context: VisitContext, round: Round): Hand => {
  const { persisted, label } = context;
  return label === '' ? 'right' : handOnTurn({ round, label, players: playersIn(context, round, label), persisted });
};

/** Applies the published round of the host; animates a new shot. */
export function withAdopted(context: VisitContext, round: Round, at_ms: number): Partial<VisitContext> {
  const { shot } = round;
  if (isNewShot(context, round) && shot) {
    const balls = context.round?.id === round.id ? context.balls : NO_BALLS;
    const green = greenIn({ ...context, balls }, round, shot.p);
    const roll = rollOfShot(shot, round, context.persisted, at_ms, green);
    const struck = { ...round, turn: shot.p };
    const face = openAngle(roll.face - ownAim(context, struck, green), handIn(context, struck));
    return { round, struck: round, roll: { ...roll, face }, sound: 'strike', card: false, balls, aim_in: 0 };
  }
  if (context.round?.id !== round.id)
    return { round, struck: null, roll: null, sound: null, balls: NO_BALLS, aim_in: 0 };
  const aim_in = isSamePutt(context.round, round) ? context.aim_in : 0;
  const known = context.round.shot;
  if (!shot || shot.v === '') return { round, sound: null, aim_in };
  // The verdict moves the ball, also if this device missed its roll.
  const is_judged = (shot.seq !== known?.seq || known.v === '') && shot.hole === context.round.hole;
  const balls = is_judged ? withShot(context.balls, context.round, shot) : context.balls;
  if ((shot.seq === known?.seq && shot.v === known.v) || !context.roll) return { round, sound: null, balls, aim_in };
  const { roll } = context;
  const outcome = { ...roll.outcome, ...verdictOf(shot) };
  return { round, roll: { ...roll, outcome }, sound: soundOf(shot), balls, aim_in };
}

/** Whether the same putt is awaited in both rounds, so that its aim stays. */
const isSamePutt = (before: Round, after: Round): boolean =>
  before.hole === after.hole && before.turn === after.turn && before.rem[before.turn] === after.rem[after.turn];

/** Returns the face angle that aims our own putt, degrees; 0 for the putts of other devices. */
const ownAim = ({ label, aim_in }: VisitContext, round: Round, green: SeenGreen): number =>
  label !== '' && round.ro[round.turn]?.d === label ? faceFor(aimOf(green, aim_in, round)) : 0;

/** Explains why no player of this device may putt now. */
export function whyNoPutt({ round, label }: VisitInput): string {
  if (!round) return 'The host has not started a round';
  if (round.ph === 'lobby') return 'The round has not started';
  if (round.ph === 'done') return 'The round has ended';
  const seats = round.ro.flatMap(({ d }, seat) => (label !== '' && d === label ? [seat] : []));
  if (seats.length === 0) return 'You have no seat in this round';
  if (seats.every((seat) => round.td[seat] === 1)) return 'You are sitting out';
  return `${withSeatNames(round, 'The host').ro[round.turn]?.n ?? 'Another player'} to putt`;
}

const verdictOf = ({ v, rem }: NonNullable<Round['shot']>) => ({ verdict: v, leave_m: rem * FOOT_M });

/** Whether the shot is new: its number differs from the one in the known round. */
export const isNewShot = ({ round: known }: VisitContext, { id, shot }: Round): boolean =>
  shot !== null && shot.v === '' && (known?.id !== id || known.shot?.seq !== shot.seq);

/**
 * Returns how long to wait for the host's verdict, which is due when the ball is at rest on this screen. The screen
 * moves on without it.
 */
export const settleMs = ({ roll }: VisitContext): number => (roll ? lastsFor(roll.outcome) * 1000 + VERDICT_MS : 0);

export function visitView(context: VisitContext): RoundView | null {
  const { game, persisted, round, struck, label, players, roll, card, aim_in } = context;
  if (!round) return null;
  const [greens, green] = [persisted.cfgs.course, greenOnTurn(context, round)];
  return { game, persisted, round, struck, label, players, roll, card, greens, green, aim_in };
}
