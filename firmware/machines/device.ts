// The device as a whole, as rules without xstate: what it knows, and how a set of an experience begins.

import type { SensorStatus } from '../../hal/sensor/sensor.ts';
import type { Sound } from '../../hal/speaker/speaker.ts';
import type { Facts, RecordName } from '../facts/facts.ts';

export interface DeviceContext {
  readonly facts: Facts;
  /** What the boot found damaged or unreadable, a sentence each. */
  readonly notes: readonly string[];
  /** Records that could not be read, so that nothing is written over them. */
  readonly unread: readonly RecordName[];
  readonly sensor: SensorStatus;
  /** Why the last write failed; '' while storage is well. */
  readonly storage_error: string;
  /** A message that stays a few seconds; '' for none. */
  readonly flash: string;
}

export interface SaveEvent {
  readonly type: 'keeper.save';
  readonly facts: Facts;
  readonly records: readonly RecordName[];
}

export type FeedbackEvent =
  | { readonly type: 'feedback.sound'; readonly sound: Sound; readonly volume_percent: number }
  | { readonly type: 'feedback.light'; readonly seat: number };

export const FLASH_MS = 4000;
/** The boot page waits this long for the sensor, then goes on without it. */
export const SENSOR_WAIT_MS = 1500;
export const STORAGE_DAMAGED = 'Some of what was stored is damaged: see the status page.';
export const STRIKE_UNUSED = 'A strike came, but no experience is open.';

/** The link states in which the sensor has said what it has to say; the boot need not wait longer. */
export const isSettled = ({ link }: SensorStatus): boolean =>
  link !== 'opening' && link !== 'greeting' && link !== 'closed';
