// A packed release as a device of a small machine: one core at a quarter of this one's speed, and 512 MB. Time to its
// first frame, time from the last byte of a swing to the verdict on a phone, memory and writes of a set.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildRelease } from '../bin/release/release-folder.ts';
import { findBrowser, launchBrowser, NO_BROWSER } from '../test/support/panel/browser.ts';
import { assert } from '../wire/errors.ts';
import { median, ms, percentile, type BenchFigure, type BenchSize } from './figures.ts';
import { openPtyBoard, swingBytes, type PtyBoard } from './pty-board.ts';
import { createSmallMachine, noSmallMachine, type SmallMachine } from './small-machine/control-group.ts';
import { bootOn, type SmallDevice } from './small-machine/small-device.ts';

const COUNTS = { whole: { boots: 5, putts: 10, strikes: 100 }, tiny: { boots: 1, putts: 1, strikes: 1 } } as const;
/** Putts of an hour of play: three a minute. */
const PUTTS_PER_HOUR = 180;
const SETS = 3;
/** Pause after a verdict without a hole, while its ball still rolls. */
const PAUSE_MS = 300;

export async function benchSmallMachine(size: BenchSize): Promise<readonly BenchFigure[]> {
  const found = await findBrowser();
  const missing = noSmallMachine() || (found ? '' : NO_BROWSER);
  if (!found || missing !== '') return [{ what: 'a small machine', value: 'not measured', beside: missing }];
  const release = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const built = await buildRelease(release, { platform: process.arch === 'arm64' ? 'linux-arm64' : 'linux-x64' });
  assert(built.ok, built.ok ? '' : built.error.message);
  const machine = createSmallMachine({ speed: 0.25, memory_mb: 512 });
  const board = await openPtyBoard();
  const browser = await launchBrowser(found);
  try {
    const boots: number[] = [];
    for (let boot = 1; boot < COUNTS[size].boots; boot++) {
      const device = await bootOn(machine, release, board.path);
      boots.push(device.boot_ms);
      await device.end();
    }
    const device = await bootOn(machine, release, board.path);
    boots.push(device.boot_ms);
    const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
    await page.goto(device.panel);
    await page.getByTestId('text-lines').getByText('Metrics only').first().waitFor({ state: 'attached' });
    const set = await measureSets(machine, device, board, COUNTS[size].putts);
    const verdicts = await measureVerdicts(device, board, COUNTS[size]);
    await device.end();
    return [
      { what: 'boot to first frame, after the kernel', value: ms(median(boots)), beside: 'limit 15 s' },
      {
        what: 'last byte of a swing to its verdict on a phone, p99',
        value: ms(percentile(verdicts, 0.99)),
        beside: `limit 50 ms; p50 ${ms(median(verdicts))}`,
      },
      {
        what: `resident memory after a set of ${COUNTS[size].putts} putts with a phone`,
        value: `${set.resident_mb.toFixed(0)} MB`,
        beside: 'limit 120 MB',
      },
      {
        what: `written in an hour of ${PUTTS_PER_HOUR} putts`,
        value: `${((set.written_mb * PUTTS_PER_HOUR) / COUNTS[size].putts).toFixed(2)} MB`,
        beside: 'limit 2 MB',
      },
    ];
  } finally {
    await browser.close();
    board.close();
    await machine.remove();
    rmSync(release, { recursive: true });
  }
}

/** Measures the memory after a set, and the writes of two further ones: the first creates files. */
async function measureSets(machine: SmallMachine, device: SmallDevice, board: PtyBoard, putts: number) {
  await playSet(device, board, { putts, set: 0 });
  const resident_mb = machine.processes().reduce((sum, pid) => sum + residentMb(pid), 0);
  const before_bytes = writtenBy(machine);
  for (let set = 1; set < SETS; set++) await playSet(device, board, { putts, set });
  return { resident_mb, written_mb: (writtenBy(machine) - before_bytes) / (SETS - 1) / 1e6 };
}

/** Plays Lag putting, from any page. `set`: from 0, since a device ignores a swing that it has seen. */
async function playSet(
  device: SmallDevice,
  board: PtyBoard,
  { putts, set }: { readonly putts: number; readonly set: number },
): Promise<void> {
  await device.tap('back', 'back', 'back');
  await device.choose('Lag putting');
  await device.choose('Start');
  for (let putt = 1; putt <= putts; putt++) {
    await device.until(`putt ${putt}`, (text) => text.includes(`Putt ${putt} of 10`) && !text.includes('Verdict:'));
    board.send(swingBytes(set * putts + putt));
    await device.until('its verdict', (text) => /Verdict:|result/.test(text));
    if (putt < 10) await device.tap('ok');
  }
}

/** Returns the times from the last byte of a swing to the phone's event with its figures, while balls still roll. */
async function measureVerdicts(
  device: SmallDevice,
  board: PtyBoard,
  { putts, strikes }: { readonly putts: number; readonly strikes: number },
): Promise<readonly number[]> {
  await device.tap('back', 'back', 'back');
  await device.choose('Metrics only');
  await device.choose('Start');
  const taken: number[] = [];
  for (let strike = 1; strike <= strikes; strike++) {
    const shown = device.until(`strike ${strike}`, (text) => text.includes(`Putt ${strike}`) && text.includes(' mph'));
    const start = performance.now();
    board.send(swingBytes(SETS * putts + strike));
    await shown;
    taken.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return taken;
}

const writtenBy = (machine: SmallMachine): number =>
  machine.processes().reduce((sum, pid) => sum + numberIn(`/proc/${pid}/io`, 'write_bytes'), 0);

const residentMb = (pid: number): number => (numberIn(`/proc/${pid}/status`, 'VmRSS') * 1024) / 1e6;

const numberIn = (file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(readFileSync(file, 'utf8'))?.[1] ?? 0);
