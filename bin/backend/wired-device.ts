// A device and its sensor in two processes, with a tty of the kernel between them: `tapin device` at a virtual board of `tapin sensor`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../../simulation/scenarios/backend.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { openBoardProcess } from './board-process.ts';
import type { ProcessKind } from './process-kind.ts';

/** All that a scenario may need which is played so. */
export const WIRED: ReadonlySet<string> = new Set([
  'stroke',
  'cable',
  'fault',
  'power',
  'power-cut',
  'players',
  'records',
  'leds',
  'sounds',
  'touch',
  'pace',
]);

/** Errors: `bad_value` where there is no pseudo-terminal. */
export async function openWiredDevice(seed: number): Promise<Result<ProcessKind>> {
  const folder = mkdtempSync(join(tmpdir(), 'tapin-board-'));
  const path = join(folder, 'board');
  const opened = await openBoardProcess(`pty:${path}`, seed);
  if (!opened.ok) rmSync(folder, { recursive: true, force: true });
  if (!opened.ok) return opened;
  const { value: board } = opened;
  return ok({
    name: 'a process',
    call: (data) => ['device', '--sensor', path, '--port', '0', '--data', data],
    can: ['stroke', 'cable', 'fault', 'power', 'power-cut', 'players', 'records'],
    target: board.target,
    switched: async () => ok(undefined),
    ready: async (device, lines) => (board.isSound() ? sensorReady(device, lines) : ok(undefined)),
    async close() {
      await board.close();
      rmSync(folder, { recursive: true, force: true });
    },
  });
}

const READY_MS_MAX = 15_000;
const LOOK_EVERY_MS = 50;

/** Until the device has met its board. `log`: of the device. Errors: `bad_value`, with what the device says of it. */
export async function sensorReady(device: Target, log: readonly string[]): Promise<Result<unknown>> {
  const until_ms = performance.now() + READY_MS_MAX;
  for (;;) {
    const link = String((await device.look()).states['sensor']);
    if (link === 'ready') return ok(undefined);
    if (!['closed', 'opening', 'greeting'].includes(link) || performance.now() > until_ms)
      return fail('bad_value', `The sensor is ${link}: ${sensorWord(log)}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** What the log last said of the sensor. */
function sensorWord(log: readonly string[]): string {
  const said = log.findLast((line) => / (info|warn) sensor: /.test(line)) ?? '';
  return said === '' ? 'the log says nothing of it.' : said.replace(/^.*? (info|warn) sensor: /, '');
}
