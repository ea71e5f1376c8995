// Renders display lists to pixels with @napi-rs/canvas.

import { Path2D, createCanvas, type Canvas } from '@napi-rs/canvas';
import { drawable, useFont } from './font.ts';
import { keepPaths, paint, type PaintView } from './paint.ts';
import type { DisplayList } from './screen.ts';

export interface Raster {
  draw(list: DisplayList): void;
  /**
   * Returns the RGBA pixels of the last draw. Read at most once per turn of the event loop: buffers are freed only
   * then.
   */
  pixels(): Uint8Array;
  /** Encodes the last draw; later draws do not affect it. */
  png(): Promise<Uint8Array>;
  /** Encodes for web pages: a third of the size of a PNG, with slightly different colours. */
  webp(): Promise<Uint8Array>;
}

/** Returns a view, not a copy: the library's result is already a snapshot, and a frame has 600 kB. */
const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const WEBP_QUALITY = 80;

export function createRaster(width: number, height: number, view: PaintView = { x: 0, y: 0, scale: 1 }): Raster {
  useFont();
  const canvas: Canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const tools = { pathOf: keepPaths((d) => new Path2D(d)), drawable };
  return {
    draw: (list) => paint(context, { width, height }, view, list, tools),
    pixels: () => viewOf(canvas.data()),
    png: async () => viewOf(await canvas.encode('png')),
    webp: async () => viewOf(await canvas.encode('webp', WEBP_QUALITY)),
  };
}
