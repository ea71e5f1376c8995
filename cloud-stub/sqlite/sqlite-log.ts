// Checks the write-ahead log file of a SQLite database: https://www.sqlite.org/fileformat.html#walformat. SQLite
// silently treats a log with an invalid header as empty, and drops a damaged frame with all later changes.

import { closeSync, openSync, readSync } from 'node:fs';

const HEAD_BYTES = 32;
const MAGIC = 0x377f0682;
/** Offsets in the header: page size, salts, checksum. */
const [PAGE_BYTES_AT, SALTS_AT, SUM_AT] = [8, 16, 24] as const;
/** Offsets in a frame: pages of the database after a commit or 0, salts, checksum, page. */
const [COMMIT_AT, FRAME_SALTS_AT, FRAME_SUM_AT, PAGE_AT] = [4, 8, 16, 24] as const;
/**
 * A power loss may have cut off the first commit after the damage. The second starts only once the first is on disk.
 */
const COMMITS_AFTER = 2;

/** @param is_synced Whether each commit waited for the disk: otherwise a power loss may damage any of its frames. */
export function isDamagedLog(path: string, is_synced: boolean): boolean {
  const file = openSync(path, 'r');
  try {
    const head = readHead(file);
    // A power loss during the first write of the log leaves a short header and no changes.
    if (!head) return false;
    if (!isHead(head)) return true;
    // Another process that has it open may have restarted it in the meantime.
    return is_synced && hasDamagedFrame(file, head) && readHead(file)?.equals(head) === true;
  } finally {
    closeSync(file);
  }
}

function readHead(file: number): Buffer | null {
  const head = Buffer.alloc(HEAD_BYTES);
  return readSync(file, head, 0, HEAD_BYTES, 0) < HEAD_BYTES ? null : head;
}

function isHead(head: Buffer): boolean {
  const magic = head.readUInt32BE(0);
  return (magic === MAGIC || magic === MAGIC + 1) && isSum(sumOf(head, 0, SUM_AT, [0, 0], magic), head, SUM_AT);
}

/**
 * Checks each frame against the checksum of the previous one, so that a damaged frame does not invalidate the later
 * ones.
 */
function hasDamagedFrame(file: number, head: Buffer): boolean {
  const magic = head.readUInt32BE(0);
  const frame = Buffer.alloc(PAGE_AT + head.readUInt32BE(PAGE_BYTES_AT));
  let before = sumAt(head, SUM_AT);
  let commits = COMMITS_AFTER;
  let is_damaged = false;
  for (let at = HEAD_BYTES; readSync(file, frame, 0, frame.length, at) === frame.length; at += frame.length) {
    const sum = sumOf(frame, PAGE_AT, frame.length, sumOf(frame, 0, FRAME_SALTS_AT, before, magic), magic);
    const is_good =
      isSum(sum, frame, FRAME_SUM_AT) && head.compare(frame, FRAME_SALTS_AT, FRAME_SUM_AT, SALTS_AT, SUM_AT) === 0;
    before = sumAt(frame, FRAME_SUM_AT);
    if (!is_good) is_damaged = true;
    else if (is_damaged && frame.readUInt32BE(COMMIT_AT) > 0 && --commits === 0) return true;
  }
  return false;
}

type Sum = readonly [first: number, second: number];

function sumOf(bytes: Buffer, from: number, to: number, before: Sum, magic: number): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const is_little = magic === MAGIC;
  let [first, second] = before;
  for (let at = from; at < to; at += 8) {
    first = (first + view.getUint32(at, is_little) + second) >>> 0;
    second = (second + view.getUint32(at + 4, is_little) + first) >>> 0;
  }
  return [first, second];
}

const sumAt = (bytes: Buffer, at: number): Sum => [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];

const isSum = ([first, second]: Sum, bytes: Buffer, at: number): boolean =>
  first === bytes.readUInt32BE(at) && second === bytes.readUInt32BE(at + 4);
