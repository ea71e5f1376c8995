// Holder of a lock file: parses the file and checks whether that process still runs.

import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { readFields } from '../../wire/json-fields.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { errnoOf } from './disk-files.ts';
import { readRegularFile } from './regular-file.ts';

export interface Holder {
  readonly pid: number;
  /** Distinguishes this acquisition of the lock from every other. */
  readonly id: string;
  /**
   * Boot ID and start time of the process, so that a reused pid, say after a power cut, is not mistaken for it; '' if
   * unknown.
   */
  readonly started: string;
}

/** Holder that stands for an unreadable lock file, not for a process. */
const NO_HOLDER: Holder = { pid: 0, id: 'unreadable', started: '' };
/** Locks held by this process, for systems that do not report the start time of a process. */
export const held = new Set<string>();

export const createHolder = async (): Promise<Holder> => ({
  pid: process.pid,
  id: randomUUID(),
  started: (await startOf(process.pid)) ?? '',
});

export const encodeHolder = (holder: Holder): string => `${JSON.stringify(holder)}\n`;

/** Limit for reading a lock, which is about 120 bytes. */
const LOCK_BYTES_MAX = 4096;

/**
 * Returns the holder of a lock file, null if the file is missing. Throws node's errors, and for anything but a regular
 * file.
 */
export async function readHolder(file: string): Promise<Holder | null> {
  try {
    const bytes = await readRegularFile(file, LOCK_BYTES_MAX);
    return bytes && decodeHolder(Buffer.from(bytes).toString());
  } catch (thrown) {
    // The rest of a medium with errors may still be readable.
    if (errnoOf(thrown) === 'EIO') throw thrown;
    throw new Error(`the lock ${file} can't be read (${whyUnread(thrown)}); remove it`, { cause: thrown });
  }
}

export const isReadable = (holder: Holder): boolean => holder !== NO_HOLDER;

function decodeHolder(text: string): Holder {
  const { pid, id = 'none', started = '' } = readFields(text) ?? {};
  const sound = typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && typeof started === 'string';
  // The id becomes part of a file name.
  return sound && typeof id === 'string' && /^[0-9a-z-]{1,40}$/.test(id) ? { pid, id, started } : NO_HOLDER;
}

/** Whether the process that wrote the lock is alive. If the system can't tell for sure, a live pid counts. */
export async function isLive(holder: Holder): Promise<boolean> {
  if (holder.pid === 0) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (thrown) {
    // Every error but EPERM means that there is no such process.
    if (errnoOf(thrown) !== 'EPERM') return false;
  }
  const started = await startOf(holder.pid);
  if (started === null) return false;
  if (started !== '' && holder.started !== '') return started === holder.started;
  return holder.pid !== process.pid || held.has(holder.id);
}

/** Returns the boot ID and start time of a process on Linux, null for a zombie; '' on other systems. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // proc(5): after the name in parentheses, which may contain any character, the state is field 3 and the start time
    // field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? null : `${boot} ${fields[22 - 3]}`;
  } catch {
    return '';
  }
}
