// Canvas of a browser, and the device's font, which the page hands over. Has the same exports as canvas-node.ts.

import { assertDefined } from '../../wire/errors.ts';
import { FONT_FAMILY } from './paint.ts';

export interface PixelCanvas {
  readonly context: OffscreenCanvasRenderingContext2D;
  pixels(): Uint8Array;
  png(): Promise<Uint8Array>;
  webp(): Promise<Uint8Array>;
}

const WEBP_QUALITY = 0.8;

export function createPixelCanvas(width: number, height: number): PixelCanvas {
  const canvas = new OffscreenCanvas(width, height);
  // Pixels are read after each draw, which a canvas on the graphics card makes slow.
  const context = assertDefined(canvas.getContext('2d', { willReadFrequently: true }), 'a 2d context');
  const encoded = async (type: string, quality?: number): Promise<Uint8Array> =>
    new Uint8Array(await (await canvas.convertToBlob({ type, ...(quality && { quality }) })).arrayBuffer());
  return {
    context,
    pixels: () => new Uint8Array(context.getImageData(0, 0, width, height).data.buffer),
    png: () => encoded('image/png'),
    webp: () => encoded('image/webp', WEBP_QUALITY),
  };
}

export const createPath = (d: string): Path2D => new Path2D(d);

let font: Uint8Array | null = null;

/** Loads the font into the page. Must finish before anything is drawn. @throws If the bytes are not a font. */
export async function loadFont(bytes: ArrayBuffer): Promise<void> {
  document.fonts.add(await new FontFace(FONT_FAMILY, bytes).load());
  font = new Uint8Array(bytes);
}

export const registerFont = (): Uint8Array => assertDefined(font, 'the font of the page');
