// Resident memory of one device, and what each further one adds in the same process.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import type { Figure, Size } from './figures.ts';
import { LIMIT_MS } from './waits.ts';

const MORE = { whole: 99, tiny: 2 } as const;

/** What the child prints. */
const figures = v.object({ one_mb: v.number(), further_mb: v.number() });

export function benchMemory(size: Size): readonly Figure[] {
  const child = fileURLToPath(new URL('memory-child.ts', import.meta.url));
  const printed = execFileSync(process.execPath, ['--expose-gc', child, `${MORE[size]}`], {
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  const { one_mb, further_mb } = v.parse(figures, JSON.parse(printed));
  const node =
    Number(
      execFileSync(process.execPath, ['-p', 'process.memoryUsage().rss'], { encoding: 'utf8', timeout: LIMIT_MS }),
    ) / 1e6;
  return [
    {
      what: 'resident memory of one device',
      value: `${one_mb.toFixed(0)} MB`,
      beside: `an empty Node ${node.toFixed(0)} MB`,
    },
    { what: `each further device, of ${MORE[size] + 1}`, value: `${further_mb.toFixed(1)} MB`, beside: 'aim 5 MB' },
  ];
}
