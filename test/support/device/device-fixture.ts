// A device in virtual time that a test drives: all hardware is virtual, and pages are drawn only on request.

import { startDevice, type AssembledDevice, type DeviceDeps } from '../../../simulation/device/assemble-device.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { Isolates } from '../../../hal/isolate/isolate.ts';
import type { Key } from '../../../hal/keys/keys.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import type { StrokeCall } from '../../../sims/putter/stroke-call.ts';

export interface DeviceFixture extends AssembledDevice {
  readonly clock: VirtualClock;
  readonly flash: MemoryFlash;
  /** Taps keys one after the other, and lets everything settle in between. */
  press(...keys: readonly Key[]): Promise<void>;
  /** Swings the putter and waits until the board has reported. */
  strike(stroke: Partial<StrokeCall>): Promise<void>;
  /** Waits until the screen stops moving. */
  untilAtRest(): Promise<void>;
  lines(): readonly string[];
  /** Error and warning lines of the log. */
  complaints(): readonly string[];
}

/** Switches a device on and waits until its menu is there. */
export async function deviceFixture({
  seed = 1,
  flash = createMemoryFlash(),
  boot_ms = 3000,
  clock = createVirtualClock(),
  isolates,
  ...device_options
}: {
  seed?: number;
  flash?: MemoryFlash;
  boot_ms?: number;
  clock?: VirtualClock;
  isolates?: (clock: VirtualClock) => Isolates;
} & Pick<
  DeviceDeps,
  'http' | 'store' | 'network' | 'wifi' | 'web_page' | 'touchscreen' | 'board_problem' | 'firmware_keys' | 'proxy'
> = {}): Promise<DeviceFixture> {
  const components = startDevice({
    clock,
    random: createSeededRandom(seed),
    flash,
    ...device_options,
    ...(isolates ? { isolates: isolates(clock) } : {}),
  });
  await clock.advance(boot_ms);
  return {
    ...components,
    clock,
    flash,
    async press(...keys) {
      for (const key of keys) {
        components.keys.tap(key);
        await clock.advance(1);
      }
    },
    async strike(stroke) {
      components.rig?.strike({ ...perfectStroke(1.5), ...stroke });
      await clock.advance(2500);
    },
    async untilAtRest() {
      while (components.screen.animates()) await clock.advance(100);
    },
    lines: () => components.screen.picture().lines,
    complaints: () =>
      components.log
        .lines()
        .filter(({ level }) => level === 'error' || level === 'warn')
        .map(({ text }) => text),
  };
}
