// Canvas of Node, by @napi-rs/canvas, and the device's font. Has the same exports as canvas-browser.ts; `#canvas` in
// package.json selects one of them.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createCanvas, GlobalFonts, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { assert } from '../../wire/errors.ts';
import { FONT_FAMILY } from './paint.ts';

export interface PixelCanvas {
  readonly context: SKRSContext2D;
  /** Returns the RGBA pixels. Read at most once per turn of the event loop: buffers are freed only then. */
  pixels(): Uint8Array;
  /** Encodes the picture; later draws do not affect it. */
  png(): Promise<Uint8Array>;
  /** Encodes for web pages: a third of the size of a PNG, with slightly different colours. */
  webp(): Promise<Uint8Array>;
}

const FILE = fileURLToPath(new URL('font/Inter-Medium.otf', import.meta.url));
const WEBP_QUALITY = 80;

/** Returns a view, not a copy: the library's result is already a snapshot, and a frame has 600 kB. */
const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

export function createPixelCanvas(width: number, height: number): PixelCanvas {
  const canvas = createCanvas(width, height);
  return {
    context: canvas.getContext('2d'),
    pixels: () => viewOf(canvas.data()),
    png: async () => viewOf(await canvas.encode('png')),
    webp: async () => viewOf(await canvas.encode('webp', WEBP_QUALITY)),
  };
}

export const createPath = (d: string): Path2D => new Path2D(d);

/** Registers the font with the canvas. Returns the bytes of its file. */
export function registerFont(): Uint8Array {
  assert(GlobalFonts.registerFromPath(FILE, FONT_FAMILY), 'the bundled font does not load');
  return readFileSync(FILE);
}
