// Renders display lists to pixels.

import { createPath, createPixelCanvas, type PixelCanvas } from '#canvas';
import { drawable } from './font.ts';
import { keepPaths, paint, type PaintView } from './paint.ts';
import type { DisplayList } from './screen.ts';

export interface Raster extends Pick<PixelCanvas, 'pixels' | 'png' | 'webp'> {
  draw(list: DisplayList): void;
}

export function createRaster(width: number, height: number, view: PaintView = { x: 0, y: 0, scale: 1 }): Raster {
  const { context, pixels, png, webp } = createPixelCanvas(width, height);
  const tools = { pathOf: keepPaths(createPath), drawable };
  return { draw: (list) => paint(context, { width, height }, view, list, tools), pixels, png, webp };
}
