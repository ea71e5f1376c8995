// From a cold process to the first frame of the device, and to the address of the panel.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { median, ms, type Figure, type Size } from './figures.ts';
import { wait } from './waits.ts';

const RUNS = { whole: 5, tiny: 1 } as const;
const child = fileURLToPath(new URL('first-frame-child.ts', import.meta.url));
const tapin = fileURLToPath(new URL('../bin/tapin.ts', import.meta.url));

export async function benchFirstFrame(size: Size): Promise<readonly Figure[]> {
  const [frame, listening, bare]: [number[], number[], number[]] = [[], [], []];
  for (let run = 0; run < RUNS[size]; run++) {
    bare.push(await untilLine(['-e', 'console.log()']));
    frame.push(await untilLine([child]));
    listening.push(await untilLine([tapin, 'run', '--port', '0', '--data']));
  }
  return [
    {
      what: 'cold start to first frame',
      value: ms(median(frame)),
      beside: `aim 600 ms; an empty Node ${ms(median(bare))}`,
    },
    { what: 'cold start to the panel’s address', value: ms(median(listening)), beside: '' },
  ];
}

/** Milliseconds from starting Node with these arguments to its first line on stdout. */
async function untilLine(args: readonly string[]): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const start = performance.now();
  const started = spawn(process.execPath, args.at(-1) === '--data' ? [...args, data] : [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await wait(`the first line of node ${args.join(' ')}`, once(createInterface({ input: started.stdout }), 'line'));
  const taken = performance.now() - start;
  if (started.exitCode === null && started.signalCode === null) {
    started.kill('SIGINT');
    await once(started, 'exit');
  }
  rmSync(data, { recursive: true, force: true });
  return taken;
}
