// Changes between two frames in the panel's wire format: a header of 16 bytes (type, format, x, y, w, h, seq, reserved;
// little-endian) and RGBA pixels.

import fc from 'fast-check';
import test from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import { changedTiles } from '../../../sims/panel/tiles.ts';
import { exactly } from '../../support/items.ts';

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly seq: number;
}

/** Paints the records onto a frame as a page would, and returns them as tiles. */
function paint(given: Uint8Array, frame: Uint8Array, width: number): Tile[] {
  const records = Buffer.from(given);
  const tiles: Tile[] = [];
  for (let at = 0; at < records.length;) {
    if (records[at] !== 1 || records[at + 1] !== 1) throw new Error(`no RGBA record at ${at}`);
    const place = [2, 4, 6, 8].map((offset) => records.readUInt16LE(at + offset));
    const [x, y, w, h] = exactly(4, place);
    if (records.readUInt16LE(at + 14) !== 0) throw new Error('the reserved bytes are not 0');
    tiles.push({ x, y, w, h, seq: records.readUInt32LE(at + 10) });
    for (let row = 0; row < h; row++)
      frame.set(records.subarray(at + 16 + row * w * 4, at + 16 + (row + 1) * w * 4), ((y + row) * width + x) * 4);
    at += 16 + w * h * 4;
    if (at > records.length) throw new Error('a record is cut off');
  }
  return tiles;
}

/** A frame size, its content before, and pixels that change. */
const change = fc
  .record({ width: fc.integer({ min: 1, max: 80 }), height: fc.integer({ min: 1, max: 80 }) })
  .chain(({ width, height }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      shade: fc.integer({ min: 0, max: 255 }),
      dots: fc.array(
        fc.record({
          byte: fc.integer({ min: 0, max: width * height * 4 - 1 }),
          to: fc.integer({ min: 0, max: 255 }),
        }),
        { maxLength: 8 },
      ),
    }),
  );

const tileOf = (pixel: number, width: number): string =>
  `${Math.floor((pixel % width) / 32)},${Math.floor(pixel / width / 32)}`;

test('[tiles] the tiles turn the old frame into the new one, and only changed tiles are sent', (t) => {
  fc.assert(
    fc.property(change, ({ width, height, shade, dots }) => {
      const before = new Uint8Array(width * height * 4).fill(shade);
      const after = before.slice();
      for (const { byte, to } of dots) after[byte] = to;
      const bytes = [...after.keys()].filter((byte) => after[byte] !== before[byte]);
      const changed = new Set(bytes.map((byte) => tileOf(Math.floor(byte / 4), width)));
      const records = changedTiles(before, after, { width, height }, 7);
      if (records === null) return void t.is(changed.size, 0);
      const painted = before.slice();
      const tiles = paint(records, painted, width);
      t.deepEqual(painted, after);
      t.deepEqual(tiles.map(({ x, y }) => `${x / 32},${y / 32}`).sort(), [...changed].sort());
      for (const { x, y, w, h, seq } of tiles)
        t.deepEqual([w, h, seq], [Math.min(32, width - x), Math.min(32, height - y), 7]);
    }),
  );
});

test('[tiles] sends nothing for equal frames', (t) => {
  const frame = new Uint8Array(480 * 320 * 4).fill(9);
  t.is(changedTiles(frame, frame, { width: 480, height: 320 }, 1), null);
  t.is(changedTiles(frame, frame.slice(), { width: 480, height: 320 }, 1), null);
});

test('[tiles] sends the first frame as one record', (t) => {
  const after = Uint8Array.from({ length: 48 * 40 * 4 }, (_, i) => i % 251);
  const painted = new Uint8Array(after.length);
  const records = changedTiles(null, after, { width: 48, height: 40 }, 0);
  t.deepEqual(paint(assertDefined(records, 'change'), painted, 48), [{ x: 0, y: 0, w: 48, h: 40, seq: 0 }]);
  t.deepEqual(painted, after);
});

test('[tiles] sends one tile for one changed pixel, even in the last corner', (t) => {
  const before = new Uint8Array(480 * 320 * 4);
  for (const [x, y] of [
    [0, 0],
    [479, 319],
    [31, 32],
  ] as const) {
    const after = before.slice();
    after[(y * 480 + x) * 4 + 3] = 1; // the least visible of its bytes
    const tiles = paint(
      assertDefined(changedTiles(before, after, { width: 480, height: 320 }, 2), 'change'),
      before.slice(),
      480,
    );
    t.deepEqual(tiles, [{ x: x - (x % 32), y: y - (y % 32), w: 32, h: 32, seq: 2 }]);
  }
});

test('[tiles] the sequence number wraps at 32 bits', (t) => {
  const frame = new Uint8Array(4);
  t.is(changedTiles(null, frame, { width: 1, height: 1 }, 2 ** 32 + 5)?.[10], 5);
});
