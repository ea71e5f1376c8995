// Tests of display pixels: bytes in both formats, every rotation, and the changed part.

import test from 'ava';
import {
  changedRect,
  drawPart,
  turnedRect,
  union,
  type NativeFrame,
  type PixelFormat,
} from '../../../hal/display/pixels.ts';
import type { Rotation, Size } from '../../../hal/display/placement.ts';

const [RED, GREEN, BLUE, WHITE, GREY, DARK] = [
  [255, 0, 0, 255],
  [0, 255, 0, 255],
  [0, 0, 255, 255],
  [255, 255, 255, 255],
  [0x12, 0x34, 0x56, 255],
  [0, 0, 0, 255],
];

/** 3 × 2 picture: red, green, blue over white, grey, black. */
const PICTURE = {
  width: 3,
  height: 2,
  rgba: Uint8Array.from([RED, GREEN, BLUE, WHITE, GREY, DARK].flatMap((pixel) => pixel ?? [])),
};
const WHOLE = { x: 0, y: 0, width: 3, height: 2 };

function drawn(format: PixelFormat, rotation: Rotation, { width, height }: Size): Buffer {
  const bytes = new Uint8Array(width * height * (format === 'RGB565' ? 2 : 4));
  const native: NativeFrame = { width, height, format, bytes };
  drawPart(PICTURE, WHOLE, rotation, native);
  return Buffer.from(bytes);
}

const LYING = { width: 3, height: 2 };
const STANDING = { width: 2, height: 3 };

test('[screen] puts blue in the lowest byte of XRGB8888, as the kernel does', (t) => {
  const bytes = drawn('XRGB8888', 0, LYING);
  const words = Array.from({ length: 6 }, (_, at) => bytes.readUInt32LE(4 * at).toString(16));
  t.deepEqual(words, ['ff0000', 'ff00', 'ff', 'ffffff', '123456', '0']);
});

test('[screen] packs RGB565 as five bits of red, six of green, five of blue', (t) => {
  const bytes = drawn('RGB565', 0, LYING);
  const words = Array.from({ length: 6 }, (_, at) => bytes.readUInt16LE(2 * at).toString(16));
  t.deepEqual(words, ['f800', '7e0', '1f', 'ffff', '11aa', '0']);
});

for (const [rotation, size, rows] of [
  [0, LYING, ['RGB', 'WYK']],
  [90, STANDING, ['WR', 'YG', 'KB']],
  [180, LYING, ['KYW', 'BGR']],
  [270, STANDING, ['BK', 'GY', 'RW']],
] as const)
  for (const format of ['XRGB8888', 'RGB565'] as const)
    test(`[screen] rotates a picture by ${rotation} in ${format}`, (t) => {
      const bytes = drawn(format, rotation, size);
      const letters = new Map(
        format === 'XRGB8888'
          ? [[0xff0000, 'R'], [0xff00, 'G'], [0xff, 'B'], [0xffffff, 'W'], [0x123456, 'Y'], [0, 'K']] // oxfmt-ignore
          : [
              [0xf800, 'R'],
              [0x7e0, 'G'],
              [0x1f, 'B'],
              [0xffff, 'W'],
              [0x11aa, 'Y'],
              [0, 'K'],
            ],
      );
      const wide = format === 'XRGB8888' ? 4 : 2;
      const observed = Array.from({ length: size.height }, (_, y) =>
        Array.from({ length: size.width }, (_, x) =>
          letters.get(bytes.readUIntLE((y * size.width + x) * wide, wide)),
        ).join(''),
      );
      t.deepEqual(observed, [...rows]);
      // A single pixel lands where it is in the whole picture.
      const native: NativeFrame = { ...size, format, bytes: new Uint8Array(bytes.length) };
      const green = { x: 1, y: 0, width: 1, height: 1 };
      drawPart(PICTURE, green, rotation, native);
      const { x, y } = turnedRect(green, rotation, PICTURE);
      t.is(letters.get(Buffer.from(native.bytes).readUIntLE((y * size.width + x) * wide, wide)), 'G');
      t.is(native.bytes.filter((byte) => byte !== 0).length, format === 'XRGB8888' ? 1 : 2);
    });

test('[screen] finds the smallest rectangle around the changed pixels', (t) => {
  const size = { width: 10, height: 8 };
  const before = new Uint8Array(10 * 8 * 4);
  const changedAt = (...points: readonly (readonly [number, number])[]) => {
    const rgba = Uint8Array.from(before);
    for (const [x, y] of points) rgba[(y * 10 + x) * 4 + 1] = 9;
    return changedRect(before, { ...size, rgba });
  };
  t.is(changedAt(), null);
  t.deepEqual(changedAt([3, 4]), { x: 3, y: 4, width: 1, height: 1 });
  t.deepEqual(changedAt([3, 2], [7, 5]), { x: 3, y: 2, width: 5, height: 4 });
  t.deepEqual(changedAt([0, 0], [9, 7]), { x: 0, y: 0, ...size });
  t.deepEqual(changedRect(null, { ...size, rgba: before }), { x: 0, y: 0, ...size });
});

test('[screen] unites two rectangles and returns null for none', (t) => {
  const [a, b] = [{ x: 1, y: 5, width: 2, height: 2 }, { x: 4, y: 2, width: 3, height: 1 }]; // oxfmt-ignore
  t.deepEqual(union(a, b), { x: 1, y: 2, width: 6, height: 5 });
  t.deepEqual(union(a, null), a);
  t.deepEqual(union(null, b), b);
  t.is(union(null, null), null);
});
