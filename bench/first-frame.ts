// From a cold process to the first frame of the device, and to the address of the panel; of the sources, and of a packed release.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../bin/release-folder.ts';
import { assert } from '../wire/errors.ts';
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
    // To build a release takes longer than all else here.
    ...(size === 'whole' ? await benchRelease(RUNS[size]) : []),
  ];
}

/** A device of a release that is packed for this machine, and one of the sources, in turns. */
async function benchRelease(runs: number): Promise<readonly Figure[]> {
  const release = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const platform = process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64';
  const built = await buildRelease(release, { platform });
  assert(built.ok, built.ok ? '' : built.error.message);
  const [packed, sources]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run++) {
    packed.push(await untilLine([join(release, 'bin/tapin.js'), ...DEVICE]));
    sources.push(await untilLine([tapin, ...DEVICE]));
  }
  rmSync(release, { recursive: true });
  return [
    {
      what: 'cold start of a packed release to the panel’s address',
      value: ms(median(packed)),
      beside: `aim half of the sources’ ${ms(median(sources))}`,
    },
  ];
}

const DEVICE = ['device', '--sensor', '/dev/null', '--port', '0', '--data'];

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
