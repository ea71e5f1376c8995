// A device and its sensor in two processes, with a tty of the kernel between them: `tapin device` at a virtual board of `tapin sensor`, which
// is pulled out by ending it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../simulation/scenario/backend.ts';
import { fail, ok, type Result } from '../wire/errors.ts';
import { startTapinChild, type TapinChild } from './child-process.ts';
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
  const log: string[] = [];
  let fault = 'ok';
  let sensor: TapinChild | null = null;
  const plug = async (): Promise<Result<unknown>> => {
    if (sensor) return ok(undefined);
    const started = await startTapinChild(['sensor', '--link', `pty:${path}`, '--seed', String(seed)], log);
    if (started.ok) sensor = started.value;
    if (started.ok) sensor?.tell({ fault });
    return started;
  };
  const unplug = async (): Promise<Result<unknown>> => {
    const pulled = sensor;
    sensor = null;
    await pulled?.end('SIGTERM');
    return ok(undefined);
  };
  const target: Partial<Target> = {
    async stroke(stroke) {
      if (!sensor) return fail('sensor_unplugged', 'The sensor is unplugged: plug it in to strike.');
      sensor.tell(stroke);
      return ok(undefined);
    },
    plug: (plugged) => (plugged ? plug() : unplug()),
    async fault(name) {
      fault = name;
      sensor?.tell({ fault });
      return ok(undefined);
    },
  };
  const close = async (): Promise<void> => {
    await unplug();
    rmSync(folder, { recursive: true, force: true });
  };
  const plugged = await plug();
  if (!plugged.ok) await close();
  if (!plugged.ok) return plugged;
  return ok({
    name: 'a process',
    call: (data) => ['device', '--sensor', path, '--port', '0', '--data', data],
    can: ['stroke', 'cable', 'fault', 'power', 'power-cut', 'players', 'records'],
    target,
    switched: async () => ok(undefined),
    ready: async (device, lines) => (sensor && fault === 'ok' ? sensorReady(device, lines) : ok(undefined)),
    close,
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
