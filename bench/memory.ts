// Resident memory of one device, and what each further one adds in the same process.

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figures.ts';

export function benchMemory(): readonly Figure[] {
  const child = fileURLToPath(new URL('memory-child.ts', import.meta.url));
  const printed = execFileSync(process.execPath, ['--expose-gc', child], { encoding: 'utf8' });
  const { one_mb, further_mb } = JSON.parse(printed) as { one_mb: number; further_mb: number };
  const node = Number(execFileSync(process.execPath, ['-p', 'process.memoryUsage().rss'], { encoding: 'utf8' })) / 1e6;
  return [
    {
      what: 'resident memory of one device',
      value: `${one_mb.toFixed(0)} MB`,
      beside: `an empty Node ${node.toFixed(0)} MB`,
    },
    { what: 'each further device, of a hundred', value: `${further_mb.toFixed(1)} MB`, beside: 'aim 5 MB' },
  ];
}
