// One WebSocket of the front panel: sends changes, takes keys and touches. Sends nothing to a page that does not watch.

import { nextMacrotask } from '#macrotask';
import type { RecordedTap } from '../../hal/keyboard/keyboard-virtual.ts';
import { KEYS, type Key, type KeyAction } from '../../hal/keys/keys.ts';
import type { LogLine } from '../../hal/log/log.ts';
import { readFields } from '../../wire/json-fields.ts';
import { isTypedText } from '../../wire/typed-text.ts';
import { STROKE_FIELDS } from '../putter/stroke-call.ts';
import type { TimelineEvent } from './page/timeline/timeline-event.ts';
import { RECORDED, type PageMessage, type ServerMessage, type TapRun } from './page/connection/protocol.ts';
import { createPastView, type PastView } from './look-back.ts';
import type { PacedTime } from './paced-time.ts';
import type { PanelDevice } from './panel-device.ts';
import type { ShownBreakpoints } from './breakpoints/breakpoints.ts';
import { extensionOf, greenOf, linkOf, soundOf, switchesOf, timeOf } from './server-messages.ts';
import { pictureMessage, sentItems, type SentItems } from './picture.ts';
import { dropIfSlow, transmit, type PanelSocket } from './sockets.ts';
import { runsOf, withTap } from './tap-runs.ts';

/** Minimum time between frames: 60 frames per second. */
const FRAME_EVERY_MS = 16;
/** A frame may take this share of a core: a slow machine sends fewer, but at least 10 per second. */
const FRAME_SHARE = 0.25;
const FRAME_EVERY_MS_MAX = 100;
/** A page with more unsent bytes gets fewer frames. */
const BACKLOG_BYTES_MAX = 1_000_000;
const MESSAGE_BYTES_MAX = 1024;
/** Log lines kept for a page that does not watch. */
const LOG_LINES_MAX = 500;
const TIMELINE_EVENTS_AT_ONCE = 2000;
const SPEED_SHOWN_MPS = 1.5;

interface Viewer {
  readonly socket: PanelSocket;
  /** Timeline events not sent yet; null while the page does not follow the timeline. */
  timeline: TimelineEvent[] | null;
  /** True until the first kept events are sent. */
  first: boolean;
  /** True if more events arrived than are kept; the timeline then restarts at the next send. */
  overrun: boolean;
  readonly device: PanelDevice;
  readonly index: number;
  readonly has_charts: boolean;
  /** Address of the site for extension authors; null if there is none. */
  readonly author_site: string | null;
  /** null if the device runs in real time. */
  readonly time: PacedTime | null;
  readonly breakpoints: ShownBreakpoints | null;
  watching: boolean;
  /** Items of the picture that the page shows; null before the first. */
  picture: SentItems | null;
  /** Time between frames, by the cost of the last one. */
  frame_every_ms: number;
  /** Last JSON sent per message type, so that only changes are sent. */
  readonly sent: Map<string, string>;
  /** Newest log lines not sent yet. */
  log_lines: LogLine[];
  /** True if `log_lines` replace the lines on the page. */
  log_again: boolean;
  /** Called when the page says whether it draws: with its first frame, or at once if it is hidden. */
  readonly seen: () => void;
  /** Past state that the page shows, if any. */
  readonly past_view: PastView;
  /** Updated with each tap, watched or not, so that a run's count exceeds the kept taps; null with a real keyboard. */
  tap_runs: readonly TapRun[] | null;
  /** Keys that this page holds down. */
  readonly held: Set<Key>;
  /** Cancels the scheduled update; null if none is scheduled. */
  cancel: (() => void) | null;
  /** True if the update is only scheduled because time passes. */
  by_time: boolean;
  sent_at_ms: number;
  /** Schedules an update soon. */
  soon(): void;
  /** Stops following the timeline; null while not following. */
  unfollow: (() => void) | null;
}

