// Time from a cold process to the device's first frame and to the panel's address: without and with a compile cache (as
// the `tapin` script uses it), from the sources and from a packed release.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildRelease } from '../bin/release/release-folder.ts';
import { assert } from '../wire/errors.ts';
import { median, ms, type BenchFigure, type BenchSize } from './figures.ts';
import { wait } from './waits.ts';

const RUNS = { whole: 5, tiny: 1 } as const;
const child = fileURLToPath(new URL('first-frame-child.ts', import.meta.url));
const tapin = fileURLToPath(new URL('../bin/tapin.ts', import.meta.url));

interface Starts {
  readonly first: number[];
  readonly later: number[];
}

export async function benchFirstFrame(size: BenchSize): Promise<readonly BenchFigure[]> {
  const compiled = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const run = [tapin, 'run', '--port', '0', '--data'];
  const bare: number[] = [];
  const [frame, panel]: [Starts, Starts] = [
    { first: [], later: [] },
    { first: [], later: [] },
  ];
  for (const args of [[child], run]) await untilLine(args, compiled); // fills the cache
  for (let time = 0; time < RUNS[size]; time++) {
    bare.push(await untilLine(['-e', 'console.log()']));
    frame.first.push(await untilLine([child]));
    frame.later.push(await untilLine([child], compiled));
    panel.first.push(await untilLine(run));
    panel.later.push(await untilLine(run, compiled));
  }
  rmSync(compiled, { recursive: true });
  const row = (what: string, { first, later }: Starts, beside: string): BenchFigure => ({
    what,
    value: ms(median(later)),
    beside: `the first time ${ms(median(first))}; ${beside}`,
  });
  return [
    row('cold start to first frame', frame, `aim 250 ms; an empty Node ${ms(median(bare))}`),
    row('cold start to the panel’s address', panel, 'aim 600 ms'),
    // Building a release takes longer than everything else here.
    ...(size === 'whole' ? await benchRelease(RUNS[size]) : []),
  ];
}

/** Alternates between a device from a release packed for this machine and one from the sources. */
async function benchRelease(runs: number): Promise<readonly BenchFigure[]> {
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

/**
 * Returns the milliseconds from starting Node with these arguments to its first line on stdout.
 * @param compiled Folder of the compile cache; no cache if undefined.
 */
async function untilLine(args: readonly string[], compiled?: string): Promise<number> {
  const data = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const start = performance.now();
  const started = spawn(process.execPath, args.at(-1) === '--data' ? [...args, data] : [...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  await wait(`the first line of node ${args.join(' ')}`, once(createInterface({ input: started.stdout }), 'line'));
  const taken = performance.now() - start;
  // Node writes its compile cache on exit, so a server has to be stopped.
  if (args.at(-1) === '--data' && started.exitCode === null && started.signalCode === null) started.kill('SIGINT');
  if (started.exitCode === null && started.signalCode === null) await once(started, 'exit');
  rmSync(data, { recursive: true, force: true });
  return taken;
}
