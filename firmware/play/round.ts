// Course play as it is on this device, as rules without xstate: whose putt a strike is, what a guest's putt becomes, what the
// ball does on the screen (R69, R76, R77, R80–R84, R88).

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
  type Shot,
} from '../experiences/course/round.ts';
import { openAngle } from '../experiences/seen.ts';
import { FOOT_M, rollOf } from '../roll/roll.ts';
import { HOLE_RADIUS_M, isTooFast, lastsFor, outcomeOf, startDirection, type Outcome } from '../roll/verdict.ts';
import { playerOnTurn, seatedPlayers } from './our-seats.ts';

/** A ball on its way, or at rest where it came to. */
export interface Rolling {
  readonly outcome: Outcome;
  /** Clock of the device. */
  readonly at_ms: number;
  readonly seat: number;
  /** Where it was played from. */
  readonly target_ft: number;
  readonly mps: number;
  /** As its player reads it, positive open; of a player of another device, positive to the right. */
  readonly face: number;
}

export interface RoundView {
  readonly game: CourseId;
  readonly persisted: Persisted;
  /** What everybody may see now. */
  readonly round: Round;
  /** The round in which the newest putt was struck; null before the first. */
  readonly struck: Round | null;
  /** Label of the device whose seats are ours; '' for the host's. */
  readonly label: string;
  /** Ids of our players in the order of our seats. */
  readonly players: readonly number[];
  readonly roll: Rolling | null;
  /** The scorecard instead of the green. */
  readonly card: boolean;
}

export interface RoundInput {
  readonly persisted: Persisted;
  readonly state: CourseState;
  /** Others may play along. */
  readonly hosted: boolean;
  /** Who else is in the session; null while the host does not know it, or plays alone. */
  readonly roster: Omit<Roster, 'own'> | null;
}

export interface RoundContext extends RoundInput {
  readonly roll: Rolling | null;
  readonly card: boolean;
  /** What the newest change sounds like; null for nothing. */
  readonly sound: Sound | null;
  /** Seq of the newest guest's putt in `state`; null for none since the start (C15). */
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

/** The round as a page shows it: one turn at a time, so until a verdict has been looked at the turn is that of its putt. */
export const roundShown = ({ round, struck }: Pick<RoundView, 'round' | 'struck'>, rolling: boolean): Round =>
  rolling && struck ? { ...struck, shot: round.shot } : round;

/** Whether the seat on turn belongs to this device. */
export const isOurTurn = ({ ph, ro, turn }: Round, label: string): boolean => ph === 'play' && ro[turn]?.d === label;

/** The putt that a strike is, with its player's own ratio; undefined for a player who has gone. */
export const puttOfStrike = (strike: Strike, player: Player | undefined): CoursePutt => ({
  mps: strike.club_speed_mps,
  face: strike.face_angle_deg,
  aoa: strike.attack_angle_deg ?? 0,
  ratio: player?.impact_ratio ?? RATIO_FIELD.default,
});

/** The context once the seat on turn has putted. `at_ms`: on the device's clock. */
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

/** R84: a guest's putt counts if its seat, its device and its hole are those on turn, and a putter can have struck it. */
export const puttCounts = ({ state: { round } }: RoundContext, { name, putt }: InputItem): boolean =>
  round.ph === 'play' &&
  putt?.p === round.turn &&
  putt.hole === round.hole &&
  round.ro[round.turn]?.d === name &&
  inRange(putt.mps, PLAUSIBLE.club_speed_mps) &&
  inRange(putt.face, PLAUSIBLE.face_angle_deg) &&
  inRange(putt.aoa, PLAUSIBLE.attack_angle_deg) &&
  inRange(putt.ratio, IMPACT_RATIO);

/** Nobody is there: guests of a round that began in a session sit out. */
const ALONE = { devices: [], away: null } as const;

/** The context with the seats that the session's devices now have. */
export function withSession(context: RoundContext): RoundContext {
  const { hosted, persisted, state } = context;
  const roster = hosted ? context.roster : ALONE;
  const seated = roster ? withRoster(state, { ...roster, own: entriesOf(persisted) }) : state;
  const own = { label: '', players: persisted.players };
  const players = seatedPlayers(state.players, state.round, seated.round, own);
  const known = players === state.players ? seated : { ...seated, players };
  return known === state ? context : { ...context, state: known, sound: null };
}

/** The player of ours who is to putt. */
export const ourPlayer = ({ state: { round, players }, persisted }: RoundContext): Player | undefined =>
  playerOnTurn(round, players, persisted);

/** The putt that a guest sends to its host (R83). */
export const relayPutt = (strike: Strike, round: Round, player: Player | undefined): RelayPutt => ({
  ...roundedPutt(puttOfStrike(strike, player)),
  p: round.turn,
  hole: round.hole,
});

interface OnTurn extends Pick<RoundView, 'round' | 'label' | 'persisted'> {
  /** Ids of our players in the order of our seats. */
  readonly players: readonly number[];
}

/** How the player on turn plays; nobody says it of the players of other devices. */
export const handOnTurn = ({ round, label, players, persisted }: OnTurn): Hand =>
  (round.ro[round.turn]?.d === label ? playerOnTurn(round, players, persisted)?.hand : undefined) ?? 'right';

/** A shot of the host as this screen shows it: along the same line to the same resting point, in the time that such a ball takes. */
export function rollOfShot(shot: Shot, round: Round, persisted: Persisted, at_ms: number): Rolling {
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
  const outcome: Outcome = { verdict, roll, start_deg, travel_m, x_m, y_m, leave_m, too_fast };
  return { outcome, at_ms, seat: shot.p, target_ft, mps: shot.mps, face: shot.face };
}

/** What of a round others may have seen: the version before its last verdict, and the one with it where that was shown. */
export const publishedVersions = ({ round, before, revealed }: CourseState): readonly Round[] => [
  ...(before ? [before] : []),
  ...(revealed ? [round] : []),
];
