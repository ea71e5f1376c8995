// Virtual LEDs, shown on the front panel and readable in tests.

import { assert } from '../../wire/errors.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import type { Leds } from './leds.ts';

export interface VirtualLeds extends Leds {
  /** Returns the current colour of each LED; null is dark. */
  colors(): readonly (string | null)[];
  /** Turns all LEDs off, as when the power is cut. */
  powerOff(): void;
  onChange(listener: () => void): () => void;
}

export function createVirtualLeds(clock: Clock, count = 4): VirtualLeds {
  const steady = Array.from({ length: count }, (): string | null => null);
  const flashing = new Map<number, { color: string; alarm: Alarm }>();
  const listeners = new Set<() => void>();
  const changed = (): void => listeners.forEach((listener) => listener());
  return {
    count,
    set(index, color) {
      assert(index >= 0 && index < count, `LED ${index} of ${count}`);
      if (steady[index] === color) return;
      steady[index] = color;
      changed();
    },
    flash(index, color, flash_ms) {
      assert(index >= 0 && index < count, `LED ${index} of ${count}`);
      clock.clearTimeout(flashing.get(index)?.alarm);
      const alarm = clock.setTimeout(() => {
        flashing.delete(index);
        changed();
      }, flash_ms);
      flashing.set(index, { color, alarm });
      changed();
    },
    colors: () => steady.map((color, index) => flashing.get(index)?.color ?? color),
    powerOff() {
      steady.fill(null);
      for (const { alarm } of flashing.values()) clock.clearTimeout(alarm);
      flashing.clear();
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