/** Serves a device to a socket until it closes. */
export function viewDevice({
  socket,
  device,
  index,
  time,
  breakpoints,
  has_charts,
  author_site,
  seen,
}: Pick<Viewer, 'socket' | 'device' | 'index' | 'time' | 'breakpoints' | 'has_charts' | 'author_site' | 'seen'>): void {
  const viewer: Viewer = {
    socket,
    device,
    index,
    time,
    breakpoints,
    has_charts,
    author_site,
    seen,
    timeline: null,
    first: true,
    overrun: false,
    watching: true,
    picture: null,
    frame_every_ms: FRAME_EVERY_MS,
    sent: new Map(),
    log_lines: [...device.log.lines()],
    log_again: true,
    past_view: createPastView(device, () => showAgain(viewer)),
    tap_runs: device.keyboard && runsOf(device.keyboard.taps()),
    held: new Set(),
    cancel: null,
    by_time: false,
    sent_at_ms: Number.NEGATIVE_INFINITY,
    // Immediately after a pause, but never above the frame rate.
    soon: () => schedule(viewer, Math.max(0, viewer.sent_at_ms + viewer.frame_every_ms - performance.now())),
    unfollow: null,
  };
  sendIfChanged(viewer, helloOf(viewer));
  const { soon } = viewer;
  const unsubscribe = [
    device.screen.onChange(soon),
    device.device.onChange(soon),
    device.leds.onChange(soon),
    device.rig?.onChange(soon),
    device.network?.onSwitch(soon),
    device.time_of_day?.onSet(soon),
    device.script?.onChange(soon),
    time?.onChange(soon),
    breakpoints?.onChange(soon),
    device.speaker.onPlay((sound) => viewer.watching && isPresent(viewer) && send(viewer, soundOf(sound))),
    device.keyboard?.onTap((tap) => (noteTap(viewer, tap), soon())),
    device.log.onLine((line) => (noteLine(viewer, line), soon())),
  ];
  socket.onText((text) => onMessage(viewer, text));
  socket.onPing(() => dropIfSlow(socket, device.log));
  socket.onClose(() => {
    viewer.watching = false;
    unsubscribe.forEach((end) => end?.());
    cancel(viewer);
    follow(viewer, false);
    // The page can no longer release its keys.
    for (const key of viewer.held) device.keys.key(key, 'release');
  });
  soon();
}

/** Builds the message for a sound; includes the audio data of a sound from the audio pack. */
function noteLine(viewer: Viewer, line: LogLine): void {
  const { log_lines } = viewer;
  if (!isPresent(viewer)) return;
  log_lines.push(line);
  if (log_lines.length > LOG_LINES_MAX) log_lines.shift();
}

function noteTap(viewer: Viewer, tap: RecordedTap): void {
  viewer.tap_runs = withTap(viewer.tap_runs ?? [], tap);
}

const helloOf = ({
  device: { device, screen, rig, replayed, sensorStatus, timeline: device_timeline },
  index,
  has_charts,
  author_site,
}: Viewer): ServerMessage => ({
  type: 'hello',
  device: { index, id: device.id(), name: device.name(), role: device.role() },
  screen: { width: screen.width, height: screen.height },
  sensor: rig ? 'virtual' : replayed ? RECORDED : sensorStatus().path,
  faults: rig?.faults ?? [],
  timeline: device_timeline?.limits ?? null,
  charts: has_charts,
  author_site,
  wifi: device.setUp().has_wifi,
  strike_fields: STROKE_FIELDS.map((field) => ({ ...field, default: field.default ?? SPEED_SHOWN_MPS })),
  units: device.units(),
});

const send = ({ socket, device }: Viewer, message: ServerMessage): void =>
  transmit(socket, device.log, JSON.stringify(message));

function sendIfChanged(viewer: Viewer, message: ServerMessage): void {
  const text = JSON.stringify(message);
  if (viewer.sent.get(message.type) === text) return;
  viewer.sent.set(message.type, text);
  send(viewer, message);
}

