// Running machine on disk: its memory and devices in one file, its data disk in another. Resuming only reads them, so
// several machines can share a snapshot.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Calls } from './calls.ts';

export interface MachineSnapshot {
  readonly state: string;
  /** qcow2 file without a backing file. */
  readonly data: string;
}

export const snapshotIn = (folder: string): MachineSnapshot => ({
  state: join(folder, 'state'),
  data: join(folder, 'data.qcow2'),
});

/** Stops the machine and writes its state to a file. Errors: `rig_failed`. */
export async function saveState(qmp: Calls, file: string): Promise<Result<unknown>> {
  const stopped = await qmp.call('stop');
  return stopped.ok ? move(qmp, 'migrate', `exec:cat > ${quoted(file)}`) : stopped;
}

/** Loads a saved state into a machine started with `incoming`, and resumes it. Errors: `rig_failed`. */
export async function loadState(qmp: Calls, file: string): Promise<Result<unknown>> {
  const moved = await move(qmp, 'migrate-incoming', `exec:cat ${quoted(file)}`);
  return moved.ok ? qmp.call('cont') : moved;
}

/** Quotes a path for the shell in which QEMU runs an `exec:` command. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;

const MOVE_MS_MAX = 120_000;
/** Unlimited in effect: by default QEMU throttles migrations to spare a network. */
const BANDWIDTH_MAX = 2 ** 40;

async function move(qmp: Calls, execute: string, uri: string): Promise<Result<unknown>> {
  await qmp.call('migrate-set-parameters', { 'max-bandwidth': BANDWIDTH_MAX });
  await qmp.call('migrate-set-capabilities', { capabilities: [{ capability: 'events', state: true }] });
  const ends = ['completed', 'failed'];
  const ended = qmp.event('MIGRATION', MOVE_MS_MAX, ({ status }) => ends.includes(String(status)));
  const started = await qmp.call(execute, { uri });
  if (!started.ok) return started;
  const end = await ended;
  if (!end.ok) return end;
  return end.value['status'] === 'completed' ? ok(undefined) : fail('rig_failed', `QEMU can't ${execute}.`);
}
