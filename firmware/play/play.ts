// Rules of play, independent of XState: the play that a choice starts, the local experience for that of a host, and the
// play to resume at boot (C100–C102, C105).

import type { Random } from '../../hal/random/random.ts';
import type { Strike } from '../../hal/sensor/sensor.ts';
import { assertDefined } from '../../wire/errors.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { Experience, RelayPutt } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import { drawHoles, greensOf } from '../experiences/course/cfg.ts';
import { seatsFor, type Roster } from '../experiences/course/roster.ts';
import { newRound, publicRound, resumed, roundedPutt, type CourseState } from '../experiences/course/round.ts';
import { isUnfinished } from '../experiences/course/stored.ts';
import { withHostCfg } from '../experiences/published-cfg.ts';
import {
  experience,
  experienceAsGuest,
  experienceOfMode,
  isCourse,
  isStored,
  startSet,
  type AnyExperience,
  type AnySetState,
  type CourseId,
  type ExperienceId,
} from '../experiences/registry.ts';
import { strokePlay } from '../experiences/course/stroke-play.ts';
import { codeInMode } from '../persisted/extensions.ts';
import { playerOf, storedSet, type Persisted } from '../persisted/persisted.ts';
import type { Player } from '../persisted/players.ts';
import type { SessionView } from '../online/online.ts';
import { CLUB_SWINGS } from '../simulator/club-swings.ts';
import { entriesOf, puttOfStrike } from './round.ts';

/** Inputs to the play service from other services. */
export interface PlayPersisted {
  readonly persisted: Persisted;
  readonly session: Pick<SessionView, 'role' | 'label' | 'fol' | 'replay'>;
  /** True while the player is typing; the host's choice is deferred until it is false (R70). */
  readonly held: boolean;
}

/** Host's round as received. */
interface HostRound {
  readonly round: Round;
  /** Device clock, ms. */
  readonly at_ms: number;
  /** This device's label. */
  readonly label: string;
  readonly exp: Experience;
}

export interface PlayContext {
  /**
   * The device's own persisted state, and the effective one: includes the host's settings while its experience is
   * followed.
   */
  readonly own_persisted: Persisted;
  readonly persisted: Persisted;
  readonly session: PlayPersisted['session'];
  readonly held: boolean;
  /** Host's experience being followed; null if none. */
  readonly host_exp: Experience | null;
  /** Host's newest experience while the page holds it back (R70); null if none. */
  readonly pull: Experience | null;
  /** The host's newest round. */
  readonly host_round: HostRound | null;
  /** Whether the round is new and the page still holds it back (C105). */
  readonly round_due: boolean;
  /** Devices in the session while this device hosts; null otherwise. */
  readonly roster: Omit<Roster, 'own'> | null;
  /** Current or last experience. */
  readonly id: ExperienceId;
  /** Resume the stored set (cfg key `resume`, C25). */
  readonly resume: boolean;
  /** Initial state of the set or round in play. */
  readonly started: StartedPlay | null;
  /** Share code of the current or last extension. */
  readonly code: string;
  /** On a simulator: the selected full swing, and the id of the player who putts; 0 before one is chosen. */
  readonly club: number;
  readonly striker: number;
}

export const playContext = ({ persisted, session, held }: PlayPersisted): PlayContext => ({
  own_persisted: persisted,
  persisted,
  session,
  held,
  host_exp: null,
  pull: null,
  host_round: null,
  round_due: false,
  roster: null,
  id: experienceOfMode(persisted.exp.mode)?.id ?? strokePlay.id,
  resume: false,
  started: null,
  code: '',
  club: 0,
  striker: 0,
});

/** Set or round to start or resume. `unix_s`: start time; 0 while the clock is not synced. */
export type StartedPlay =
  | { readonly kind: 'set'; readonly state: AnySetState; readonly unix_s: number }
  | { readonly kind: 'round'; readonly state: CourseState };

/** Input of `begin`. */
export type BeginInput = Pick<PlayContext, 'persisted' | 'id' | 'resume' | 'roster'>;

/** Returns the stored set or round to resume, or a new one for all players. Null if the experience has neither. */
export function playToBegin(
  { persisted, id, resume, roster }: BeginInput,
  random: Random,
  unix_s: number,
): StartedPlay | null {
  const chosen = experience(id);
  if (chosen.kind === 'course') {
    const kept = persisted.round;
    if (resume && isUnfinished(kept) && kept.game === chosen.id)
      return { kind: 'round', state: resumed(kept, nextRoundId(persisted, unix_s)) };
    return { kind: 'round', state: roundToPlay(persisted, chosen.id, roster, random, unix_s) };
  }
  if (chosen.kind !== 'set') return null;
  const stored = resume && isStored(chosen.id) ? storedSet(persisted, chosen.id) : null;
  const ids = persisted.players.map((player) => player.id);
  return { kind: 'set', state: stored ?? startSet(chosen.id, persisted.cfgs, ids, random), unix_s };
}

/** Returns an id above those of all earlier rounds: at least the current time, in case the flash was lost. */
const nextRoundId = (persisted: Persisted, unix_s: number): number =>
  Math.max(unix_s, (persisted.round?.round.id ?? 0) + 1);

function roundToPlay(
  persisted: Persisted,
  game: CourseId,
  roster: PlayContext['roster'],
  random: Random,
  unix_s: number,
): CourseState {
  const id = nextRoundId(persisted, unix_s);
  const seats = seatsFor({ own: entriesOf(persisted), devices: roster?.devices ?? [], away: null });
  const { course } = persisted.cfgs;
  return newRound({ game, id, seats, ho: drawHoles(course, random), greens: greensOf(course) });
}

