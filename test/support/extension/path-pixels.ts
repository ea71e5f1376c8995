// Small images of paths, drawn by the display list or directly on a canvas, and their differences.

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { createRaster } from '../../../hal/screen/raster.ts';
import type { DisplayList } from '../../../hal/screen/screen.ts';

export const SIDE = 120;

/** Renders a display list as the screen does, and returns its RGBA pixels. */
export function pixelsOf(list: DisplayList): Uint8Array {
  const raster = createRaster(SIDE, SIDE);
  raster.draw(list);
  return raster.pixels();
}

/** Returns the RGBA pixels of a direct drawing on black. */
export function pixelsBy(draw: (context: SKRSContext2D) => void): Uint8Array {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  context.fillStyle = '#000000';
  context.fillRect(0, 0, SIDE, SIDE);
  draw(context);
  return canvas.data();
}

/** Returns the number of bytes that differ by more than `tolerance`. */
export const differing = (a: Uint8Array, b: Uint8Array, tolerance = 0): number =>
  a.reduce((count, byte, n) => count + (Math.abs(byte - (b[n] ?? -1)) > tolerance ? 1 : 0), 0);

/** Returns red, green and blue of a pixel. */
export const colorAt = (pixels: Uint8Array, x: number, y: number): string =>
  pixels.subarray((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 3).join();
