// The device as a whole, as rules without xstate: what it knows of itself, and what there is to know of all its parts at one moment.

import type { AnyActorRef } from 'xstate';
import type { RunningImage } from '../../hal/images/images.ts';
import type { SensorStatus } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import { FACTS_BEFORE_BOOT, type Persisted, type RecordName } from '../persisted/persisted.ts';
import { SERVICES, type ServiceName, type ServiceViews } from '../services/services.ts';
import { scoresRound } from '../play/play-view.ts';
import { wayOf } from '../simulator/simulator.ts';
import { keysOf } from '../../wire/keys-of.ts';

/** What the board is, and what it was told when it was made. */
export interface DeviceInput {
  readonly sensor: SensorStatus;
  /** There is a cloud to play with. */
  readonly has_cloud: boolean;
  /** There is an extension store. */
  readonly has_store: boolean;
  /** There is firmware to be had, and a key that it must be signed with. */
  readonly has_updates: boolean;
}

export interface DeviceContext extends DeviceInput {
  readonly persisted: Persisted;
  /** Damaged and unreadable records found since the start, a sentence each. */
  readonly notes: readonly string[];
  /** Records that could not be read, so that nothing is written over them. */
  readonly unread: readonly RecordName[];
  /** The device is on a network. */
  readonly networked: boolean;
  /** What is wrong with the storage, a sentence or two, while something could not be written; '' while it is well. */
  readonly storage_error: string;
  /** A message that stays a few seconds; '' for none. */
  readonly flash: string;
  /** State that the toast depends on, as it was when shown; null for a toast that stays its whole time. */
  readonly flash_while: { readonly holds: 'play' | 'session'; readonly moment: string } | null;
  /** What went wrong with the extensions, in a red line; '' for nothing. */
  readonly alarm: string;
  /** What somebody in the session has just done; '' for nothing. */
  readonly status_line: string;
  /** The firmware that runs. */
  readonly image: RunningImage;
  /** Tells this start from all others. */
  readonly boot: string;
  /** The parts and the navigation, once they run. */
  readonly children: () => Children;
  /** The facts that each part was given last. */
  readonly given: Readonly<Partial<Record<ServiceName, unknown>>>;
}

/** Before the board has said what runs. */
const NO_IMAGE: RunningImage = { hw: '', version: '', seq: 0, trial: false, rolled_back: '' };

export const deviceContext = (input: DeviceInput, children: DeviceContext['children']): DeviceContext => ({
  ...input,
  children,
  persisted: FACTS_BEFORE_BOOT,
  notes: [],
  unread: [],
  networked: true,
  storage_error: '',
  flash: '',
  flash_while: null,
  alarm: '',
  status_line: '',
  image: NO_IMAGE,
  boot: '',
  given: {},
});

/** What a page says of itself by its tags. */
interface PageState {
  /** Somebody plays or types on it. */
  readonly busy: boolean;
  /** It holds what somebody types: nothing takes it away. */
  readonly held: boolean;
  /** It asks for a strike of its own. */
  readonly wants_strikes: boolean;
  /** It is left when something that it shows has changed. */
  readonly watches: boolean;
}

const NO_PAGE: PageState = { busy: false, held: false, wants_strikes: false, watches: false };

/** What there is to know of the device: its own context, what each part shows, and its page. */
export interface DeviceState
  extends
    Omit<DeviceContext, 'persisted' | 'given' | 'children' | 'flash_while'>,
    ServiceViews,
    Pick<PageState, 'held'> {
  /** The device's own facts. */
  readonly own_facts: Persisted;
  /** The facts as they hold now: with a host's settings where its experience is followed. */
  readonly persisted: Persisted;
  /** Somebody plays or types here, or plays by this device: it does not start again now. */
  readonly busy: boolean;
}

type Children = Readonly<Record<string, AnyActorRef | undefined>>;

export const SERVICE_NAMES = keysOf(SERVICES);

