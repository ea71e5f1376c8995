// State of the whole device, as rules without xstate: its own context plus a snapshot of all services.

import type { AnyActorRef } from 'xstate';
import { BOARD_FILE_UNUSED } from '../board.ts';
import type { RunningImage } from '../../hal/images/images.ts';
import type { SensorStatus } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { PERSISTED_DEFAULT, type Persisted, type RecordName } from '../persisted/persisted.ts';
import { SERVICES, type ServiceName, type ServiceViews } from '../services/services.ts';
import { scoresRound } from '../play/play-view.ts';
import { transportOf } from '../simulator/simulator.ts';
import { keysOf } from '../../wire/keys-of.ts';

/** Capabilities of the board and its configuration. */
export interface DeviceInput {
  readonly sensor: SensorStatus;
  /** Why the owner's board file is not used; '' if it is. */
  readonly board_problem: string;
  /** Whether a cloud is configured. */
  readonly has_cloud: boolean;
  /** Whether an extension store is configured. */
  readonly has_store: boolean;
  /** Whether a store and a firmware signing key are configured. */
  readonly has_updates: boolean;
}

export interface DeviceContext extends DeviceInput {
  readonly persisted: Persisted;
  /** Damaged and unreadable records found since the start, one sentence each. */
  readonly notes: readonly string[];
  /** Records that could not be read and must not be overwritten. */
  readonly unread: readonly RecordName[];
  /** Whether the device is on a network. */
  readonly networked: boolean;
  /** Address of the device's web page, without its token; null if no other machine can open it. */
  readonly web_address: string | null;
  /** Storage error in a sentence or two while a write is failing; '' otherwise. */
  readonly storage_error: string;
  /** Toast shown for a few seconds; '' for none. */
  readonly toast: string;
  /** State that the toast depends on, as it was when shown; null for a toast that always stays its full time. */
  readonly toast_while: { readonly holds: 'play' | 'session'; readonly moment: string } | null;
  /** Extension failure shown as a red line; '' for none. */
  readonly alarm: string;
  /** Latest action of a player in the session; '' for none. */
  readonly status_line: string;
  /** Running firmware. */
  readonly image: RunningImage;
  /** Unique ID of this boot. */
  readonly boot: string;
  /** Services and navigation, once running. */
  readonly children: () => Children;
  /** Persisted state last sent to each service. */
  readonly given: Readonly<Partial<Record<ServiceName, unknown>>>;
}

/** Placeholder until the board reports the running image. */
const NO_IMAGE: RunningImage = { hw: '', version: '', seq: 0, trial: false, rolled_back: '' };

export const deviceContext = (input: DeviceInput, children: DeviceContext['children']): DeviceContext => ({
  ...input,
  children,
  persisted: PERSISTED_DEFAULT,
  notes: [],
  unread: [],
  networked: true,
  web_address: null,
  storage_error: '',
  toast: '',
  toast_while: null,
  alarm: '',
  status_line: '',
  image: NO_IMAGE,
  boot: '',
  given: {},
});

/** State that a page declares by its tags. */
interface PageState {
  /** Whether a player is playing or typing on the page. */
  readonly busy: boolean;
  /** Whether the page holds typed input and must not be closed. */
  readonly held: boolean;
  /** Whether the page wants strikes for itself. */
  readonly wants_strikes: boolean;
  /** Whether a strike on the page starts the practice green if nothing is played. */
  readonly practises: boolean;
  /** Whether the page may have to close when the state that it shows changes. */
  readonly watches: boolean;
  /** Whether the page shows the play whose metronome beats. */
  readonly beats: boolean;
}

const NO_PAGE: PageState = {
  busy: false,
  held: false,
  wants_strikes: false,
  practises: false,
  watches: false,
  beats: false,
};

/** State of the device: its own context, the view of each service, and its page. */
export interface DeviceState
  extends
    Omit<DeviceContext, 'persisted' | 'given' | 'children' | 'toast_while'>,
    ServiceViews,
    Pick<PageState, 'held'> {
  /** Persisted state of this device. */
  readonly own_persisted: Persisted;
  /** Persisted state in effect: includes the host's settings while following the host's experience. */
  readonly persisted: Persisted;
  /**
   * Whether a player is playing or typing here, or guests play through this device. While busy, the device does not
   * restart.
   */
  readonly busy: boolean;
}

type Children = Readonly<Record<string, AnyActorRef | undefined>>;

export const SERVICE_NAMES = keysOf(SERVICES);

/** Builds the device state from the snapshots of the services, so no view has to be passed along. */
export function deviceState(context: DeviceContext): DeviceState {
  const { persisted: own_persisted, given: _, children: running, toast_while, ...rest } = context;
  const children = running();
  const views = viewsOf(children);
  const page = pageState(children);
  const persisted = children['play'] ? views.play.persisted : own_persisted;
  const busy = page.busy || isPlayedOn(own_persisted, views);
  const toast = !toast_while || toast_while.moment === momentOf(views, toast_while.holds) ? rest.toast : '';
  return { ...rest, ...views, own_persisted, persisted, toast, held: page.held, busy };
}

