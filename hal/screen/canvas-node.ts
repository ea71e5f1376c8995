// Canvas of Node, by @napi-rs/canvas, with the device's font. Has the same exports as canvas-browser.ts; `#canvas` in
// package.json selects one of them.

import { createRequire } from 'node:module';
import type { Path2D, SKRSContext2D } from '@napi-rs/canvas';
import { assert } from '../../wire/errors.ts';
import { FONT_FILE } from './font-node.ts';
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

const WEBP_QUALITY = 80;

/** Returns a view, not a copy: the library's result is already a snapshot, and a frame has 600 kB. */
const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

let library: typeof import('@napi-rs/canvas') | null = null;

/** Loads the library and the font at the first drawing: a device without a display draws nothing and saves 20 MB. */
function canvasLibrary(): typeof import('@napi-rs/canvas') {
  if (library) return library;
  const loaded: typeof import('@napi-rs/canvas') = createRequire(import.meta.url)('@napi-rs/canvas');
  assert(loaded.GlobalFonts.registerFromPath(FONT_FILE, FONT_FAMILY), 'the bundled font does not load');
  return (library = loaded);
}

export function createPixelCanvas(width: number, height: number): PixelCanvas {
  const canvas = canvasLibrary().createCanvas(width, height);
  return {
    context: canvas.getContext('2d'),
    pixels: () => viewOf(canvas.data()),
    png: async () => viewOf(await canvas.encode('png')),
    webp: async () => viewOf(await canvas.encode('webp', WEBP_QUALITY)),
  };
}

export const createPath = (d: string): Path2D => new (canvasLibrary().Path2D)(d);
