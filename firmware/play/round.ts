// Rules of course play on this device, independent of XState: the player of a strike, the validity of a guest's putt,
// and the ball's path on the screen (R69, R76, R77, R80–R84, R88).

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { CourseId } from '../experiences/registry.ts';
import { PLAUSIBLE, inRange } from '../../wire/limits.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { PlayerEntry, RelayPutt } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { IMPACT_RATIO, RATIO_FIELD, type Hand, type Player } from '../persisted/players.ts';
import { withRoster, type Roster } from '../experiences/course/roster.ts';
import {
  publicRound,
  revealedState,
  withPutt,
  roundedPutt,
  type CoursePutt,
  type CourseState,
  type RoundShot,
} from '../experiences/course/round.ts';
import { openAngle } from '../experiences/seen.ts';
import { FOOT_M, rollOf } from '../roll/roll.ts';
import { HOLE_RADIUS_M, isTooFast, lastsFor, outcomeOf, startDirection, type PuttOutcome } from '../roll/verdict.ts';
import { playerOnTurn, seatedPlayers } from './our-seats.ts';

/** Ball rolling, or at rest where it stopped. */
export interface Rolling {
  readonly outcome: PuttOutcome;
  /** Device clock, ms. */
  readonly at_ms: number;
  readonly seat: number;
  /** Distance of the target it was played at, feet. */
  readonly target_ft: number;
  readonly mps: number;
  /** Face angle, degrees. Positive if open for this device's players, positive to the right for others. */
  readonly face: number;
}

export interface RoundView {
  readonly game: CourseId;
  readonly persisted: Persisted;
  /** Round that guests may see now. */
  readonly round: Round;
  /** Round in which the newest putt was struck; null before the first. */
  readonly struck: Round | null;
  /** Label of the device whose seats are ours; '' for the host. */
  readonly label: string;
  /** Ids of this device's players in seat order. */
  readonly players: readonly number[];
  readonly roll: Rolling | null;
  /** Whether to show the scorecard instead of the green. */
  readonly card: boolean;
}

export interface RoundInput {
  readonly persisted: Persisted;
  readonly state: CourseState;
  /** Whether guests may join. */
  readonly hosted: boolean;
  /** Other devices in the session; null while the host does not know them, or when it plays alone. */
  readonly roster: Omit<Roster, 'own'> | null;
}

export interface RoundContext extends RoundInput {
  readonly roll: Rolling | null;
  readonly card: boolean;
  /** Sound of the newest change; null if none. */
  readonly sound: Sound | null;
  /** Seq of the newest guest putt in `state`; null if none since the start (C15). */
  readonly input_seq: number | null;
}

export const entriesOf = (persisted: Persisted): readonly PlayerEntry[] =>
  persisted.players.map(({ name, handicap }) => ({ n: name, h: handicap }));

export const roundView = ({ state, persisted, roll, card }: RoundContext): RoundView => ({
  game: state.game,
  persisted,
  round: publicRound(state),
  struck: state.before,
  label: '',
  players: state.players,
  roll,
  card,
});

/**
 * Returns the round as a page shows it: while a putt rolls or its verdict is shown, the round in which it was struck.
 */
export const roundShown = ({ round, struck }: Pick<RoundView, 'round' | 'struck'>, rolling: boolean): Round =>
  rolling && struck ? { ...struck, shot: round.shot } : round;

/** Whether the seat on turn belongs to this device. */
export const isOurTurn = ({ ph, ro, turn }: Round, label: string): boolean => ph === 'play' && ro[turn]?.d === label;

/** Returns the putt for a strike, with the player's own impact ratio; undefined `player`: default ratio. */
export const puttOfStrike = (strike: Strike, player: Player | undefined): CoursePutt => ({
  mps: strike.club_speed_mps,
  face: strike.face_angle_deg,
  aoa: strike.attack_angle_deg ?? 0,
  ratio: player?.impact_ratio ?? RATIO_FIELD.default,
});

/** Updates the context with a putt of the seat on turn. `at_ms`: device clock. */
export function withRolledPutt(context: RoundContext, putt: CoursePutt, at_ms: number): RoundContext {
  const { settings } = context.persisted;
  const { round, players } = context.state;
  const hand = handOnTurn({ round, label: '', players, persisted: context.persisted });
  const target_ft = round.rem[round.turn] ?? 0;
  const ball = { speed_mps: putt.mps * putt.ratio, start_deg: startDirection(putt.face) };
  const outcome = outcomeOf(ball, { stimp_ft: settings.stimp, x_factor: settings.x_factor }, target_ft);
  return {
    ...context,
    state: withPutt(context.state, putt, outcome),
    roll: { outcome, at_ms, seat: round.turn, target_ft, mps: putt.mps, face: openAngle(putt.face, hand) },
    sound: 'strike',
    card: false,
  };
}

