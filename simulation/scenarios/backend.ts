// What a scenario is played on: one or several devices, their clock, and the cloud beside them. Everything may take real time.

import type { Key } from '../../hal/keys/keys.ts';
import type { Seen } from '../../sims/condition/condition.ts';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import type { Result } from '../../wire/errors.ts';
import type { Servers } from './servers/servers.ts';

/** What some backends can do and others cannot; a scenario that needs more than there is, is skipped. */
export const CAPABILITIES = [
  'stroke',
  'cable',
  'fault',
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
  // It is as fast as a real one: a time that a scenario counts is one of the device too.
  'pace',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** What a device shows and does at one moment, and has done so far. */
export interface Snapshot extends Seen {
  /** Every sound so far, oldest first. */
  readonly sounds: readonly string[];
  /** Every key so far at the keyboard of a golf simulator's computer, by what it does there. */
  readonly taps: readonly string[];
}

/** A device that is off. */
export const NOTHING_SEEN: Snapshot = { lines: [], states: {}, leds: [], sounds: [], taps: [] };

/** One device. What it refuses is said in a sentence: `Result`. */
export interface Target {
  look(): Promise<Snapshot>;
  png(): Promise<Uint8Array>;
  key(key: Key, action: 'tap' | 'press' | 'release'): Promise<Result<unknown>>;
  type(text: string): Promise<Result<unknown>>;
  touch(x: number, y: number): Promise<Result<unknown>>;
  stroke(stroke: StrokeCall): Promise<Result<unknown>>;
  /** Club speed (m/s) that a good player would choose; null when no putt of this device is due. */
  wantedSpeed(): Promise<number | null>;
  golfer(on: boolean): Promise<Result<unknown>>;
  plug(plugged: boolean): Promise<Result<unknown>>;
  fault(fault: string): Promise<Result<unknown>>;
  /** `cut`: the power goes while the storage writes. */
  power(action: 'on' | 'off' | 'cut'): Promise<Result<unknown>>;
  network(joined: boolean): Promise<Result<unknown>>;
  /** Its wall clock is wrong by so much. */
  setClock(wrong_by_ms: number): Promise<Result<unknown>>;
}

export interface Backend {
  readonly name: string;
  readonly can: ReadonlySet<string>;
  /** From the tap of a key until a device has settled. */
  readonly settle_ms: number;
  /** Pause between two looks of a wait. Default: 20 ms. */
  readonly look_every_ms?: number;
  target(name: string): Target;
  /** Lets time pass: virtual time at once, real time by waiting. */
  pass(ms: number): Promise<void>;
  /** Since the scenario began. */
  now_ms(): number;
  /** `pause`: it takes requests and answers nothing until it is started. */
  cloud(action: 'start' | 'kill' | 'pause'): Promise<Result<unknown>>;
  /** What stands beside the devices; left out where nothing can. */
  readonly servers?: Servers;
  /** Lines of the devices' logs, oldest first. */
  log(): readonly string[];
  /** The file of a recording of all devices so far; null where there is none. */
  recording(): Promise<Uint8Array | null>;
  /** Why what has failed on it says nothing about the device; '' where it does. */
  sick?(): Promise<string>;
  close(): Promise<void>;
}
