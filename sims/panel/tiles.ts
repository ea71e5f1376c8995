// Encodes the difference between two frames as 32 × 32 tiles in the panel's wire format: a header of 16 bytes (type,
// format, x, y, w, h, seq, reserved; little-endian) and RGBA pixels per tile.

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
): Buffer | null {
  if (!before) return record(after, size, { x: 0, y: 0, w: size.width, h: size.height }, seq);
  const [was, is] = [words(before), words(after)];
  const records: Buffer[] = [];
  for (let y = 0; y < size.height; y += TILE) {
    for (let x = 0; x < size.width; x += TILE) {
      const tile = { x, y, w: Math.min(TILE, size.width - x), h: Math.min(TILE, size.height - y) };
      if (differs(was, is, size.width, tile)) records.push(record(after, size, tile, seq));
    }
  }
  return records.length === 0 ? null : Buffer.concat(records);
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

function record(frame: Uint8Array, { width }: FrameSize, { x, y, w, h }: Rect, seq: number): Buffer {
  const out = Buffer.alloc(HEADER_BYTES + w * h * 4);
  out.writeUInt8(RECORD_TYPE, 0);
  out.writeUInt8(FORMAT_RGBA, 1);
  [x, y, w, h].forEach((value, i) => out.writeUInt16LE(value, 2 + 2 * i));
  out.writeUInt32LE(seq >>> 0, 10);
  for (let row = 0; row < h; row++) {
    const start = ((y + row) * width + x) * 4;
    out.set(frame.subarray(start, start + w * 4), HEADER_BYTES + row * w * 4);
  }
  return out;
}
