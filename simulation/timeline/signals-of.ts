// Converts a recording to signals: gates of the sensor board, keys, LEDs, and whether the sensor is ready. A swing is
// reported after it happened, so its edges are placed by the board's own clock, which BEATs relate to the device's.
// Edges within a swing are exact to the tick; its position is as exact as the transit time of a BEAT.

import { KEYS } from '../../hal/keys/keys.ts';
import { CHANNELS, type Message } from '../../hal/sensor/messages.ts';
import type { SwingMessage } from '../../hal/sensor/swing.ts';
import { AND, type RecordedBatch } from '../recordings/recorder-proxy.ts';
import { createUniqueNames } from '../reports/unique-names.ts';
import { createLedColors, type LedColors } from './led-colors.ts';
import { bytesIn, fieldsIn, nanoseconds, numberIn, textIn } from './recorded-values.ts';
import type { SignalChange, Signal } from './vcd-text.ts';
import { createWire, type Chunk } from './wire-frames.ts';

const LEDS = 4;
const NAMES = [
  ...CHANNELS.map((channel) => ({ name: `gate_${channel}`, bits: 1 })),
  ...KEYS.map((key) => ({ name: `key_${key}`, bits: 1 })),
  ...Array.from({ length: LEDS }, (_, led) => ({ name: `led_${led + 1}`, bits: 24 })),
  { name: 'sensor_ready', bits: 1 },
];
const FIRST_KEY = CHANNELS.length;
const FIRST_LED = FIRST_KEY + KEYS.length;
const READY = FIRST_LED + LEDS;

/** Returns the signals of the devices, in the order of `signalChanges`. */
export const signalsOf = (devices: readonly string[]): readonly Signal[] =>
  scopesOf(devices).flatMap((scope) => NAMES.map((each) => ({ scope, ...each })));

/** Returns unique ASCII device names without blanks; a number separates names that would coincide. */
function scopesOf(devices: readonly string[]): readonly string[] {
  const scopes = createUniqueNames();
  return devices.map((device) => {
    const name = device.replaceAll(/[^\w-]/g, '_') || '_';
    return scopes.take(name, (number) => `${name}_${number}`);
  });
}

/** Returns the time unit: it divides the tick of every board in the recording and the recording's resolution. */
export function unitOf(turns: Iterable<RecordedBatch>): number {
  let unit_ns = RESOLUTION_NS;
  const read = new Map<string, ReturnType<typeof createWire>>();
  for (const { device, entered, lines } of turns)
    for (const [name, bytes] of [entered, ...lines.map((line) => (line[0] === AND ? line.slice(1) : line))]) {
      if (!/^serial \d+ bytes$/.test(textIn(name))) continue;
      const wire = read.get(device) ?? createWire();
      read.set(device, wire);
      for (const { message } of wire(bytesIn(bytes)).messages)
        if (message.kind === 'hello_ack') while (message.tick_ns % unit_ns !== 0) unit_ns /= 10;
    }
  return unit_ns;
}

/** Time resolution of a recording. */
const RESOLUTION_NS = 1000;
/** Longest delay from a swing to its report. */
const REPORT_DELAY_NS_MAX = 2_000_000_000;
/** Longer than any swing can be late, so that changes can be sorted by time. */
const HELD_NS = REPORT_DELAY_NS_MAX + 500_000_000;
/** A gate stays high this long after the swing's last contact; the board does not re-arm earlier. */
const HIGH_NS = 50_000_000;
/** Makes a key visible that is pressed and released in one step. */
const TAP_NS = RESOLUTION_NS;
const MS_NS = 1_000_000;

interface Board {
  read: (bytes: Uint8Array) => Chunk;
  tick_ns: number;
  /** Device time at which the board's clock was 0; null while unknown. */
  zero_ns: number | null;
  /** Swings of this boot, which are repeated if their ACK was lost. */
  readonly swings: Set<string>;
}

interface Device {
  readonly first_signal: number;
  readonly leds: LedColors;
  readonly pressed_ns: Map<string, number>;
  readonly board: Board;
}

interface Tracker {
  readonly devices: Map<string, Device>;
  /** Changes held back because earlier ones may still arrive. */
  readonly held: SignalChange[];
  at_ns: number;
}

/** Yields the signal changes. `devices`: names in the recording, as in `signalsOf`. */
export function* signalChanges(turns: Iterable<RecordedBatch>, devices: readonly string[]): Generator<SignalChange> {
  const tracker: Tracker = { devices: new Map(), held: [], at_ns: 0 };
  for (const [at, name] of devices.entries()) tracker.devices.set(name, newDevice(tracker, at * NAMES.length));
  const shown = new Map<number, number>();
  const changed = ({ signal, value }: SignalChange): boolean => {
    if ((shown.get(signal) ?? 0) === value) return false;
    shown.set(signal, value);
    return true;
  };
  let start_ms: number | null = null;
  for (const turn of turns) {
    start_ms ??= turn.at_ms;
    const at_ns = nanoseconds(turn.at_ms - start_ms);
    for (const { leds } of tracker.devices.values()) endFlashes(tracker, leds, at_ns);
    tracker.at_ns = at_ns;
    const device = tracker.devices.get(turn.device);
    if (device) takeTurn(tracker, device, turn);
    yield* takeDue(tracker, at_ns - HELD_NS).filter(changed);
  }
  yield* takeDue(tracker, Infinity).filter(changed);
}

