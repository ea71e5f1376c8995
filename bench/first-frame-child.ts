// Starts a device with file-backed flash, draws its first frame, then prints a line.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDevice } from '../simulation/device/assemble-device.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createFileFlash } from '../hal/flash/flash-files.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';

const data = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
const device = startDevice({ clock: createSystemClock(), random: createSeededRandom(1), flash: createFileFlash(data) });
device.screen.pixels();
process.stdout.write('first frame\n');
await device.stop();
rmSync(data, { recursive: true });
