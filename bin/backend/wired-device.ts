// Device and sensor in two processes, joined by a kernel tty: `tapin device` on a virtual board of `tapin sensor`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceTarget } from '../../simulation/scenarios/backend.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { openBoardProcess } from './board-process.ts';
import type { ProcessKind } from './process-kind.ts';

/** Needs of a scenario that this backend can meet. */
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

/** Opens the virtual board for a device. Errors: `bad_value` if no pseudo-terminal is available. */
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
const POLL_MS = 50;

/**
 * Waits until the device has connected to its board. `log`: log of the device. Errors: `bad_value`, with the device's
 * last message about its sensor.
 */
export async function sensorReady(device: DeviceTarget, log: readonly string[]): Promise<Result<unknown>> {
  const until_ms = performance.now() + READY_MS_MAX;
  for (;;) {
    const link = String((await device.snapshot()).states['sensor']);
    if (link === 'ready') return ok(undefined);
    if (!['closed', 'opening', 'greeting'].includes(link) || performance.now() > until_ms)
      return fail('bad_value', `The sensor is ${link}: ${sensorWord(log)}`);
    await sleep(POLL_MS);
  }
}

/** Returns the last message about the sensor in the log. */
function sensorWord(log: readonly string[]): string {
  const message = log.findLast((line) => / (info|warn) sensor: /.test(line)) ?? '';
  return message === '' ? 'no message in the log.' : message.replace(/^.*? (info|warn) sensor: /, '');
}
