// Backend that runs any kind of tapin in its own process: real time, real HTTP and files. A single device is powered by
// the process itself: `off` ends it cleanly, `cut` kills it. Several devices have their own power switches.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_SNAPSHOT, type Backend, type DeviceTarget } from '../../simulation/scenarios/backend.ts';
import { openPanelBackend } from '../../simulation/scenarios/panel-backend.ts';
import type { Scenario } from '../../simulation/scenarios/scenario.ts';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { startTapinChild, type TapinChild } from '../process/child-process.ts';
import { prepareStorage } from './prepare-storage.ts';

/** Program to run, and its capabilities beyond the front panel. */
export interface ProcessKind {
  readonly name: string;
  /** Returns the arguments of tapin; `data`: folder of the first device. */
  call(data: string): readonly string[];
  readonly can: readonly string[];
  /** Actions that bypass the front panel. */
  readonly target: Partial<DeviceTarget>;
  /** Runs before the process starts and after it ends. */
  switched(on: boolean): Promise<Result<unknown>>;
  /** Waits until the device can be played. Errors: `bad_value`, with the reason why it never can. */
  ready(target: DeviceTarget, log: readonly string[]): Promise<Result<unknown>>;
  close(): Promise<void>;
}

/** Starts the kind and opens its backend; closes the kind if that fails. */
export async function openKind(scenario: Scenario, kind: ProcessKind): Promise<Result<Backend>> {
  const data = mkdtempSync(join(tmpdir(), 'tapin-process-'));
  const close = async (): Promise<void> => {
    rmSync(data, { recursive: true, force: true });
    await kind.close();
  };
  const opened = await startKind(scenario, kind, data).catch((thrown: unknown) => fail('internal', messageOf(thrown)));
  if (!opened.ok) {
    await close();
    return opened;
  }
  return ok({
    ...opened.value,
    async close() {
      await opened.value.close();
      await close();
    },
  });
}

async function startKind(scenario: Scenario, kind: ProcessKind, data: string): Promise<Result<Backend>> {
  const names = scenario.devices.map(({ name }) => name);
  const log: string[] = [];
  const started_ms = performance.now();
  const start = (): Promise<Result<Running>> => startProcess(kind, data, names, log);
  for (const [index, setup] of scenario.devices.entries()) {
    const prepared = await prepareStorage(index === 0 ? data : join(data, `guest-${index}`), setup, scenario);
    if (!prepared.ok) return prepared;
  }
  const started = await start();
  if (!started.ok) return started;
  let running: Running | null = started.value;
  const off = async (signal: NodeJS.Signals): Promise<void> => {
    const { child } = running ?? {};
    running = null;
    if (child) await child.end(signal);
  };
  const switches = (name: string): Pick<DeviceTarget, 'snapshot' | 'png' | 'power'> => ({
    snapshot: async () => (running ? running.backend.target(name).snapshot() : EMPTY_SNAPSHOT),
    png: async () => (running ? running.backend.target(name).png() : new Uint8Array()),
    async power(action) {
      if (action !== 'on') await off(action === 'cut' ? 'SIGKILL' : 'SIGTERM');
      if (action !== 'on') return kind.switched(false);
      if (running) return ok(undefined);
      const again = await start();
      if (again.ok) running = again.value;
      return again;
    },
  });
  return ok({
    ...started.value.backend,
    name: kind.name,
    can: new Set([...started.value.backend.can, ...kind.can]),
    target(name): DeviceTarget {
      const target = { ...(running ?? started.value).backend.target(name), ...kind.target };
      return names.length === 1 ? { ...target, ...switches(name) } : target;
    },
    now_ms: () => performance.now() - started_ms,
    log: () => log,
    close: () => off('SIGTERM'),
  });
}

interface Running {
  readonly child: TapinChild;
  readonly backend: Backend;
}

async function startProcess(
  kind: ProcessKind,
  data: string,
  names: readonly string[],
  log: string[],
): Promise<Result<Running>> {
  const switched = await kind.switched(true);
  if (!switched.ok) return switched;
  const started = await startTapinChild(kind.call(data), log);
  if (!started.ok) return started;
  const running = await runningOf(started.value, kind, names, log);
  if (!running.ok) await started.value.end('SIGKILL');
  return running;
}

async function runningOf(
  child: TapinChild,
  kind: ProcessKind,
  names: readonly string[],
  log: readonly string[],
): Promise<Result<Running>> {
  const { origin, searchParams } = new URL(String(child.listening['panel']));
  const backend = await openPanelBackend({ origin, token: searchParams.get('token') ?? '' }, names);
  if (!backend.ok) return backend;
  const ready = await kind.ready(backend.value.target(names[0] ?? ''), log);
  return ready.ok ? ok({ child, backend: backend.value }) : ready;
}
