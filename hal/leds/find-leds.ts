// Lists the LEDs of the kernel: one folder each in /sys/class/leds.

import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundLed {
  /** Name of its folder, such as `led0` or `player1:red`. */
  readonly name: string;
  readonly kind: 'single' | 'multicolor';
  readonly max_brightness: number;
  /** Colours of a multicolor LED, in the order of their intensities, such as `red`, `green`, `blue`. */
  readonly index: readonly string[];
  /** Whether this user may set it. */
  readonly writable: boolean;
}

export const LEDS_FOLDER = '/sys/class/leds';

/** Returns the LEDs sorted by name; empty if there is no such folder. Skips an LED that disappears during the read. */
export function findLeds(folder = LEDS_FOLDER): readonly FoundLed[] {
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.sort().flatMap((name) => attempt(() => foundIn(folder, name)) ?? []);
}

function foundIn(folder: string, name: string): FoundLed {
  const path = join(folder, name);
  const max_brightness = Number(readFileSync(join(path, 'max_brightness'), 'utf8'));
  const index = attempt(() => readFileSync(join(path, 'multi_index'), 'utf8').trim().split(/\s+/));
  const writable = attempt(() => (accessSync(join(path, 'brightness'), constants.W_OK), true)) ?? false;
  return { name, kind: index ? 'multicolor' : 'single', max_brightness, index: index ?? [], writable };
}

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
