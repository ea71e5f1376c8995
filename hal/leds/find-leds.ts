// The LEDs that the kernel knows: one folder each in /sys/class/leds.

import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundLed {
  /** The name of its folder: `led0`, `player1:red`. */
  readonly name: string;
  readonly kind: 'single' | 'multicolor';
  readonly max_brightness: number;
  /** The colours of a multicolor LED, in the order of their intensities: `red`, `green`, `blue`. */
  readonly index: readonly string[];
  /** Whether this user may set it. */
  readonly writable: boolean;
}

export const LEDS_FOLDER = '/sys/class/leds';

/** By name; none where there is no such folder. One that goes while it is looked at is left out. */
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
