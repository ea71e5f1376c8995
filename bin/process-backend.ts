// The backend of a scenario that is played on `tapin run` in a process of its own: real time, real HTTP and files. The power of an only
// device is the process: `off` ends it politely, `cut` kills it. Several have switches of their own in one process.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDataFolder } from '../hal/flash/data-folder.ts';
import { createFileFlash } from '../hal/flash/flash-files.ts';
import { NOTHING_SEEN, type Backend, type Capability, type Target } from '../simulation/scenario/backend.ts';
import { openPanelBackend } from '../simulation/scenario/panel-backend.ts';
import type { DeviceSetup, Scenario } from '../simulation/scenario/scenario.ts';
import { recordsOf } from '../simulation/scenario/records.ts';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { readFields } from '../wire/json-fields.ts';

const TAPIN = fileURLToPath(new URL('tapin.ts', import.meta.url));
const START_MS_MAX = 30_000;

/** Errors: `bad_value` where the process does not come up. */
export async function openProcessBackend(scenario: Scenario): Promise<Result<Backend>> {
  const data = mkdtempSync(join(tmpdir(), 'tapin-process-'));
  const names = scenario.devices.map(({ name }) => name);
  const log: string[] = [];
  const began_ms = performance.now();
  const args = ['run', '--port', '0', '--relay-port', '0', '--data', data, '--seed', String(scenario.seed)];
  const call = names.length > 1 ? [...args, '--guests', String(names.length - 1)] : args;
  const start = (): Promise<Result<Running>> => startProcess(call, names, log);
  try {
    for (const [index, setup] of scenario.devices.entries())
      await prepare(index === 0 ? data : join(data, `guest-${index}`), setup, scenario);
  } catch (thrown) {
    return fail('bad_value', `The storage of a device can't be prepared: ${messageOf(thrown)}.`);
  }
  const started = await start();
  if (!started.ok) return started;
  let running: Running | null = started.value;
  const one = names.length === 1;
  const off = async (signal: NodeJS.Signals): Promise<void> => {
    const { child } = running ?? {};
    running = null;
    if (child) await endProcess(child, signal);
  };
  const switched = (target: Target): Pick<Target, 'look' | 'png' | 'power'> => ({
    look: async () => (running ? target.look() : NOTHING_SEEN),
    png: async () => (running ? target.png() : new Uint8Array()),
    async power(action) {
      if (action !== 'on') await off(action === 'cut' ? 'SIGKILL' : 'SIGTERM');
      if (action !== 'on' || running) return ok(undefined);
      const again = await start();
      if (again.ok) running = again.value;
      return again;
    },
  });
  return ok({
    name: 'a process',
    can: new Set<Capability>([...started.value.backend.can, 'players', 'records', 'cloud']),
    settle_ms: started.value.backend.settle_ms,
    target(name): Target {
      const target = (running ?? started.value).backend.target(name);
      return one ? { ...target, ...switched(target) } : target;
    },
    pass: started.value.backend.pass,
    now_ms: () => performance.now() - began_ms,
    cloud: started.value.backend.cloud,
    log: () => log,
    recording: () => null,
    async close() {
      await off('SIGTERM');
      rmSync(data, { recursive: true, force: true });
    },
  });
}

interface Running {
  readonly child: ChildProcess;
  readonly backend: Backend;
}

async function startProcess(
  call: readonly string[],
  names: readonly string[],
  log: string[],
): Promise<Result<Running>> {
  const child = spawn(process.execPath, [TAPIN, ...call], { stdio: ['ignore', 'pipe', 'pipe'] });
  createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
  const lines = createInterface({ input: child.stdout });
  const limit = AbortSignal.timeout(START_MS_MAX);
  const first: unknown = await Promise.race([
    once(lines, 'line', { signal: limit }).catch(() => ['']),
    once(child, 'exit').then(() => ['']),
  ]);
  const panel = Array.isArray(first) ? readFields(String(first[0]))?.['panel'] : undefined;
  if (typeof panel !== 'string') {
    await endProcess(child, 'SIGKILL');
    return fail('bad_value', `tapin run does not come up: ${log.at(-1) ?? 'it says nothing'}`);
  }
  const { origin, searchParams } = new URL(panel);
  const backend = await openPanelBackend({ origin, token: searchParams.get('token') ?? '' }, names);
  if (backend.ok) return ok({ child, backend: backend.value });
  await endProcess(child, 'SIGKILL');
  return backend;
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** What the storage has before the first start. */
async function prepare(folder: string, setup: DeviceSetup, scenario: Scenario): Promise<void> {
  const opened = await openDataFolder(folder);
  if (!opened.ok) throw new Error(opened.error.message);
  const flash = createFileFlash(folder);
  for (const [name, data] of Object.entries(recordsOf(setup, scenario)))
    await flash.write(name, Buffer.from(JSON.stringify(data)));
  await opened.value.close();
}
