// Who holds a lock file: what the file says, and whether that process is still there.

import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { readFields } from '../../wire/json-fields.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { errnoOf } from './disk-files.ts';
import { readRegularFile } from './regular-file.ts';

export interface Holder {
  readonly pid: number;
  /** Tells this holding of the lock from every other. */
  readonly id: string;
  /** Boot and start time of the process, so that a pid given again, say after a loss of power, is not taken for it; or ''. */
  readonly started: string;
}

/** What an unreadable lock file stands for: nobody. */
const NOBODY: Holder = { pid: 0, id: 'unreadable', started: '' };
/** The locks that this process holds, for systems that don't tell when a process started. */
export const held = new Set<string>();

export const createHolder = async (): Promise<Holder> => ({
  pid: process.pid,
  id: randomUUID(),
  started: (await startOf(process.pid)) ?? '',
});

export const encodeHolder = (holder: Holder): string => `${JSON.stringify(holder)}\n`;

/** A lock has 120 bytes. */
const LOCK_BYTES_MAX = 4096;

/** The holder of a lock file, null for a missing file. Throws as node does, and for what is no regular file. */
export async function readHolder(file: string): Promise<Holder | null> {
  try {
    const bytes = await readRegularFile(file, LOCK_BYTES_MAX);
    return bytes && decodeHolder(Buffer.from(bytes).toString());
  } catch (thrown) {
    // A medium with errors may be enough to read from.
    if (errnoOf(thrown) === 'EIO') throw thrown;
    throw new Error(`the lock ${file} can't be read (${whyUnread(thrown)}); remove it`, { cause: thrown });
  }
}

export const isReadable = (holder: Holder): boolean => holder !== NOBODY;

function decodeHolder(text: string): Holder {
  const { pid, id = 'none', started = '' } = readFields(text) ?? {};
  const sound = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && typeof started === 'string';
  // The id becomes part of a file's name.
  return sound && typeof id === 'string' && /^[0-9a-z-]{1,40}$/.test(id) ? { pid, id, started } : NOBODY;
}

/** Whether the process that wrote the lock is alive. Where the system can't say for sure, a live pid counts. */
export async function isLive(holder: Holder): Promise<boolean> {
  if (holder.pid === 0) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (thrown) {
    // Any other answer than "not yours to signal" says that there is no such process.
    if (errnoOf(thrown) !== 'EPERM') return false;
  }
  const started = await startOf(holder.pid);
  if (started === null) return false;
  if (started !== '' && holder.started !== '') return started === holder.started;
  return holder.pid !== process.pid || held.has(holder.id);
}

/** On Linux the boot and the start time of a process, null for one that has ended but is not yet reaped; elsewhere ''. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc(5): after the name in parentheses, which may hold anything, the state is field 3 and the start time field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${boot} ${fields[22 - 3]}`;
  } catch {
    return '';
  }
}
