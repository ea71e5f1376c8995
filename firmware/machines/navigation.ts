// Where a person is on the device, as rules without xstate: pages, the rows that can be focused, what each key means there.

import type { Random } from '../../hal/random/random.ts';
import type { Strike } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { assert } from '../../wire/errors.ts';
import type { InputItem } from '../../wire/relay/answers.ts';
import type { Experience, Round } from '../../wire/relay/shapes.ts';
import type { Change } from '../facts/changes.ts';
import { storedSet, type Facts } from '../facts/facts.ts';
import { drawHoles } from '../experiences/course/cfg.ts';
import type { Roster } from '../experiences/course/roster.ts';
import { seatsFor } from '../experiences/course/roster.ts';
import { newRound, resumed, type CourseState } from '../experiences/course/round.ts';
import { isUnfinished } from '../experiences/course/stored.ts';
import { withHostCfg } from '../experiences/published-cfg.ts';
import {
  experienceAsGuest,
  isCourse,
  isSet,
  startSet,
  type AnySetState,
  type CourseId,
  type ExperienceId,
  type SetId,
} from '../experiences/registry.ts';
import type { SeatResult } from '../experiences/set-rules.ts';
import type { GuestMachineEvent } from '../online/guest.machine.ts';
import type { SessionView } from '../online/online.ts';
import type { OnlineRequest } from '../online/online.machine.ts';
import type { RelayPutt } from '../../wire/relay/shapes.ts';
import { written } from '../experiences/course/round.ts';
import { CLUB_SWINGS } from '../simulator/club-swings.ts';
import type { CalibrationRequest } from '../calibration/calibration.machine.ts';
import type { CalibrationView } from '../calibration/calibration.ts';
import type { ForwardingView } from '../forwarding/forwarder.ts';
import type { Shot } from '../forwarding/shot.ts';
import type { FirmwareRequest } from '../images/policy.machine.ts';
import type { FirmwareView } from '../images/policy.ts';
import type { UpdateRequest } from '../extension/update.machine.ts';
import type { UpdateView } from '../extension/update.ts';
import type { SimulatorRequest } from '../simulator/simulator.machine.ts';
import { entriesOf } from './course.ts';
import type { CodeEntry } from './code-entry.ts';
import type { Naming } from './naming.ts';
import { SCATTERS } from '../experiences/scatters.ts';
import { rowsOf, type Row } from './rows.ts';

export type PageName =
  | 'menu'
  | 'setup'
  | 'playing'
  | 'course'
  | 'result'
  | 'trend'
  | 'players'
  | 'player'
  | 'naming'
  | 'settings'
  | 'status'
  | 'together'
  | 'joining'
  | 'extensions'
  | 'installing'
  | 'removing'
  | 'calibration'
  | 'calibrations'
  | 'forwarding'
  | 'firmware'
  | 'absent'
  | 'unsensed'
  | 'simulator'
  | 'sharing'
  | 'extension'
  | 'options';

/** A set or a round that begins or goes on, and when (Unix seconds; 0 while the clock is not synced). */
export type BegunSet =
  | { readonly kind: 'set'; readonly state: AnySetState; readonly unix_s: number }
  | { readonly kind: 'course'; readonly state: CourseState };

/** What `beginSet` goes by. */
export type BeginSet = Pick<NavigationContext, 'facts' | 'game' | 'resume' | 'session' | 'roster'>;

/** The set that is played: the stored one where the player goes on with it, else a new one for everybody. */
export function setToPlay({ facts, game, resume, roster }: BeginSet, random: Random, unix_s: number): BegunSet {
  if (isCourse(game)) {
    const kept = facts.round;
    if (resume && isUnfinished(kept) && kept.game === game)
      return { kind: 'course', state: resumed(kept, nextRoundId(facts, unix_s)) };
    return { kind: 'course', state: roundToPlay(facts, game, roster, random, unix_s) };
  }
  assert(isSet(game), `${game} is not played by strokes of its own`);
  const stored = resume ? storedSet(facts, game) : null;
  const ids = facts.players.map((player) => player.id);
  return { kind: 'set', state: stored ?? startSet(game, facts.cfgs, ids, random), unix_s };
}

/** Above the ids of all rounds before it, also where the flash was lost: it begins at the time of day. */
const nextRoundId = (facts: Facts, unix_s: number): number => Math.max(unix_s, (facts.round?.round.id ?? 0) + 1);

function roundToPlay(facts: Facts, game: CourseId, roster: Roster | null, random: Random, unix_s: number): CourseState {
  const id = nextRoundId(facts, unix_s);
  const own = entriesOf(facts);
  const seats = seatsFor({ own, devices: roster?.devices ?? [], away: null });
  return newRound({ game, id, seats, ho: drawHoles(facts.cfgs.course, random) });
}

