// Small pictures of paths, by the display list and by hand on a canvas, and how they differ.

import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { createRaster } from '../../../hal/screen/raster.ts';
import type { DisplayList } from '../../../hal/screen/screen.ts';

export const SIDE = 120;

/** RGBA of what the raster of the screen makes of a list. */
export function pixelsOf(list: DisplayList): Uint8Array {
  const raster = createRaster(SIDE, SIDE);
  raster.draw(list);
  return raster.pixels();
}

/** RGBA of what is drawn by hand on black. */
export function pixelsBy(draw: (context: SKRSContext2D) => void): Uint8Array {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  context.fillStyle = '#000000';
  context.fillRect(0, 0, SIDE, SIDE);
  draw(context);
  return canvas.data();
}

/** How many bytes differ by more than `tolerance`. */
export const differing = (a: Uint8Array, b: Uint8Array, tolerance = 0): number =>
  a.reduce((count, byte, n) => count + (Math.abs(byte - (b[n] ?? -1)) > tolerance ? 1 : 0), 0);

/** Red, green and blue at a pixel. */
export const colorAt = (pixels: Uint8Array, x: number, y: number): string =>
  pixels.subarray((y * SIDE + x) * 4, (y * SIDE + x) * 4 + 3).join();
