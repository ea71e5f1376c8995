// Resident memory of one device, and of each further device in the same process.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { BenchFigure, BenchSize } from './figures.ts';
import { LIMIT_MS } from './waits.ts';

const MORE = { whole: 99, tiny: 2 } as const;

/** Output of the child process. */
const figures = v.object({ one_mb: v.number(), further_mb: v.number() });

export function benchMemory(size: BenchSize): readonly BenchFigure[] {
  const child = fileURLToPath(new URL('memory-child.ts', import.meta.url));
  const compiled = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  // As the `tapin` script does: with the compile cache of the previous run and a small young generation.
  const measured = (more: number): string =>
    execFileSync(process.execPath, ['--expose-gc', '--max-semi-space-size=4', child, `${more}`], {
      encoding: 'utf8',
      timeout: LIMIT_MS,
      env: { ...process.env, NODE_COMPILE_CACHE: compiled },
    });
  measured(1);
  const { one_mb, further_mb } = v.parse(figures, JSON.parse(measured(MORE[size])));
  rmSync(compiled, { recursive: true });
  const node =
    Number(
      execFileSync(process.execPath, ['-p', 'process.memoryUsage().rss'], { encoding: 'utf8', timeout: LIMIT_MS }),
    ) / 1e6;
  return [
    {
      what: 'resident memory of one device',
      value: `${one_mb.toFixed(0)} MB`,
      beside: `aim 90 MB; an empty Node ${node.toFixed(0)} MB`,
    },
    { what: `each further device, of ${MORE[size] + 1}`, value: `${further_mb.toFixed(1)} MB`, beside: 'aim 1 MB' },
  ];
}