/** Short message. With `holds`, it is withdrawn as soon as it may be out of date. */
export interface Toast {
  readonly text: string;
  readonly holds?: 'play' | 'session';
}

/**
 * Returns the state that a toast depends on, as a text to compare: whose turn it is, a ball, a replay; or the session
 * and the device's role in it.
 */
export function momentOf({ play, session }: Pick<ServiceViews, 'play' | 'session'>, holds: 'play' | 'session'): string {
  if (holds === 'session') return JSON.stringify([session.role, session.code, session.checking, session.fol]);
  const { kind, rolling, resting, sent, set, round } = play;
  const at = round && [round.round.id, round.round.ph, round.round.hole, round.round.turn, round.round.shot];
  return JSON.stringify([kind, rolling, resting, sent, set?.state.turn, at, session.replay]);
}

/** Whether guests play through this device: on its simulator, or in a round that it scores. */
export const isPlayedOn = (persisted: Persisted, { session, play }: Pick<ServiceViews, 'session' | 'play'>): boolean =>
  session.role === 'host' && (transportOf(persisted.exp.mode) !== null || scoresRound(play));

/** Common view type: the union of all service machines is too large for the type checker. */
interface AnyView {
  readonly none: unknown;
  readonly reads_children?: boolean;
  view(context: never, snapshot: never): unknown;
}

/** Views by snapshot: snapshots are immutable, so the same snapshot has the same view. */
const KNOWN_VIEWS = new WeakMap<object, unknown>();

function viewsOf(children: Children): ServiceViews {
  const views: Record<string, unknown> = {};
  for (const name of SERVICE_NAMES) {
    const child = children[name];
    views[name] = child ? viewOf(SERVICES[name], child.getSnapshot()) : SERVICES[name].none;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the list type loses the link between a service and its view
  return views as unknown as ServiceViews;
}

function viewOf({ view, reads_children = false }: AnyView, snapshot: { readonly context: unknown }): unknown {
  if (!reads_children && KNOWN_VIEWS.has(snapshot)) return KNOWN_VIEWS.get(snapshot);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each service is invoked under its own name, so the snapshot is from its machine
  const computed = view(snapshot.context as never, snapshot as never);
  if (!reads_children) KNOWN_VIEWS.set(snapshot, computed);
  return computed;
}

/** Returns the state of the page from its tags. */
export function pageState(children: Children): PageState {
  const snapshot: { hasTag(tag: string): boolean } | undefined = children['navigation']?.getSnapshot();
  if (!snapshot) return NO_PAGE;
  return {
    busy: snapshot.hasTag('busy'),
    held: snapshot.hasTag('holds-pulls'),
    wants_strikes: snapshot.hasTag('wants-strikes'),
    practises: snapshot.hasTag('practises'),
    watches: snapshot.hasTag('watches'),
    beats: snapshot.hasTag('beats'),
  };
}

/** True for arrays too. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Compares deeply. Unchanged persisted state keeps its identity, so this is fast. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => key in b && isSame(a[key], b[key]));
}

/** Resets the device to its factory settings, and restarts it. */
export interface ResetEvent {
  readonly type: 'device.reset';
  readonly keep_putts: boolean;
}

/** Makes a new link for phones. */
export interface RenewEvent {
  readonly type: 'web_page.renew';
}

export type FeedbackEvent =
  | { readonly type: 'feedback.sound'; readonly sound: Sound; readonly volume_percent: number }
  | { readonly type: 'feedback.light'; readonly seat: number; readonly light_ms: number }
  | { readonly type: 'feedback.lights'; readonly light_ms: number };

const TOAST_MS = 4000;
/** Fastest reading speed assumed. */
const READ_MS_A_CHAR = 60;
/** Returns the display time of a toast, in ms. */
export const toastMs = (text: string): number => Math.max(TOAST_MS, READ_MS_A_CHAR * text.length);
/** Display time of the red line. The extensions page shows the message for longer. */
export const ALARM_MS = 15_000;
/** Time the boot page waits for the sensor before it continues without it. */
export const SENSOR_WAIT_MS = 1500;
export const STORAGE_DAMAGED = 'Stored data is damaged: see the status page.';

/** Returns the toast at the start; '' for none. */
export function startToast({ notes, board_problem }: Pick<DeviceContext, 'notes' | 'board_problem'>): string {
  if (notes.length > 0) return STORAGE_DAMAGED;
  return board_problem === '' ? '' : BOARD_FILE_UNUSED;
}

export const STORED_AGAIN = 'Storage works again: all changes are saved.';
