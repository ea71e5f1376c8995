// Canvas of a browser. Has the same exports as canvas-node.ts.

import { assertDefined } from '../../wire/errors.ts';

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