function newDevice(tracker: Tracker, first_signal: number): Device {
  const leds = createLedColors((led, color) => {
    if (led < LEDS) put(tracker, first_signal + FIRST_LED + led, rgbOf(color));
  });
  const board: Board = { read: createWire(), tick_ns: 0, zero_ns: null, swings: new Set() };
  return { first_signal, leds, pressed_ns: new Map(), board };
}

/** Parses `#rrggbb`; any other lit colour is white. */
const rgbOf = (color: string | null): number =>
  color === null ? 0 : /^#[\da-f]{6}$/i.test(color) ? Number.parseInt(color.slice(1), 16) : 0xffffff;

function put(tracker: Tracker, signal: number, value: number, at_ns = tracker.at_ns): void {
  tracker.held.push({ at_ns: Math.max(0, at_ns), signal, value });
}

/** Removes and returns the changes up to `until_ns`, in order of time. */
function takeDue({ held }: Tracker, until_ns: number): SignalChange[] {
  if (held.every(({ at_ns }) => at_ns > until_ns)) return [];
  held.sort((a, b) => a.at_ns - b.at_ns);
  const first = held.findIndex(({ at_ns }) => at_ns > until_ns);
  return held.splice(0, first === -1 ? held.length : first);
}

function endFlashes(tracker: Tracker, leds: LedColors, until_ns: number): void {
  for (let ends_ns = leds.nextEnd(); ends_ns <= until_ns; ends_ns = leds.nextEnd()) {
    tracker.at_ns = ends_ns;
    leds.advance(ends_ns);
  }
}

function takeTurn(tracker: Tracker, device: Device, { entered, lines }: RecordedBatch): void {
  takeLine(tracker, device, entered);
  for (const line of lines) takeLine(tracker, device, line[0] === AND ? line.slice(1) : line);
}

function takeLine(tracker: Tracker, device: Device, [name, ...values]: readonly unknown[]): void {
  const { leds, board, first_signal } = device;
  if (name === 'key') takeKey(tracker, device, textIn(values[0]), values[1] === 'press');
  else if (name === 'led') leds.set(numberIn(values[0]), typeof values[1] === 'string' ? values[1] : null);
  else if (name === 'led.flash')
    leds.flash(numberIn(values[0]), textIn(values[1]), tracker.at_ns + nanoseconds(numberIn(values[2])));
  else if (name === 'states' && 'sensor' in fieldsIn(values[0]))
    put(tracker, first_signal + READY, fieldsIn(values[0])['sensor'] === 'ready' ? 1 : 0);
  else if (name === 'off') switchOff(tracker, device);
  else if (/^serial \d+ opened$/.test(textIn(name))) Object.assign(board, { read: createWire(), zero_ns: null });
  else if (/^serial \d+ bytes$/.test(textIn(name)))
    for (const { message } of board.read(bytesIn(values[0])).messages) takeMessage(tracker, device, message);
}

function switchOff(tracker: Tracker, { leds, first_signal }: Device): void {
  leds.off();
  put(tracker, first_signal + READY, 0);
  for (const key of KEYS.keys()) put(tracker, first_signal + FIRST_KEY + key, 0);
}

function takeKey(tracker: Tracker, { first_signal, pressed_ns }: Device, name: string, pressed: boolean): void {
  const key = KEYS.findIndex((each) => each === name);
  if (key === -1) return;
  if (pressed) pressed_ns.set(name, tracker.at_ns);
  const at_ns = pressed ? tracker.at_ns : Math.max(tracker.at_ns, (pressed_ns.get(name) ?? 0) + TAP_NS);
  put(tracker, first_signal + FIRST_KEY + key, pressed ? 1 : 0, at_ns);
}

function takeMessage(tracker: Tracker, device: Device, message: Message | { readonly kind: 'unknown' }): void {
  const { board } = device;
  if (message.kind === 'hello_ack') board.tick_ns = message.tick_ns;
  else if (message.kind === 'beat') {
    const zero_ns = tracker.at_ns - message.uptime_ms * MS_NS;
    // A rebooted board counts its swings from 1 again.
    if (board.zero_ns !== null && zero_ns > board.zero_ns + REPORT_DELAY_NS_MAX) board.swings.clear();
    board.zero_ns = zero_ns;
  } else if (message.kind === 'swing') takeSwing(tracker, device, message);
}

function takeSwing(tracker: Tracker, { board, first_signal }: Device, swing: SwingMessage): void {
  const { tick_ns, swings } = board;
  const key = `${swing.swing_id}/${swing.base_ticks}`;
  if (tick_ns === 0 || swings.has(key)) return;
  swings.add(key);
  const met = [...swing.delta_ticks.entries()].filter(([channel]) => (swing.present & (1 << channel)) !== 0);
  const last_ns = Math.max(0, ...met.map(([, delta]) => delta * tick_ns));
  const base_ns = baseOf(tracker, board, Number(swing.base_ticks) * tick_ns, last_ns);
  for (const [channel, delta] of met) {
    put(tracker, first_signal + channel, 1, base_ns + delta * tick_ns);
    put(tracker, first_signal + channel, 0, base_ns + last_ns + HIGH_NS);
  }
}

/**
 * Returns the start of a swing on the device's clock. If the board's clock is implausible, the swing ends when it was
 * reported.
 */
function baseOf({ at_ns }: Tracker, { zero_ns }: Board, base_ns: number, last_ns: number): number {
  const start_ns = (zero_ns ?? Infinity) + base_ns;
  const can_be = start_ns + last_ns <= at_ns && start_ns >= at_ns - REPORT_DELAY_NS_MAX;
  return can_be ? start_ns : at_ns - last_ns;
}
