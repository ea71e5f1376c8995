// The log of QEMU's driver blklogwrites: each write to a disk in the order in which it was done, and each flush. The format is that of
// dm-log-writes of Linux (Documentation/admin-guide/device-mapper/log-writes.rst).

import { readSync } from 'node:fs';
import { fail, ok, type Result } from '../../wire/errors.ts';

export interface LogEntry {
  /** On the disk, in bytes. */
  readonly offset: number;
  readonly bytes: number;
  /** Of the data in the log; it has none where something is discarded. */
  readonly data_at: number;
  /** All that was written before it is safe from a power cut. */
  readonly flush: boolean;
  /** It is itself safe. */
  readonly fua: boolean;
  readonly discard: boolean;
}

const MAGIC = 0x6a736677736872n;
const [FLUSH, FUA, DISCARD] = [1, 2, 4];
const HEAD_BYTES = 32;

/** How many entries a log has at this moment. Errors: `rig_failed` for what is no log. */
export function countEntries(fd: number): Result<{ readonly count: number; readonly sector_bytes: number }> {
  const head = read(fd, 0, HEAD_BYTES);
  if (head.readBigUInt64LE(0) !== MAGIC) return fail('rig_failed', 'What QEMU wrote is no log of writes.');
  return ok({ count: Number(head.readBigUInt64LE(16)), sector_bytes: head.readUInt32LE(24) });
}

/** Errors: `rig_failed` for what is no log. */
export function readLog(fd: number): Result<readonly LogEntry[]> {
  const counted = countEntries(fd);
  if (!counted.ok) return counted;
  const { count, sector_bytes } = counted.value;
  const entries: LogEntry[] = [];
  let at = sector_bytes;
  while (entries.length < count) {
    const head = read(fd, at, HEAD_BYTES);
    const [sector, sectors, flags] = [0, 8, 16].map((offset) => Number(head.readBigUInt64LE(offset)));
    const bytes = (sectors ?? 0) * sector_bytes;
    const has = (flag: number): boolean => ((flags ?? 0) & flag) !== 0;
    const discard = has(DISCARD);
    const data_at = at + sector_bytes;
    const offset = (sector ?? 0) * sector_bytes;
    entries.push({ offset, bytes, data_at, flush: has(FLUSH), fua: has(FUA), discard });
    at = data_at + (discard ? 0 : bytes);
  }
  return ok(entries);
}

function read(fd: number, at: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  readSync(fd, buffer, 0, bytes, at);
  return buffer;
}
