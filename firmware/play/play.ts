// What is played, as rules without xstate: what a choice begins, what a host's experience means here, where a start goes on (C100–C102, C105).

import type { Random } from '../../hal/random/random.ts';
import type { Strike } from '../../hal/sensor/sensor.ts';
import { assertDefined } from '../../wire/errors.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { Experience, RelayPutt } from '../../wire/relay/shapes.ts';
import type { Round } from '../../wire/relay/round.ts';
import { drawHoles } from '../experiences/course/cfg.ts';
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

/** What the play gets from the rest of the device. */
export interface PlayPersisted {
  readonly persisted: Persisted;
  readonly session: Pick<SessionView, 'role' | 'label' | 'fol' | 'replay'>;
  /** The page holds what somebody types: what a host has chosen waits meanwhile (R70). */
  readonly held: boolean;
}

/** A host's round as it came. */
interface HostRound {
  readonly round: Round;
  /** Clock of the device. */
  readonly at_ms: number;
  /** This device's label. */
  readonly label: string;
  readonly exp: Experience;
}

export interface PlayContext {
  /** The device's own facts, and as they hold now: with a host's settings where its experience is followed. */
  readonly own_facts: Persisted;
  readonly persisted: Persisted;
  readonly session: PlayPersisted['session'];
  readonly held: boolean;
  /** The host's experience that is followed; null for none. */
  readonly host_exp: Experience | null;
  /** The host's newest experience, as long as the page does not allow it (R70). */
  readonly pull: Experience | null;
  /** The host's newest round. */
  readonly host_round: HostRound | null;
  /** It is another one than before, and the page has not allowed it yet (C105). */
  readonly round_due: boolean;
  /** While this device hosts: who is in its session. */
  readonly roster: Omit<Roster, 'own'> | null;
  /** What is played, or was last. */
  readonly id: ExperienceId;
  /** Go on with the stored set (cfg key `resume`, C25). */
  readonly resume: boolean;
  /** The set or the round that is in play, as it began. */
  readonly begun: Begun | null;
  /** Share code of the extension in play, or of the last one. */
  readonly code: string;
  /** On a simulator: the full swing that is chosen, and the id of the player whose putts are struck; 0 before one is chosen. */
  readonly club: number;
  readonly striker: number;
}

export const playContext = ({ persisted, session, held }: PlayPersisted): PlayContext => ({
  own_facts: persisted,
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
  begun: null,
  code: '',
  club: 0,
  striker: 0,
});

/** A set or a round that begins or goes on, and when (Unix seconds; 0 while the clock is not synced). */
export type Begun =
  | { readonly kind: 'set'; readonly state: AnySetState; readonly unix_s: number }
  | { readonly kind: 'round'; readonly state: CourseState };

/** What `begin` needs. */
export type BeginInput = Pick<PlayContext, 'persisted' | 'id' | 'resume' | 'roster'>;

/** What is played: the stored set or round where somebody goes on with it, else a new one for everybody. Null for what has neither. */
export function playToBegin(
  { persisted, id, resume, roster }: BeginInput,
  random: Random,
  unix_s: number,
): Begun | null {
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

/** Above the ids of all rounds before it, also where the flash was lost: it begins at the time of day. */
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
  return newRound({ game, id, seats, ho: drawHoles(persisted.cfgs.course, random) });
}

/** The facts as they hold while `host_exp` is followed. */
export const persistedUnder = (own_facts: Persisted, host_exp: Experience | null): Partial<PlayContext> => ({
  own_facts,
  host_exp,
  persisted: host_exp ? withHostCfg(own_facts, host_exp) : own_facts,
});

/** The context after the device's facts, its session or its page have changed. */
export function withPlayPersisted(
  context: PlayContext,
  { persisted, session, held }: PlayPersisted,
): Partial<PlayContext> {
  // Who begins to go its own way goes by its own settings (R67).
  const host_exp = context.session.fol && !session.fol ? null : context.host_exp;
  const roster = session.role === 'host' ? context.roster : null;
  if (persisted === context.own_facts && host_exp === context.host_exp) return { session, held, roster };
  return { session, held, roster, ...persistedUnder(persisted, host_exp) };
}

