// Converts a picture to display pixels: rotated, and as XRGB8888 or RGB565. Pure.

import type { Rotation, Size } from './placement.ts';

export type PixelFormat = 'XRGB8888' | 'RGB565';
export const BYTES_PER_PIXEL: Readonly<Record<PixelFormat, number>> = { XRGB8888: 4, RGB565: 2 };

export interface Rect extends Size {
  readonly x: number;
  readonly y: number;
}

/** RGBA picture, upright. */
interface Frame extends Size {
  readonly rgba: Uint8Array;
}

/** Pixels in the display's format and orientation, without gaps between rows. */
export interface NativeFrame extends Size {
  readonly format: PixelFormat;
  readonly bytes: Uint8Array;
}

const words = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);
const halfWords = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint16Array =>
  new Uint16Array(buffer, byteOffset, byteLength / 2);

/**
 * Returns the smallest rectangle around all changes; null if there are none. Without `before`, returns the whole frame.
 */
export function changedRect(before: Uint8Array | null, { rgba, width, height }: Frame): Rect | null {
  if (!before) return { x: 0, y: 0, width, height };
  const [was, is] = [words(before), words(rgba)];
  const rowDiffers = (y: number): boolean => {
    for (let at = y * width; at < (y + 1) * width; at++) if (was[at] !== is[at]) return true;
    return false;
  };
  let top = 0;
  while (top < height && !rowDiffers(top)) top++;
  if (top === height) return null;
  let bottom = height - 1;
  while (!rowDiffers(bottom)) bottom--;
  let [left, right] = [width, -1];
  for (let y = top; y <= bottom; y++) {
    const row = y * width;
    for (let x = 0; x < left; x++) if (was[row + x] !== is[row + x]) left = x;
    for (let x = width - 1; x > right; x--) if (was[row + x] !== is[row + x]) right = x;
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Returns the same rectangle in display pixels. `size`: size of the upright picture. */
export function turnedRect({ x, y, width, height }: Rect, rotation: Rotation, size: Size): Rect {
  const [right, bottom] = [size.width - x - width, size.height - y - height];
  switch (rotation) {
    case 0:
      return { x, y, width, height };
    case 90:
      return { x: bottom, y: x, width: height, height: width };
    case 180:
      return { x: right, y: bottom, width, height };
    default:
      return { x: y, y: right, width: height, height: width };
  }
}

/** Returns the smallest rectangle around both; null stands for an empty rectangle. */
export function union(a: Rect | null, b: Rect | null): Rect | null {
  if (!a || !b) return a ?? b;
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Returns the display index of the picture's first pixel, and the steps to the next pixel in its row and in its column.
 */
function stridesOf({ width, height }: Size, rotation: Rotation) {
  switch (rotation) {
    case 0:
      return { start: 0, across: 1, down: width };
    case 90:
      return { start: height - 1, across: height, down: -1 };
    case 180:
      return { start: width * height - 1, across: -1, down: -width };
    default:
      return { start: (width - 1) * height, across: -height, down: 1 };
  }
}

/**
 * Draws a part of the picture. Swaps red and blue: the RGBA canvas has red in the lowest byte, XRGB8888 has blue there.
 */
export function drawPart(frame: Frame, rect: Rect, rotation: Rotation, native: NativeFrame): void {
  const source = words(frame.rgba);
  const { start, across, down } = stridesOf(frame, rotation);
  const draw = native.format === 'XRGB8888' ? drawRow32(words(native.bytes)) : drawRow16(halfWords(native.bytes));
  for (let y = rect.y; y < rect.y + rect.height; y++)
    draw(source, y * frame.width + rect.x, rect.width, start + y * down + rect.x * across, across);
}

type DrawRow = (source: Uint32Array, from: number, count: number, to: number, step: number) => void;

const drawRow32 =
  (target: Uint32Array): DrawRow =>
  (source, from, count, to, step) => {
    for (let at = 0, place = to; at < count; at++, place += step) {
      const pixel = source[from + at] ?? 0;
      target[place] = (pixel & 0xff00) | ((pixel & 0xff) << 16) | ((pixel >>> 16) & 0xff);
    }
  };

const drawRow16 =
  (target: Uint16Array): DrawRow =>
  (source, from, count, to, step) => {
    for (let at = 0, place = to; at < count; at++, place += step) {
      const pixel = source[from + at] ?? 0;
      target[place] = ((pixel & 0xf8) << 8) | ((pixel >>> 5) & 0x7e0) | ((pixel >>> 19) & 0x1f);
    }
  };
