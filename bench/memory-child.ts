// Measures the resident memory of a process with one device, then with as many more as its argument says, and prints
// both as JSON.

import { startDevice, type AssembledDevice } from '../simulation/device/assemble-device.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createMemoryFlash } from '../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';

const MORE = Number(process.argv[2]);
const clock = createSystemClock();
const start = async (seed: number): Promise<AssembledDevice> => {
  const device = startDevice({ clock, random: createSeededRandom(seed), flash: createMemoryFlash() });
  device.screen.pixels();
  await new Promise((resolve) => setImmediate(resolve)); // frees the picture just read
  return device;
};
const settled = async (): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
  return process.memoryUsage().rss;
};

const devices = [await start(0)];
const one = await settled();
for (let more = 1; more <= MORE; more++) devices.push(await start(more));
const many = await settled();
process.stdout.write(`${JSON.stringify({ one_mb: one / 1e6, further_mb: (many - one) / MORE / 1e6 })}\n`);
for (const device of devices) await device.stop();
