// Rules of course play on this device, independent of XState: the player of a strike, the validity of a guest's putt,
// and the ball's path on the screen (R69, R76, R77, R80–R84, R88).

import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { CourseId } from '../experiences/registry.ts';
import { PLAUSIBLE } from '../../wire/limits.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { PlayerEntry, RelayPutt } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import type { Persisted } from '../persisted/persisted.ts';
import { RATIO_FIELD, type Hand, type Player } from '../persisted/players.ts';
import { withRoster, type Roster } from '../experiences/course/roster.ts';
import {
  greenOnTurn,
  publicRound,
  revealedState,
  withPutt,
  roundedPutt,
  type CoursePutt,
  type CourseState,
  type RoundShot,
} from '../experiences/course/round.ts';
import { aimDirection } from '../experiences/aim.ts';
import { FLAT, type SeenGreen } from '../experiences/course/balls.ts';
import { FLAT_GREENS, type Greens } from '../greens/greens.ts';
import { openAngle } from '../experiences/seen.ts';
import { lengthOf } from '../roll/direction.ts';
import { FOOT_M, rollOf } from '../roll/roll.ts';
import { outcomeOn } from '../roll/putt-outcome.ts';
import type { Surface } from '../roll/surface.ts';
import { faceFor, HOLE_RADIUS_M, isTooFast, lastsFor, startDirection, type PuttOutcome } from '../roll/verdict.ts';
import { isPlausible } from '../simulator/shots.ts';
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
  /** Green as the ball saw it. */
  readonly green: SeenGreen;
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
  /** Greens of the round, and the current one as the ball on turn sees it. */
  readonly greens: Greens;
  readonly green: SeenGreen;
  /** Aim of the awaited putt beside the hole, inches, positive right. */
  readonly aim_in: number;
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
  readonly aim_in: number;
  /** Sound of the newest change; null if none. */
  readonly sound: Sound | null;
  /** Seq of the newest guest putt in `state`; null if none since the start (C15). */
  readonly input_seq: number | null;
}

export const entriesOf = (persisted: Persisted): readonly PlayerEntry[] =>
  persisted.players.map(({ name, handicap }) => ({ n: name, h: handicap }));

