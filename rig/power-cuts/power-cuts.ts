// Power-cut test: a machine stores values while all its disk writes are logged. For hundreds of points in the log, the
// disk is rebuilt as a power cut would leave it, repaired as at a boot, and read with tapin's own storage.

import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import type { Print } from '../build/cache.ts';
import { deviceSnapshot } from '../device.ts';
import { FOLDER } from '../guest/stored-values.ts';
import { buildImage } from '../build/image.ts';
import { startMachine, type Machine } from '../machine/machine.ts';
import { runProgram } from '../build/program.ts';
import { storageProblem, type Safe } from './check-storage.ts';
import { chooseCuts } from './cut-points.ts';
import { openCutDisks } from './cut-disk.ts';
import { countEntries, readLog } from './log-writes.ts';

export interface PowerCutOptions {
  /** Number of cuts. */
  readonly cuts: number;
  readonly seed: number;
}

const ROUNDS = 24;
const STORING_MS_MAX = 300_000;
/** Cuts per progress report. */
const REPORT_EVERY = 100;

/** @returns The finding, for the report. Errors: `rig_failed`, with the first cut that broke a promise. */
export async function cutPower({ cuts, seed }: PowerCutOptions, print: Print): Promise<Result<string>> {
  const image = await buildImage(print);
  if (!image.ok) return image;
  const snapshot = await deviceSnapshot(image.value, print);
  if (!snapshot.ok) return snapshot;
  const started = await startMachine(image.value, { ...snapshot.value, logs_writes: true });
  if (!started.ok) return started;
  const machine = started.value;
  const log = openSync(machine.log, 'r');
  const stored = await store(machine, log, print);
  await machine.cutPower();
  const checked = stored.ok ? await check(machine, log, stored.value, { cuts, seed }, print) : stored;
  closeSync(log);
  await machine.close();
  return checked;
}

/** Value that is confirmed from log entry `at` on. */
interface SafeFrom {
  readonly at: number;
  readonly name: string;
  readonly n: number;
}

/** Stores the values and records when each is confirmed. Errors: `rig_failed`. */
async function store({ agent, device }: Machine, log: number, print: Print): Promise<Result<readonly SafeFrom[]>> {
  const safe: SafeFrom[] = [];
  const forget = device.onLine((line) => {
    const { safe: name, n } = readFields(line) ?? {};
    const counted = countEntries(log);
    if (typeof name === 'string' && typeof n === 'number' && counted.ok)
      safe.push({ at: counted.value.count, name, n });
  });
  const node = '/opt/tapin/node_modules/node/bin/node /opt/rig/rig/guest/write-storage.ts';
  const run = `systemctl stop tapin && ${node} ${ROUNDS} > /dev/virtio-ports/tapin.device`;
  const started_ms = performance.now();
  const ran = await agent.run(run, STORING_MS_MAX);
  forget();
  if (!ran.ok) return ran;
  const seconds = ((performance.now() - started_ms) / 1000).toFixed(1);
  print(`${safe.length} values were stored in ${seconds} s`);
  return safe.length > 0 ? ok(safe) : fail('rig_failed', 'Nothing was stored.');
}

async function check(
  machine: Machine,
  log: number,
  stored: readonly SafeFrom[],
  { cuts, seed }: PowerCutOptions,
  print: Print,
): Promise<Result<string>> {
  const read = readLog(log);
  if (!read.ok) return read;
  const entries = read.value;
  const disks = openCutDisks(entries, log, machine.data_before);
  const started_ms = performance.now();
  try {
    for (const [index, cut] of chooseCuts(entries, cuts, createSeededRandom(seed)).entries()) {
      const file = join(machine.folder, 'cut.img');
      const made = await disks.make(cut, file);
      if (!made.ok) return made;
      const safe: Safe = new Map(stored.filter(({ at }) => at <= cut.at).map(({ name, n }) => [name, n]));
      const problem = await problemOf(machine.folder, file, safe);
      if (problem !== '')
        return fail(
          'rig_failed',
          `A power cut after ${cut.at} of ${entries.length} writes (seed ${seed}): ${problem}.`,
        );
      if ((index + 1) % REPORT_EVERY === 0) print(`${index + 1} of ${cuts} power cuts`);
    }
  } finally {
    disks.close();
  }
  const ms = performance.now() - started_ms;
  const flushes = entries.filter(({ flush }) => flush).length;
  return ok(
    `${cuts} power cuts in ${entries.length} writes with ${flushes} flushes, checked in ${(ms / 1000).toFixed(0)} s: nothing was lost`,
  );
}

/** Repairs the disk and reads its storage. Returns the problem as one sentence; '' if none. */
async function problemOf(folder: string, disk: string, safe: Safe): Promise<string> {
  // Exit code 1: it has repaired something.
  const mended = await runProgram('sh', ['-c', 'e2fsck -fy "$1" || [ $? -eq 1 ]', 'sh', disk]);
  if (!mended.ok) return mended.error.message;
  const files = join(folder, 'cut');
  rmSync(files, { recursive: true, force: true });
  mkdirSync(files);
  const name = FOLDER.split('/').at(-1) ?? '';
  const dumped = await runProgram('debugfs', ['-R', `rdump /${name} ${files}`, disk]);
  if (!dumped.ok) return dumped.error.message;
  const storage = join(files, name);
  mkdirSync(storage, { recursive: true });
  return storageProblem(storage, safe);
}
