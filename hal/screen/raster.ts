// Display lists to pixels, with @napi-rs/canvas.

import { Path2D, createCanvas, type Canvas } from '@napi-rs/canvas';
import { drawable, useFont } from './font.ts';
import { keepPaths, paint, type PaintView } from './paint.ts';
import type { DisplayList } from './screen.ts';

export interface Raster {
  draw(list: DisplayList): void;
  /** The pixels of the last draw, RGBA; to be read at most once a turn of the event loop, buffers are freed only then. */
  pixels(): Uint8Array;
  /** Of the last draw: what is drawn while it is encoded changes nothing. */
  png(): Promise<Uint8Array>;
  /** For pages: a third of a PNG's bytes, and not quite the same colours. */
  webp(): Promise<Uint8Array>;
}

/** The same bytes: what the library answers is a snapshot already, and a frame has 600 kB. */
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
