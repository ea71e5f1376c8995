// Encodes the difference between two frames as 32 × 32 tiles in the panel's wire format: a header of 16 bytes (type,
// format, x, y, w, h, seq, reserved; little-endian) and RGBA pixels per tile.

import { concatBytes } from '../../wire/bytes.ts';
const TILE = 32;
const HEADER_BYTES = 16;
const RECORD_TYPE = 1;
const FORMAT_RGBA = 1;

interface FrameSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the changed tiles back to back; null if nothing changed. Without `before`, returns the whole frame as one
 * record.
 */
export function changedTiles(
  before: Uint8Array | null,
  after: Uint8Array,
  size: FrameSize,
  seq: number,
): Uint8Array<ArrayBuffer> | null {
  if (!before) return record(after, size, { x: 0, y: 0, w: size.width, h: size.height }, seq);
  const [was, is] = [words(before), words(after)];
  const records: Uint8Array[] = [];
  for (let y = 0; y < size.height; y += TILE) {
    for (let x = 0; x < size.width; x += TILE) {
      const tile = { x, y, w: Math.min(TILE, size.width - x), h: Math.min(TILE, size.height - y) };
      if (differs(was, is, size.width, tile)) records.push(record(after, size, tile, seq));
    }
  }
  return records.length === 0 ? null : concatBytes(records);
}

interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);

function differs(was: Uint32Array, is: Uint32Array, width: number, { x, y, w, h }: Rect): boolean {
  for (let row = y; row < y + h; row++) {
    const start = row * width + x;
    for (let at = start; at < start + w; at++) if (was[at] !== is[at]) return true;
  }
  return false;
}

function record(frame: Uint8Array, { width }: FrameSize, { x, y, w, h }: Rect, seq: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(HEADER_BYTES + w * h * 4);
  const head = new DataView(out.buffer);
  head.setUint8(0, RECORD_TYPE);
  head.setUint8(1, FORMAT_RGBA);
  [x, y, w, h].forEach((value, i) => head.setUint16(2 + 2 * i, value, true));
  head.setUint32(10, seq, true);
  for (let row = 0; row < h; row++) {
    const start = ((y + row) * width + x) * 4;
    out.set(frame.subarray(start, start + w * 4), HEADER_BYTES + row * w * 4);
  }
  return out;
}