export interface NavigationContext {
  /** As they hold now: one's own, with a host's settings where its experience is followed. */
  readonly facts: Facts;
  readonly own_facts: Facts;
  readonly page: PageName;
  readonly focus: Readonly<Partial<Record<PageName, number>>>;
  readonly game: ExperienceId;
  /** Go on with the stored set (cfg key `resume`, C25). */
  readonly resume: boolean;
  /** The set in play, or the last one. */
  readonly begun: BegunSet | null;
  readonly player_id: number | null;
  /** Share code of the extension in play, or of the last one. */
  readonly code: string;
  readonly naming: Naming;
  /** The code that is being typed. */
  readonly code_entry: CodeEntry;
  readonly results: readonly SeatResult[];
  /** Which picture of the result is shown: 0 the trend, from 1 the scatters. */
  readonly plot: number;
  readonly session: SessionView;
  readonly calibration: CalibrationView;
  /** What became of the shots that were forwarded. */
  readonly forwarding: ForwardingView;
  /** How the update job of the extensions stands. */
  readonly update: UpdateView;
  readonly firmware: FirmwareView;
  /** The version that a person was asked about last. */
  readonly asked_of: string;
  /** While this device hosts: who is in its session. */
  readonly roster: Roster | null;
  /** The host's experience that is followed; null for none. */
  readonly host_exp: Experience | null;
  /** The host's newest experience, as long as this screen does not allow it (R70). */
  readonly pull: Experience | null;
  /** The host's round. */
  readonly round: Round | null;
  /** On a simulator: the full swing that is chosen, and whose putts are struck (place among the players). */
  readonly club: number;
  readonly striker: number;
}

/** The facts as they hold while `host_exp` is followed. */
export const factsUnder = (own_facts: Facts, host_exp: Experience | null): Partial<NavigationContext> => ({
  own_facts,
  host_exp,
  facts: host_exp ? withHostCfg(own_facts, host_exp) : own_facts,
});

/** The context once the host's newest experience is entered. */
export function withPull(context: NavigationContext): Partial<NavigationContext> {
  const { pull, own_facts } = context;
  if (!pull) return {};
  const game = experienceAsGuest(pull.mode);
  // The round that the host has begun under it comes after it.
  const round = null;
  return { ...factsUnder(own_facts, pull), pull: null, round, resume: false, ...(game === null ? {} : { game }) };
}

/** Pages on which something half typed would be lost. */
const HOLDS_PULLS: readonly PageName[] = ['naming', 'joining', 'installing'];
export const mayBePulled = ({ page }: NavigationContext): boolean => !HOLDS_PULLS.includes(page);

/** Pages on which somebody plays or types: the device does not start anew there. */
const BUSY: readonly PageName[] = [
  'playing',
  'course',
  'extension',
  'simulator',
  'sharing',
  'calibration',
  'naming',
  'joining',
  'installing',
];
export const isBusy = (page: PageName): boolean => BUSY.includes(page);

/** A release that a person has not been asked about yet. */
export const isToBeAsked = ({ firmware, facts, asked_of }: NavigationContext): boolean =>
  firmware.pending && firmware.step === '' && facts.firmware.mode === 'ask' && asked_of !== firmware.offer?.version;

/** What a row does; the machine knows where each leads. */
export type RowEvent =
  | { readonly type: 'open.setup'; readonly game: ExperienceId }
  | { readonly type: 'open.play'; readonly resume: boolean }
  | { readonly type: 'open.extension'; readonly code: string }
  /** The settings of an extension. */
  | { readonly type: 'open.options'; readonly code: string }
  | { readonly type: 'open.trend' }
  | { readonly type: 'open.players' }
  | { readonly type: 'open.player'; readonly player_id: number }
  | { readonly type: 'open.naming'; readonly naming: Naming }
  | { readonly type: 'open.settings' }
  | { readonly type: 'open.status' }
  | { readonly type: 'open.together' }
  | { readonly type: 'open.joining' }
  | { readonly type: 'open.forwarding' }
  | { readonly type: 'open.firmware' }
  /** Not now. */
  | { readonly type: 'offer.later' }
  | FirmwareRequest
  | { readonly type: 'forwarder.test' }
  | { readonly type: 'open.calibration' }
  /** What was calibrated before. */
  | { readonly type: 'open.calibrations' }
  | { readonly type: 'open.extensions' }
  | { readonly type: 'open.installing' }
  /** Asks whether an extension is to be removed. */
  | { readonly type: 'open.removing'; readonly code: string }
  | { readonly type: 'extension.kept' }
  | { readonly type: 'extension.removed' }
  | { readonly type: 'player.removed' }
  | { readonly type: 'course.end' }
  | { readonly type: 'choose.club'; readonly by: 1 | -1 }
  | { readonly type: 'choose.striker'; readonly by: 1 | -1 }
  | SimulatorRequest
  | UpdateRequest
  | CalibrationRequest
  | { readonly type: 'device.change'; readonly change: Change }
  | { readonly type: 'device.note'; readonly text: string }
  | OnlineRequest;