export const roundView = ({ state, persisted, roll, card, aim_in }: RoundContext): RoundView => ({
  game: state.game,
  persisted,
  greens: state.greens ?? FLAT_GREENS,
  green: { surface: greenOnTurn(state), known: true },
  aim_in,
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

/**
 * Returns the putt for a strike, with the player's own impact ratio; undefined `player`: default ratio. The face angle
 * of an aimed putt counts from the line to the hole, within the angles that a host accepts (R84).
 */
export const puttOfStrike = (strike: Strike, player: Player | undefined, aim_deg = 0): CoursePutt => ({
  mps: strike.club_speed_mps,
  face: Math.max(FACE.min, Math.min(FACE.max, strike.face_angle_deg + faceFor(aim_deg))),
  aoa: strike.attack_angle_deg ?? 0,
  ratio: player?.impact_ratio ?? RATIO_FIELD.default,
});

/**
 * Returns the outcome of a putt at the hole. On a slope the putt counts as rounded for publication, so that guests
 * compute the same roll.
 */
export function outcomeOfPutt(
  putt: CoursePutt,
  surface: Surface | null,
  { settings }: Pick<Persisted, 'settings'>,
  target_ft: number,
): PuttOutcome {
  const { mps, ratio, face } = surface ? roundedPutt(putt) : putt;
  const ball = { speed_mps: mps * ratio, start_deg: startDirection(face) };
  return outcomeOn(surface, ball, { stimp_ft: settings.stimp, x_factor: settings.x_factor }, target_ft);
}

/** Returns the direction of the aim, degrees; 0 on a flat green. */
export const aimOf = ({ surface }: SeenGreen, aim_in: number, { rem, turn }: Round): number =>
  surface ? aimDirection(aim_in, rem[turn] ?? 0) : 0;

/** Updates the context with a putt of the seat on turn. `at_ms`: device clock. */
export function withRolledPutt(context: RoundContext, putt: CoursePutt, at_ms: number, aim_deg = 0): RoundContext {
  const { persisted, state } = context;
  const { round, players } = state;
  const hand = handOnTurn({ round, label: '', players, persisted });
  const target_ft = round.rem[round.turn] ?? 0;
  const surface = greenOnTurn(state);
  const outcome = outcomeOfPutt(putt, surface, persisted, target_ft);
  const [face, green] = [openAngle(putt.face - faceFor(aim_deg), hand), { surface, known: true }];
  return {
    ...context,
    state: withPutt(state, putt, outcome),
    roll: { outcome, at_ms, seat: round.turn, target_ft, mps: putt.mps, face, green },
    sound: 'strike',
    card: false,
    aim_in: 0,
  };
}

/** Updates the context with a strike of this device's player on turn. */
export function withOwnStrike(context: RoundContext, strike: Strike): RoundContext {
  const { state, aim_in } = context;
  const aim_deg = aimOf({ surface: greenOnTurn(state), known: true }, aim_in, state.round);
  return withRolledPutt(context, puttOfStrike(strike, ourPlayer(context), aim_deg), strike.at_ms, aim_deg);
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
  isPlausible(putt);

const FACE = PLAUSIBLE.face_angle_deg;

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
export const relayPutt = (strike: Strike, round: Round, player: Player | undefined, aim_deg = 0): RelayPutt => ({
  ...roundedPutt(puttOfStrike(strike, player, aim_deg)),
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

/**
 * Animates a shot of the host: same resting point, on the line or curve and in the time that such a ball takes on this
 * device.
 */
export function rollOfShot(
  shot: RoundShot,
  round: Round,
  persisted: Persisted,
  at_ms: number,
  green: SeenGreen = FLAT,
): Rolling {
  const target_ft = round.rem[shot.p] ?? 0;
  const rest = { verdict: shot.v, leave_m: shot.v === '' ? null : shot.rem * FOOT_M };
  // A host of another maker may publish a shot that no putter strikes; its steps would take too long.
  const outcome =
    green.surface && isPlausible(shot)
      ? { ...curvedTo(shot, outcomeOfPutt(shot, green.surface, persisted, target_ft)), ...rest }
      : { ...straightTo(shot, persisted, target_ft), ...rest };
  return { outcome, at_ms, seat: shot.p, target_ft, mps: shot.mps, face: shot.face, green };
}

function straightTo(shot: RoundShot, { settings }: Persisted, target_ft: number): Omit<PuttOutcome, 'verdict'> {
  const [x_m, y_m] = [shot.x * FOOT_M, shot.y * FOOT_M];
  const travel_m = lengthOf(x_m, y_m);
  const speed_mps = shot.mps * shot.ratio;
  const plain = rollOf(speed_mps, settings.stimp);
  const roll =
    plain.distance_m >= travel_m ? plain : rollOf(speed_mps, settings.stimp, (1.001 * travel_m) / plain.distance_m);
  const too_fast = isTooFast(roll, target_ft * FOOT_M - HOLE_RADIUS_M);
  return { roll, start_deg: startDirection(shot.face), travel_m, x_m, y_m, leave_m: null, too_fast };
}

/**
 * Bends the curve that this device computes to the resting point of the host, whose ball may roll a little further: the
 * X factor is not published.
 */
function curvedTo({ x, y }: RoundShot, outcome: PuttOutcome): PuttOutcome {
  const { curve } = outcome;
  const [x_m, y_m] = [x * FOOT_M, y * FOOT_M];
  const [off_x, off_y] = [x_m - outcome.x_m, y_m - outcome.y_m];
  if (!curve || lengthOf(off_x, off_y) < SHOT_ERROR_M) return outcome;
  const last = Math.max(1, curve.points.length - 1);
  const points = curve.points.map((point, i) => ({
    x_m: point.x_m + off_x * (i / last),
    y_m: point.y_m + off_y * (i / last),
  }));
  return { ...outcome, x_m, y_m, travel_m: lengthOf(x_m, y_m), curve: { ...curve, points } };
}

/** Places in a shot have two decimals of a foot. */
const SHOT_ERROR_M = 0.01 * FOOT_M;

/**
 * Returns the versions of a round that guests may see: the one before the last verdict, and the one with it if it has
 * been revealed.
 */
export const publishedVersions = ({ round, before, revealed }: CourseState): readonly Round[] => [
  ...(before ? [before] : []),
  ...(revealed ? [round] : []),
];