/** Returns the persisted state that is in effect while following `host_exp`. */
export const persistedUnder = (own_persisted: Persisted, host_exp: Experience | null): Partial<PlayContext> => ({
  own_persisted,
  host_exp,
  persisted: host_exp ? withHostCfg(own_persisted, host_exp) : own_persisted,
});

/** Updates the context after a change of the persisted state, the session or the page. */
export function withPlayPersisted(
  context: PlayContext,
  { persisted, session, held }: PlayPersisted,
): Partial<PlayContext> {
  // A guest that stops following the host uses its own settings again (R67).
  const host_exp = context.session.fol && !session.fol ? null : context.host_exp;
  const roster = session.role === 'host' ? context.roster : null;
  if (persisted === context.own_persisted && host_exp === context.host_exp) return { session, held, roster };
  return { session, held, roster, ...persistedUnder(persisted, host_exp) };
}

/** Applies the host's newest experience. */
export function withPull(context: PlayContext): Partial<PlayContext> {
  const { pull, own_persisted, id } = context;
  if (!pull) return {};
  // A round that the host starts in this experience arrives later.
  const after = { host_round: null, round_due: false };
  const as_guest = experienceAsGuest(pull.mode) ?? id;
  return { ...persistedUnder(own_persisted, pull), ...after, pull: null, resume: false, id: as_guest };
}

/** Returns the host's experience as this device plays it; null if it does not have it. */
export const followed = ({ host_exp }: PlayContext): AnyExperience | null => {
  const id = host_exp && experienceAsGuest(host_exp.mode);
  return id ? experience(id) : null;
};

/** Switches to the host's round, regardless of the experience the host reports (C105). */
export const withHostRound = ({ own_persisted, host_round }: PlayContext): Partial<PlayContext> =>
  host_round
    ? { ...persistedUnder(own_persisted, host_round.exp), id: courseOf(host_round.exp), round_due: false }
    : {};

/** Returns the course game that the host plays. Default: Stroke play. */
function courseOf({ mode }: Experience): CourseId {
  const found = experienceOfMode(mode);
  return found?.kind === 'course' ? found.id : strokePlay.id;
}

/** Determines what a host resumes at boot (C102). */
export function resumedPlay({ persisted, exp_id }: StartInput): Partial<PlayContext> & { readonly as: ResumedAs } {
  const { round } = persisted;
  if (persisted.online.role !== 'host') return { as: 'nothing' };
  const code = codeInMode(persisted.installed, persisted.exp.mode);
  if (code !== null) return { as: 'extension', code };
  if (exp_id === null) return { as: 'nothing' };
  const id = exp_id;
  if (isCourse(id))
    return isUnfinished(round) && round.game === id
      ? { as: 'round', id, started: { kind: 'round', state: round } }
      : { as: 'nothing' };
  const { kind } = experience(id);
  if (kind === 'simulator') return { as: 'simulator', id };
  return kind === 'set' ? { as: 'set', id, resume: true } : { as: 'nothing' };
}

export type ResumedAs = 'nothing' | 'extension' | 'round' | 'simulator' | 'set';

interface StartInput {
  readonly persisted: Persisted;
  /** Stored experience; null if none, or if this device does not have it. */
  readonly exp_id: ExperienceId | null;
}

export const startOf = ({ own_persisted }: PlayContext): StartInput => ({
  persisted: own_persisted,
  exp_id: experienceOfMode(own_persisted.exp.mode)?.id ?? null,
});

/** Returns the guests' putts for a round and when they were struck (device clock). */
export const roundPutts = (items: readonly InputItem[], at_ms: number) =>
  items
    .filter(({ kind, putt }) => kind === 'putt' && putt?.p !== undefined)
    .map((item) => ({ item, at_ms: at_ms - (item.ms ?? 0) }));

const around = (value: number, by: 1 | -1, count: number): number => (value + by + count) % count;

export const withClub = ({ club }: PlayContext, by: 1 | -1): Partial<PlayContext> => ({
  club: around(club, by, CLUB_SWINGS.length),
});

/** Returns the player who putts on the simulator: the chosen one, or the first if that player has been deleted. */
export const strikerOf = ({ persisted, striker }: Pick<PlayContext, 'persisted' | 'striker'>): Player =>
  playerOf(persisted, striker) ?? assertDefined(persisted.players[0], 'player');

export function withStriker(context: PlayContext, by: 1 | -1): Partial<PlayContext> {
  const { players } = context.persisted;
  const next = players[around(players.indexOf(strikerOf(context)), by, players.length)];
  return { striker: (next ?? strikerOf(context)).id };
}

/** Converts a strike to a putt for the simulator. */
export const simPutt = (strike: Strike, context: PlayContext): RelayPutt =>
  roundedPutt(puttOfStrike(strike, strikerOf(context)));

/** Whether all players of the set still exist; the set ends when one of them is removed. */
export const setHasAll = (state: AnySetState, { players }: Persisted): boolean =>
  state.seats.every(({ player_id }) => players.some(({ id }) => id === player_id));

/** More shots than any round has, so that event numbers never collide. */
const SHOTS_OF_A_ROUND = 10_000;

/** Returns the host's own putt as an event; null if the round has none to report. */
export function eventOfRound(state: CourseState, name: string) {
  const { shot, ro, id } = publicRound(state);
  if (!shot || shot.v !== '' || ro[shot.p]?.d !== '') return null;
  return { seq: id * SHOTS_OF_A_ROUND + shot.seq, kind: 'putt', name, steps: 0 } as const;
}