/** The context once the host's newest experience is entered. */
export function withPull(context: PlayContext): Partial<PlayContext> {
  const { pull, own_facts, id } = context;
  if (!pull) return {};
  // The round that the host has begun under it comes after it.
  const after = { host_round: null, round_due: false };
  const as_guest = experienceAsGuest(pull.mode) ?? id;
  return { ...persistedUnder(own_facts, pull), ...after, pull: null, resume: false, id: as_guest };
}

/** The host's experience as it is played here; null for what this device does not have. */
export const followed = ({ host_exp }: PlayContext): AnyExperience | null => {
  const id = host_exp && experienceAsGuest(host_exp.mode);
  return id ? experience(id) : null;
};

/** The context once the host's round is shown, whatever the host says that it plays (C105). */
export const withHostRound = ({ own_facts, host_round }: PlayContext): Partial<PlayContext> =>
  host_round ? { ...persistedUnder(own_facts, host_round.exp), id: courseOf(host_round.exp), round_due: false } : {};

/** The course game that a host plays; where it plays something else, a round is one of Stroke play. */
function courseOf({ mode }: Experience): CourseId {
  const found = experienceOfMode(mode);
  return found?.kind === 'course' ? found.id : strokePlay.id;
}

/** Where a host goes on after a start (C102). */
export function resumedPlay({ persisted, exp_id }: StartInput): Partial<PlayContext> & { readonly as: ResumedAs } {
  const { round } = persisted;
  if (persisted.online.role !== 'host') return { as: 'nothing' };
  const code = codeInMode(persisted.installed, persisted.exp.mode);
  if (code !== null) return { as: 'extension', code };
  if (exp_id === null) return { as: 'nothing' };
  const id = exp_id;
  if (isCourse(id))
    return isUnfinished(round) && round.game === id
      ? { as: 'round', id, begun: { kind: 'round', state: round } }
      : { as: 'nothing' };
  const { kind } = experience(id);
  if (kind === 'simulator') return { as: 'simulator', id };
  return kind === 'set' ? { as: 'set', id, resume: true } : { as: 'nothing' };
}

export type ResumedAs = 'nothing' | 'extension' | 'round' | 'simulator' | 'set';

interface StartInput {
  readonly persisted: Persisted;
  /** The stored experience; null for none, or one that this device does not have. */
  readonly exp_id: ExperienceId | null;
}

export const startOf = ({ own_facts }: PlayContext): StartInput => ({
  persisted: own_facts,
  exp_id: experienceOfMode(own_facts.exp.mode)?.id ?? null,
});

/** Putts of guests for a round, and when they were struck (clock of the device). */
export const roundPutts = (items: readonly InputItem[], at_ms: number) =>
  items
    .filter(({ kind, putt }) => kind === 'putt' && putt?.p !== undefined)
    .map((item) => ({ item, at_ms: at_ms - (item.ms ?? 0) }));

const around = (value: number, by: 1 | -1, count: number): number => (value + by + count) % count;

export const withClub = ({ club }: PlayContext, by: 1 | -1): Partial<PlayContext> => ({
  club: around(club, by, CLUB_SWINGS.length),
});

/** Whose putts are struck on a simulator: the chosen player's, or the first's where that one has gone. */
export const strikerOf = ({ persisted, striker }: Pick<PlayContext, 'persisted' | 'striker'>): Player =>
  playerOf(persisted, striker) ?? assertDefined(persisted.players[0], 'player');

export function withStriker(context: PlayContext, by: 1 | -1): Partial<PlayContext> {
  const { players } = context.persisted;
  const next = players[around(players.indexOf(strikerOf(context)), by, players.length)];
  return { striker: (next ?? strikerOf(context)).id };
}

/** What a strike is to a simulator. */
export const simPutt = (strike: Strike, context: PlayContext): RelayPutt =>
  roundedPutt(puttOfStrike(strike, strikerOf(context)));

/** The putts of a set need all its players; who is removed takes it along. */
export const setHasAll = (state: AnySetState, { players }: Persisted): boolean =>
  state.seats.every(({ player_id }) => players.some(({ id }) => id === player_id));

/** More than any round has: numbers of events never meet. */
const SHOTS_OF_A_ROUND = 10_000;

/** What a host says of its own putt; null where the round shows no new one of ours. */
export function eventOfRound(state: CourseState, name: string) {
  const { shot, ro, id } = publicRound(state);
  if (!shot || shot.v !== '' || ro[shot.p]?.d !== '') return null;
  return { seq: id * SHOTS_OF_A_ROUND + shot.seq, kind: 'putt', name, steps: 0 } as const;
}