/** Schedules an update in `delay_ms`. An update scheduled `by_time` yields to one that a change requests. */
function schedule(viewer: Viewer, delay_ms: number, by_time = false): void {
  if (!viewer.watching || (viewer.cancel !== null && !viewer.by_time)) return;
  cancel(viewer);
  viewer.by_time = by_time;
  const run = (): void => {
    viewer.cancel = null;
    update(viewer);
  };
  viewer.cancel = delay_ms > 0 ? afterDelay(run, delay_ms) : nextMacrotask(run);
}

function cancel(viewer: Viewer): void {
  viewer.cancel?.();
  viewer.cancel = null;
}

function afterDelay(run: () => void, delay_ms: number): () => void {
  const timer = setTimeout(run, delay_ms);
  return () => clearTimeout(timer);
}

/** Sends everything that differs from the page; reschedules itself while the screen animates. */
function update(viewer: Viewer): void {
  const { device, socket, past_view } = viewer;
  if (!viewer.watching) return;
  if (socket.queued_bytes() > BACKLOG_BYTES_MAX) return schedule(viewer, FRAME_EVERY_MS);
  const started_ms = performance.now();
  sendShown(viewer, past_view.device());
  sendIfChanged(viewer, { type: 'past', ...past_view.past() });
  // The script file's state is live, even while the page shows a past state.
  if (device.script) sendIfChanged(viewer, { type: 'script', file: device.script.state() });
  if (isPresent(viewer)) sendPresent(viewer);
  if (viewer.log_again || viewer.log_lines.length > 0)
    send(viewer, { type: 'log', first: viewer.log_again, lines: viewer.log_lines });
  viewer.log_lines = [];
  viewer.log_again = false;
  sendTimeline(viewer);
  viewer.sent_at_ms = started_ms;
  const slow_ms = (performance.now() - started_ms) / FRAME_SHARE;
  viewer.frame_every_ms = Math.min(FRAME_EVERY_MS_MAX, Math.max(FRAME_EVERY_MS, slow_ms));
  if (viewer.timeline && viewer.timeline.length > 0) return viewer.soon();
  if (!isPresent(viewer)) return;
  if (device.screen.animates()) return viewer.soon();
  const changes_ms = device.screen.changes_in_ms();
  if (Number.isFinite(changes_ms)) schedule(viewer, changes_ms + FRAME_EVERY_MS, true);
}

const isPresent = ({ past_view }: Viewer): boolean => past_view.past().at_ms === null;

/** Replaces the page's log with the log up to the time now shown. */
function showAgain(viewer: Viewer): void {
  viewer.log_lines = [...(viewer.past_view.device()?.log.lines() ?? [])];
  viewer.log_again = true;
  viewer.soon();
}

/** Sends what past states include as well. null: the device was never on. */
function sendShown(viewer: Viewer, shown: PanelDevice | null): void {
  // The replayed screen stays lit until the firmware finishes its writes; show it dark if the power is off.
  const lit = isPresent(viewer) && viewer.device.power?.isOn() === false ? null : shown;
  sendPicture(viewer, lit);
  sendIfChanged(viewer, { type: 'lines', lines: lit?.screen.picture().lines ?? [] });
  sendIfChanged(viewer, { type: 'state', states: shown?.device.states() ?? {} });
  if (shown) sendIfChanged(viewer, extensionOf(shown));
  sendIfChanged(viewer, { type: 'leds', colors: lit?.leds.colors() ?? ALL_DARK });
  sendIfChanged(viewer, { type: 'brightness', percent: shown?.screen.brightness() ?? 100 });
}

const ALL_DARK = [null, null, null, null];

function sendPresent(viewer: Viewer): void {
  const { device, time, breakpoints } = viewer;
  sendIfChanged(viewer, helloOf(viewer));
  if (time) sendIfChanged(viewer, timeOf(time, device.clock));
  const points = breakpoints?.view();
  if (points) sendIfChanged(viewer, { type: 'breakpoints', ...points });
  sendIfChanged(viewer, linkOf(device));
  sendIfChanged(viewer, switchesOf(device));
  sendIfChanged(viewer, greenOf(device));
  if (viewer.tap_runs) sendIfChanged(viewer, { type: 'taps', taps: viewer.tap_runs });
}