type KeyEvent = { readonly type: 'key.up' | 'key.down' | 'key.left' | 'key.right' | 'key.ok' | 'key.back' };

export type NavigationEvent =
  | KeyEvent
  | RowEvent
  | { readonly type: 'touch.row'; readonly focus: number; readonly key: 'ok' | 'left' | 'right' }
  | { readonly type: 'navigation.facts'; readonly facts: Facts }
  | { readonly type: 'navigation.session'; readonly session: SessionView }
  | { readonly type: 'navigation.calibration'; readonly view: CalibrationView }
  | { readonly type: 'navigation.forwarding'; readonly view: ForwardingView }
  /** A putt at a known target, of a player of this device. */
  | { readonly type: 'forwarder.shot'; readonly shot: Shot }
  | { readonly type: 'navigation.firmware'; readonly view: FirmwareView }
  | { readonly type: 'navigation.update'; readonly update: UpdateView }
  | { readonly type: 'navigation.pull'; readonly exp: Experience }
  | { readonly type: 'navigation.settings'; readonly exp: Experience }
  | { readonly type: 'navigation.round'; readonly round: Round; readonly at_ms: number; readonly label: string }
  | { readonly type: 'navigation.roster'; readonly roster: Roster }
  | { readonly type: 'navigation.inputs'; readonly items: readonly InputItem[]; readonly at_ms: number }
  | { readonly type: 'navigation.unsent' }
  | { readonly type: 'sensor.strike'; readonly strike: Strike }
  | { readonly type: 'experience.putt'; readonly state: AnySetState; readonly seat: number; readonly sound: Sound }
  | {
      readonly type: 'experience.finished';
      readonly game: SetId;
      readonly results: readonly SeatResult[];
      readonly unix_s: number;
    }
  | { readonly type: 'experience.left' }
  | { readonly type: 'course.changed'; readonly state: CourseState; readonly sound: Sound | null }
  | { readonly type: 'course.refused'; readonly text: string }
  | { readonly type: 'course.left' }
  | { readonly type: 'device.note'; readonly text: string }
  | { readonly type: 'visit.changed'; readonly round: Round; readonly sound: Sound | null }
  | Extract<GuestMachineEvent, { type: 'guest.input' }>;

export const focusOf = (context: NavigationContext): number => {
  const last = Math.max(0, rowsOf(context).length - 1);
  return Math.min(last, context.focus[context.page] ?? 0);
};

export const focusedRow = (context: NavigationContext): Row | undefined => rowsOf(context)[focusOf(context)];

/** The focus one row up or down; it goes round at the ends. */
export function withFocusMoved(context: NavigationContext, by: 1 | -1): Partial<NavigationContext> {
  const count = rowsOf(context).length;
  if (count === 0) return {};
  return { focus: { ...context.focus, [context.page]: (focusOf(context) + by + count) % count } };
}

/** A change of the context; where it moves the rows of the page, the focus stays on its row. */
export function withRowKept(
  context: NavigationContext,
  change: Partial<NavigationContext>,
): Partial<NavigationContext> {
  const [at, label] = [focusOf(context), focusedRow(context)?.label];
  const rows = rowsOf({ ...context, ...change });
  const there = rows.findIndex((row) => row.label === label);
  if (there < 0 || rows[at]?.label === label) return change;
  return { ...change, focus: { ...context.focus, [context.page]: there } };
}

/** Pictures of a result: its trend, and where the putts are kept how they scatter. */
export const plotsOf = ({ results }: Pick<NavigationContext, 'results'>): number =>
  results.some(({ putts = [] }) => putts.length > 1) ? 1 + SCATTERS.length : 1;

export const withPlot = (context: NavigationContext, by: 1 | -1): Partial<NavigationContext> => ({
  plot: around(context.plot, by, plotsOf(context)),
});

const around = (value: number, by: 1 | -1, count: number): number => (value + by + count) % count;

export const withClub = ({ club }: NavigationContext, by: 1 | -1): Partial<NavigationContext> => ({
  club: around(club, by, CLUB_SWINGS.length),
});

export const withStriker = ({ striker, facts }: NavigationContext, by: 1 | -1): Partial<NavigationContext> => ({
  striker: around(striker, by, facts.players.length),
});

/** What a strike is to a simulator: of the player who was chosen, or the first where that one has gone. */
export function simPutt(strike: Strike, { facts: { players }, striker }: NavigationContext): RelayPutt {
  const player = players[striker] ?? players[0];
  return written({
    mps: strike.club_speed_mps,
    face: strike.face_angle_deg,
    aoa: strike.attack_angle_deg ?? 0,
    ratio: player?.impact_ratio ?? 1,
  });
}
