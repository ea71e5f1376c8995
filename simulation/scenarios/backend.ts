// Backend of a scenario: one or several devices, their clock and the cloud. Any call may take real time.

import type { Key } from '../../hal/keys/keys.ts';
import type { VisibleState } from '../../sims/condition/condition.ts';
import type { BoardEvent } from '../../sims/sensor-board/board-events.ts';
import type { WantedPutt } from '../../sims/putter/golfer.ts';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import type { Result } from '../../wire/errors.ts';
import type { Servers } from './servers/servers.ts';

/** Time within which the board reports a swing and the game has processed it. */
export const PUTT_MS = 2500;

/** Optional capabilities of a backend; a scenario that needs a missing one is skipped. */
export const CAPABILITIES = [
  'stroke',
  'cable',
  'fault',
  // The sensor board runs its own firmware.
  'board',
  'golfer',
  'power',
  'power-cut',
  'network',
  'wifi',
  'touchscreen',
  'clock',
  'cloud',
  'cloud-kill',
  'cloud-pause',
  'simulator',
  'shots',
  'store',
  'firmware',
  'requests',
  'extension',
  'records',
  'players',
  'leds',
  'sounds',
  'taps',
  'touch',
  // Runs as fast as a real device, so time in the scenario equals device time.
  'pace',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** Display, state and history of a device at a point in time. */
export interface Snapshot extends VisibleState {
  /** Sounds played so far, oldest first. */
  readonly sounds: readonly string[];
  /** Keys sent so far to the golf simulator's computer, by their effect there, oldest first. */
  readonly taps: readonly string[];
}

/** Snapshot of a device that is off. */
export const EMPTY_SNAPSHOT: Snapshot = { lines: [], states: {}, leds: [], sounds: [], taps: [] };

/** One device. Methods report a refusal as a sentence in their `Result`. */
export interface DeviceTarget {
  snapshot(): Promise<Snapshot>;
  png(): Promise<Uint8Array>;
  key(key: Key, action: 'tap' | 'press' | 'release'): Promise<Result<unknown>>;
  type(text: string): Promise<Result<unknown>>;
  touch(x: number, y: number): Promise<Result<unknown>>;
  stroke(stroke: StrokeCall): Promise<Result<unknown>>;
  /** Returns the putt a good player would choose; null if no putt of this device is due. */
  wantedPutt(): Promise<WantedPutt | null>;
  golfer(on: boolean): Promise<Result<unknown>>;
  plug(plugged: boolean): Promise<Result<unknown>>;
  fault(fault: string): Promise<Result<unknown>>;
  /** Triggers an event inside the sensor board. */
  board(event: BoardEvent): Promise<Result<unknown>>;
  /** Switches the power. `cut`: loses power while the storage is writing. */
  power(action: 'on' | 'off' | 'cut'): Promise<Result<unknown>>;
  network(joined: boolean): Promise<Result<unknown>>;
  /** Sets the error of the device's wall clock. */
  setClock(wrong_by_ms: number): Promise<Result<unknown>>;
}

export interface Backend {
  readonly name: string;
  readonly can: ReadonlySet<string>;
  /** Time from a key tap until the device has settled. */
  readonly settle_ms: number;
  /** Polling interval of a wait. Default: 20 ms. */
  readonly poll_interval_ms?: number;
  target(name: string): DeviceTarget;
  /** Advances time: virtual time immediately, real time by waiting. */
  pass(ms: number): Promise<void>;
  /** Returns the time since the scenario started. */
  now_ms(): number;
  /** Controls the cloud. `pause`: it accepts requests but answers none until started. */
  cloud(action: 'start' | 'kill' | 'pause'): Promise<Result<unknown>>;
  /** Servers alongside the devices; undefined if the backend cannot run any. */
  readonly servers?: Servers;
  /** Returns the lines of the devices' logs, oldest first. */
  log(): readonly string[];
  /** Returns the recording of all devices so far as a file; null if there is none. */
  recording(): Promise<Uint8Array | null>;
  /** Time on the recording's clock, and number of its batches so far, null if unknown. Default: no recording. */
  recorded?(): { readonly at_ms: number; readonly batches: number | null };
  /** Explains why a failure on this backend says nothing about the device; '' if it does. */
  sick?(): Promise<string>;
  close(): Promise<void>;
}