export const withRevealed = (context: RoundContext): RoundContext => ({
  ...context,
  state: revealedState(context.state),
  sound: soundOf(context.state.round.shot),
});

export function soundOf(shot: Round['shot']): Sound {
  if (!shot || shot.v === '') return 'strike';
  if (shot.holed) return 'holed';
  return shot.rem < 2 ? 'close' : 'miss';
}

export const settleMs = ({ roll }: RoundContext): number => (roll ? lastsFor(roll.outcome) * 1000 : 0);

/**
 * R84: whether a guest's putt counts: its seat, device and hole are those on turn, and a putter could have struck it.
 */
export const puttCounts = ({ state: { round } }: RoundContext, { name, putt }: InputItem): boolean =>
  round.ph === 'play' &&
  putt?.p === round.turn &&
  putt.hole === round.hole &&
  round.ro[round.turn]?.d === name &&
  inRange(putt.mps, PLAUSIBLE.club_speed_mps) &&
  inRange(putt.face, PLAUSIBLE.face_angle_deg) &&
  inRange(putt.aoa, PLAUSIBLE.attack_angle_deg) &&
  inRange(putt.ratio, IMPACT_RATIO);

/** Roster without guests: the guests' seats of a round that started in a session sit out. */
const ALONE = { devices: [], away: null } as const;

/** Updates the seats to match the devices in the session. */
export function withSession(context: RoundContext): RoundContext {
  const { hosted, persisted, state } = context;
  const roster = hosted ? context.roster : ALONE;
  const seated = roster ? withRoster(state, { ...roster, own: entriesOf(persisted) }) : state;
  const own = { label: '', players: persisted.players };
  const players = seatedPlayers(state.players, state.round, seated.round, own);
  const known = players === state.players ? seated : { ...seated, players };
  return known === state ? context : { ...context, state: known, sound: null };
}

/** Returns this device's player on turn; undefined if another device is on turn. */
export const ourPlayer = ({ state: { round, players }, persisted }: RoundContext): Player | undefined =>
  playerOnTurn(round, players, persisted);

/** Returns the putt that a guest sends to its host (R83). */
export const relayPutt = (strike: Strike, round: Round, player: Player | undefined): RelayPutt => ({
  ...roundedPutt(puttOfStrike(strike, player)),
  p: round.turn,
  hole: round.hole,
});

interface OnTurn extends Pick<RoundView, 'round' | 'label' | 'persisted'> {
  /** Ids of this device's players in seat order. */
  readonly players: readonly number[];
}

/**
 * Returns the handedness of the player on turn. Default: right, as for players of other devices, whose handedness is
 * unknown.
 */
export const handOnTurn = ({ round, label, players, persisted }: OnTurn): Hand =>
  (round.ro[round.turn]?.d === label ? playerOnTurn(round, players, persisted)?.hand : undefined) ?? 'right';

/** Animates a shot of the host: same line and resting point, in the time that such a ball takes on this device. */
export function rollOfShot(shot: RoundShot, round: Round, persisted: Persisted, at_ms: number): Rolling {
  const [x_m, y_m] = [shot.x * FOOT_M, shot.y * FOOT_M];
  const travel_m = Math.hypot(x_m, y_m);
  const speed_mps = shot.mps * shot.ratio;
  const plain = rollOf(speed_mps, persisted.settings.stimp);
  const roll =
    plain.distance_m >= travel_m
      ? plain
      : rollOf(speed_mps, persisted.settings.stimp, (1.001 * travel_m) / plain.distance_m);
  const target_ft = round.rem[shot.p] ?? 0;
  const verdict = shot.v;
  const leave_m = verdict === '' ? null : shot.rem * FOOT_M;
  const start_deg = startDirection(shot.face);
  const too_fast = isTooFast(roll, target_ft * FOOT_M - HOLE_RADIUS_M);
  const outcome: PuttOutcome = { verdict, roll, start_deg, travel_m, x_m, y_m, leave_m, too_fast };
  return { outcome, at_ms, seat: shot.p, target_ft, mps: shot.mps, face: shot.face };
}

/**
 * Returns the versions of a round that guests may see: the one before the last verdict, and the one with it if it has
 * been revealed.
 */
export const publishedVersions = ({ round, before, revealed }: CourseState): readonly Round[] => [
  ...(before ? [before] : []),
  ...(revealed ? [round] : []),
];