/** Pages read the snapshots of the parts: nobody passes a view along. */
export function deviceState(context: DeviceContext): DeviceState {
  const { persisted: own_facts, given: _, children: running, flash_while, ...rest } = context;
  const children = running();
  const views = viewsOf(children);
  const page = pageState(children);
  const persisted = children['play'] ? views.play.persisted : own_facts;
  const busy = page.busy || isPlayedOn(own_facts, views);
  const flash = !flash_while || flash_while.moment === momentOf(views, flash_while.holds) ? rest.flash : '';
  return { ...rest, ...views, own_facts, persisted, flash, held: page.held, busy };
}

/** A short message; one that `holds` is taken back as soon as it may not be true any more. */
export interface Toast {
  readonly text: string;
  readonly holds?: 'play' | 'session';
}

/**
 * Returns the state that a toast depends on, as a text to compare: whose turn it is, a ball, a replay; or the session and the
 * device's part in it.
 */
export function momentOf({ play, session }: Pick<ServiceViews, 'play' | 'session'>, holds: 'play' | 'session'): string {
  if (holds === 'session') return JSON.stringify([session.role, session.code, session.checking, session.fol]);
  const { kind, rolling, resting, sent, set, round } = play;
  const at = round && [round.round.id, round.round.ph, round.round.hole, round.round.turn, round.round.shot];
  return JSON.stringify([kind, rolling, resting, sent, set?.state.turn, at, session.replay]);
}

/** Guests play by this device: on its simulator, or in a round that it scores. */
export const isPlayedOn = (persisted: Persisted, { session, play }: Pick<ServiceViews, 'session' | 'play'>): boolean =>
  session.role === 'host' && (wayOf(persisted.exp.mode) !== null || scoresRound(play));

/** The machines of all parts together are too many for the checker to call their views as one. */
interface AnyView {
  readonly none: unknown;
  readonly looks_within?: boolean;
  view(context: never, snapshot: never): unknown;
}

/** What a snapshot shows stays what it is: the same snapshot has the same view. */
const KNOWN_VIEWS = new WeakMap<object, unknown>();

function viewsOf(children: Children): ServiceViews {
  const views: Record<string, unknown> = {};
  for (const name of SERVICE_NAMES) {
    const child = children[name];
    views[name] = child ? viewOf(SERVICES[name], child.getSnapshot()) : SERVICES[name].none;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each view is its own part's, which is more than the list's type knows
  return views as unknown as ServiceViews;
}

function viewOf({ view, looks_within = false }: AnyView, snapshot: { readonly context: unknown }): unknown {
  if (!looks_within && KNOWN_VIEWS.has(snapshot)) return KNOWN_VIEWS.get(snapshot);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the device invokes each part under its name: it is of its machine
  const seen = view(snapshot.context as never, snapshot as never);
  if (!looks_within) KNOWN_VIEWS.set(snapshot, seen);
  return seen;
}

/** The page as its state's tags tell it. */
export function pageState(children: Children): PageState {
  const snapshot: { hasTag(tag: string): boolean } | undefined = children['navigation']?.getSnapshot();
  if (!snapshot) return NO_PAGE;
  return {
    busy: snapshot.hasTag('busy'),
    held: snapshot.hasTag('holds-pulls'),
    wants_strikes: snapshot.hasTag('wants-strikes'),
    watches: snapshot.hasTag('watches'),
  };
}

/** Lists too. */
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Equal all the way down; parts of facts that nobody has changed are the very same objects, so this is quick. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => key in b && isSame(a[key], b[key]));
}

export type FeedbackEvent =
  | { readonly type: 'feedback.sound'; readonly sound: Sound; readonly volume_percent: number }
  | { readonly type: 'feedback.light'; readonly seat: number; readonly light_ms: number }
  | { readonly type: 'feedback.lights'; readonly light_ms: number };

const FLASH_MS = 4000;
/** Nobody reads faster than this. */
const READ_MS_A_CHAR = 60;
/** How long a message stays. */
export const flashMs = (text: string): number => Math.max(FLASH_MS, READ_MS_A_CHAR * text.length);
/** How long the red line stays; the page of the extensions says the same for longer. */
export const ALARM_MS = 15_000;
/** The boot page waits this long for the sensor, then goes on without it. */
export const SENSOR_WAIT_MS = 1500;
export const STORAGE_DAMAGED = 'Some of what was stored is damaged: see the status page.';

export const STORED_AGAIN = 'The storage works again, and has all that is new.';
