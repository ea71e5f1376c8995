// A golfer who putts on a device in virtual time, in Node and in a browser.

import { createVirtualClock } from '../hal/clock/clock-virtual.ts';
import { createMemoryFlash } from '../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { startDevice } from '../simulation/device/assemble-device.ts';

/** Plays so many virtual seconds. Returns how many pass in a real second. */
export async function virtualSpeed(virtual_s: number): Promise<number> {
  const clock = createVirtualClock();
  const device = startDevice({ clock, random: createSeededRandom(7), flash: createMemoryFlash() });
  await clock.advance(3000);
  device.keys.tap('down');
  for (let key = 0; key < 2; key++) {
    device.keys.tap('ok');
    await clock.advance(500);
  }
  device.rig?.golfer.setOn(true);
  const started_ms = performance.now();
  await clock.advance(virtual_s * 1000);
  const took_s = (performance.now() - started_ms) / 1000;
  await device.stop();
  return virtual_s / took_s;
}

Object.assign(globalThis, { virtualSpeed });
