// Runs in a page of the panel: draws a display list on a second canvas, and compares the screen's pixels with it.

import { keepPaths, paint } from '../../../hal/screen/paint.ts';
import type { DisplayList } from '../../../hal/screen/screen.ts';

const tools = { pathOf: keepPaths((d) => new Path2D(d)), drawable: (text: string): string => text };

/** Whether the canvas at this place among those of the page shows exactly this picture. */
function shows(at: number, list: DisplayList): boolean {
  const screen = document.querySelectorAll('canvas')[at];
  if (!screen) return false;
  const shown = pixelsOf(screen, (context) => context.drawImage(screen, 0, 0));
  const wanted = pixelsOf(screen, (context) => paint(context, screen, { x: 0, y: 0, scale: 1 }, list, tools));
  return shown.length > 0 && shown.every((pixel, i) => pixel === wanted[i]);
}

type Draw = (context: CanvasRenderingContext2D) => void;

/** Returns the pixels of a new canvas, drawn as the page draws its screens. */
function pixelsOf({ width, height }: HTMLCanvasElement, draw: Draw): Uint32Array {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) return new Uint32Array();
  draw(context);
  return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
}

Object.assign(globalThis, { inPage: { shows } });
