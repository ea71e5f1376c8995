// Paints display lists on a canvas as the device does on its screen, at the resolution of the display.

import { createPath } from '#canvas';
import { drawable } from '../../../hal/screen/font.ts';
import { keepPaths, paint } from '../../../hal/screen/paint.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH, type DisplayList } from '../../../hal/screen/screen.ts';

interface Painter {
  /** Sets the canvas to paint on; null when it leaves the page. */
  attach(canvas: HTMLCanvasElement | null): void;
  show(list: DisplayList): void;
}

export function createPainter(): Painter {
  const tools = { pathOf: keepPaths(createPath), drawable };
  let context: CanvasRenderingContext2D | null = null;
  let list: DisplayList = [];
  let scheduled = false;
  const draw = (): void => {
    scheduled = false;
    if (!context) return;
    const { width, height } = context.canvas;
    paint(context, { width, height }, { x: 0, y: 0, scale: width / SCREEN_WIDTH }, list, tools);
  };
  /** Requests a repaint, at most once per display frame. */
  const ask = (): void => {
    if (!scheduled) requestAnimationFrame(draw);
    scheduled = true;
  };
  const fit = (): void => {
    if (!context) return;
    const { canvas } = context;
    const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
    const height = Math.round((width * SCREEN_HEIGHT) / SCREEN_WIDTH);
    // Setting the size clears the canvas.
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    ask();
  };
  const observer = new ResizeObserver(fit);
  return {
    attach(canvas) {
      observer.disconnect();
      removeEventListener('resize', fit);
      context = canvas?.getContext('2d', { alpha: false }) ?? null;
      if (canvas) {
        observer.observe(canvas);
        addEventListener('resize', fit); // zooming changes the pixels of the same width
      }
      fit();
    },
    show(next) {
      list = next;
      ask();
    },
  };
}
