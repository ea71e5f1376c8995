// The write-ahead log of a SQLite database, as it lies in its file: https://www.sqlite.org/fileformat.html#walformat. SQLite takes a log with
// another head for empty, and drops a damaged frame with all changes after it, without a word.

import { closeSync, openSync, readSync } from 'node:fs';

const HEAD_BYTES = 32;
const MAGIC = 0x377f0682;
/** In the head: bytes of a page, salts, sum. */
const [PAGE_BYTES_AT, SALTS_AT, SUM_AT] = [8, 16, 24] as const;
/** In a frame: pages of the database after a commit or 0, salts, sum, page. */
const [COMMIT_AT, FRAME_SALTS_AT, FRAME_SUM_AT, PAGE_AT] = [4, 8, 16, 24] as const;
/** The first commit after the damage may have been cut off by a loss of power. A second was begun when the first was on the disk. */
const COMMITS_AFTER = 2;

/** @param is_synced Whether each commit waited for the disk: else a loss of power may damage any of its frames. */
export function isDamagedLog(path: string, is_synced: boolean): boolean {
  const file = openSync(path, 'r');
  try {
    const head = readHead(file);
    // A start of the log that a loss of power cut short has no changes yet.
    if (!head) return false;
    if (!isHead(head)) return true;
    // Another process that has it may have begun it anew meanwhile.
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

/** Each frame is checked by the sum that stands in the one before, so that damage to one leaves the later ones good. */
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
