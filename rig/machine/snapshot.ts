// A running machine on disk: its memory and devices in one file, its data disk in another. Both are only read when a machine goes on from
// them, so several can.

import { join } from 'node:path';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Calls } from './calls.ts';

export interface Snapshot {
  readonly state: string;
  /** A qcow2 file that leans on no other. */
  readonly data: string;
}

export const snapshotIn = (folder: string): Snapshot => ({
  state: join(folder, 'state'),
  data: join(folder, 'data.qcow2'),
});

/** Stops the machine and writes its state to a file. Errors: `rig_failed`. */
export async function saveState(qmp: Calls, file: string): Promise<Result<unknown>> {
  const stopped = await qmp.call('stop');
  return stopped.ok ? move(qmp, 'migrate', `exec:cat > ${quoted(file)}`) : stopped;
}

/** Makes a machine that was started to wait for a state go on from it. Errors: `rig_failed`. */
export async function loadState(qmp: Calls, file: string): Promise<Result<unknown>> {
  const moved = await move(qmp, 'migrate-incoming', `exec:cat ${quoted(file)}`);
  return moved.ok ? qmp.call('cont') : moved;
}

/** For the shell by which QEMU runs what is behind `exec:`. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;

const MOVE_MS_MAX = 120_000;
/** QEMU spares a network that is not there if it is not told. */
const BANDWIDTH_MAX = 2 ** 40;

async function move(qmp: Calls, execute: string, uri: string): Promise<Result<unknown>> {
  await qmp.call('migrate-set-parameters', { 'max-bandwidth': BANDWIDTH_MAX });
  await qmp.call('migrate-set-capabilities', { capabilities: [{ capability: 'events', state: true }] });
  const ends = ['completed', 'failed'];
  const ended = qmp.event('MIGRATION', MOVE_MS_MAX, ({ status }) => ends.includes(String(status)));
  const began = await qmp.call(execute, { uri });
  if (!began.ok) return began;
  const end = await ended;
  if (!end.ok) return end;
  return end.value['status'] === 'completed' ? ok(undefined) : fail('rig_failed', `QEMU can't ${execute}.`);
}