/** Sends events in batches, so that a page that has just started to follow can draw in between. */
function sendTimeline(viewer: Viewer): void {
  if (viewer.overrun) followAgain(viewer);
  const events = viewer.timeline?.splice(0, TIMELINE_EVENTS_AT_ONCE) ?? [];
  if (events.length === 0) return;
  send(viewer, { type: 'timeline', first: viewer.first, events });
  viewer.first = false;
}

function follow(viewer: Viewer, on: boolean): void {
  if (on === (viewer.timeline !== null)) return;
  viewer.unfollow?.();
  viewer.unfollow = null;
  viewer.timeline = null;
  if (!on || !viewer.device.timeline) return;
  const { limits } = viewer.device.timeline;
  const followed = viewer.device.timeline.follow((events) => {
    const queued = viewer.timeline ?? [];
    if (queued.length + events.length > 2 * limits.events) viewer.overrun = true;
    if (viewer.overrun) queued.length = 0;
    else queued.push(...events);
    viewer.soon();
  });
  viewer.timeline = [...followed.kept];
  viewer.first = true;
  viewer.overrun = false;
  viewer.unfollow = followed.end;
  viewer.soon();
}

function followAgain(viewer: Viewer): void {
  follow(viewer, false);
  follow(viewer, true);
}

function sendPicture(viewer: Viewer, shown: PanelDevice | null): void {
  const items = sentItems(shown?.screen.picture().list ?? []);
  const message = pictureMessage(viewer.picture, items);
  viewer.picture = items;
  if (message !== null) transmit(viewer.socket, viewer.device.log, message);
}

function onMessage(viewer: Viewer, text: string): void {
  const message = text.length > MESSAGE_BYTES_MAX ? null : readMessage(text);
  if (message?.type === 'past') viewer.past_view.showMoment(message.at_ms);
  else if (message?.type === 'key' || message?.type === 'touch' || message?.type === 'text') use(viewer, message);
  else if (message?.type === 'timeline') follow(viewer, message.on);
  else if (message?.type === 'watch') {
    viewer.seen();
    viewer.watching = message.on;
    if (message.on) schedule(viewer, 0);
    else cancel(viewer);
  }
}

/** Applies page input. While the page shows a past state, only releases keys that this page holds. */
function use(viewer: Viewer, message: Extract<PageMessage, { readonly type: 'key' | 'touch' | 'text' }>): void {
  const { keys } = viewer.device;
  if (message.type === 'key' && (isPresent(viewer) || message.action === 'release'))
    return pressKey(viewer, message.key, message.action);
  if (!isPresent(viewer)) return;
  if (message.type === 'touch') keys.touch(message.x, message.y);
  else if (message.type === 'text') keys.text(message.text);
}

function pressKey({ device, held }: Viewer, key: Key, action: KeyAction): void {
  if (action === 'press') held.add(key);
  else held.delete(key);
  device.keys.key(key, action);
}

/** Parses a message of the page; null if invalid. */
function readMessage(text: string): PageMessage | null {
  const { type, action, x, y, on, at_ms, text: typed, ...more } = readFields(text) ?? {};
  const key = KEYS.find((name) => name === more['key']);
  if (type === 'key' && key && (action === 'press' || action === 'release')) return { type, key, action };
  if (type === 'touch' && isFinite(x) && isFinite(y)) return { type, x, y };
  if (type === 'past' && (at_ms === null || isFinite(at_ms))) return { type, at_ms };
  if (type === 'text' && isTypedText(typed)) return { type, text: typed };
  return (type === 'watch' || type === 'timeline') && typeof on === 'boolean' ? { type, on } : null;
}

const isFinite = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
