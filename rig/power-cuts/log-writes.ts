// Parses the log of QEMU's blklogwrites driver: each write to a disk in order, and each flush. The format is Linux
// dm-log-writes (Documentation/admin-guide/device-mapper/log-writes.rst).

import { readSync } from 'node:fs';
import { fail, ok, type Result } from '../../wire/errors.ts';

export interface LogEntry {
  /** Offset on the disk, in bytes. */
  readonly offset: number;
  readonly bytes: number;
  /** Offset of the data in the log; a discard has no data. */
  readonly data_at: number;
  /** Whether all earlier writes are safe from a power cut. */
  readonly flush: boolean;
  /** Whether this write itself is safe. */
  readonly fua: boolean;
  readonly discard: boolean;
}

const MAGIC = 0x6a736677736872n;
const [FLUSH, FUA, DISCARD] = [1, 2, 4];
const HEAD_BYTES = 32;

/** Returns the number of entries in the log so far. Errors: `rig_failed` if the file is not a log. */
export function countEntries(fd: number): Result<{ readonly count: number; readonly sector_bytes: number }> {
  const head = read(fd, 0, HEAD_BYTES);
  if (head.readBigUInt64LE(0) !== MAGIC) return fail('rig_failed', 'The file from QEMU is not a write log.');
  return ok({ count: Number(head.readBigUInt64LE(16)), sector_bytes: head.readUInt32LE(24) });
}

/** Reads all entries. Errors: `rig_failed` if it is not a log. */
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
