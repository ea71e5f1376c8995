// Prints the figures of this machine: `npm run bench`. Nothing is asserted; machines are shared and noisy, so the figures are
// medians, each beside its aim or a peer of the same run.

import { arch, cpus, platform } from 'node:os';
import { benchDecode } from './decode.ts';
import type { Figure } from './figures.ts';
import { benchFirstFrame } from './first-frame.ts';
import { benchMemory } from './memory.ts';
import { benchPages } from './pages.ts';
import { benchStrikeToFrame } from './strike-to-frame.ts';
import { benchVirtualTime } from './virtual-time.ts';

const BENCHES: readonly (() => readonly Figure[] | Promise<readonly Figure[]>)[] = [
  benchFirstFrame,
  benchStrikeToFrame,
  benchDecode,
  benchMemory,
  benchVirtualTime,
  benchPages,
];

process.stdout.write(
  `Node ${process.version}, ${platform()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n\n`,
);
for (const bench of BENCHES)
  for (const { what, value, beside } of await bench())
    process.stdout.write(`${what.padEnd(58)} ${value.padStart(10)}   ${beside}\n`);
