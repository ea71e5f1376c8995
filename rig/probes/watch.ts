// Outputs of the machine as seen by its kernel: key and touch events by evdev code, and the colours of six LEDs. The
// watcher in rig/guest/ reports them; each line is consumed once.

import { readFields } from '../../wire/json-fields.ts';
import type { Result } from '../../wire/errors.ts';
import type { Machine } from '../machine/machine.ts';

interface InputEvent {
  /** Kernel name of the input device. */
  readonly device: string;
  /** Event type: EV_KEY is 1, EV_ABS 3. */
  readonly type: number;
  readonly code: number;
  readonly value: number;
}

const WATCH_MS_MAX = 20_000;

/** Returns the next event of this type from a device whose name contains `name`. Errors: `rig_failed`. */
export const nextInput = ({ watch }: Pick<Machine, 'watch'>, name: string, type: number): Promise<Result<InputEvent>> =>
  watch.next(`An event of ${name}`, WATCH_MS_MAX, (line) => {
    const event = readInput(line);
    return event?.device.includes(name) === true && event.type === type ? event : null;
  });

/** Parses an input event; null for any other line. */
export function readInput(line: string): InputEvent | null {
  const { device, type, code, value } = readFields(line) ?? {};
  return typeof device === 'string' && typeof type === 'number' && typeof code === 'number' && typeof value === 'number'
    ? { device, type, code, value }
    : null;
}

interface LedColour {
  /** Index of the LED, 0 to 5. */
  readonly led: number;
  /** Red, green and blue, 0 to 255. */
  readonly rgb: readonly [number, number, number];
}

/** Returns the next colour that the kernel sets. Errors: `rig_failed`. */
export const nextColour = ({ watch }: Pick<Machine, 'watch'>): Promise<Result<LedColour>> =>
  watch.next('An LED colour', WATCH_MS_MAX, readColour);

/**
 * Parses a report to the flag (0, or 1 to set a colour immediately), the LED's number from 1, red, green and blue. null
 * for any other line.
 */
export function readColour(line: string): LedColour | null {
  const { report } = readFields(line) ?? {};
  if (typeof report !== 'string') return null;
  const [, command, led = 0, red = 0, green = 0, blue = 0] = Buffer.from(report, 'hex');
  return command === 1 && led >= 1 ? { led: led - 1, rgb: [red, green, blue] } : null;
}
