// Draws the device's pictures on the screen's canvas, bypassing Preact: they arrive too often to be component state.

import { FONT_FAMILY, keepPaths, paint } from '../../../../hal/screen/paint.ts';
import type { DisplayList } from '../../../../hal/screen/screen.ts';
import type { Hello, PictureMessage } from '../connection/protocol.ts';

/** Screen size until the device reports its own. */
export const DEFAULT_SCREEN: Hello['screen'] = { width: 480, height: 320 };

export interface Painter {
  /**
   * Sets the canvas to draw on. null, when a canvas leaves the page, changes nothing: the next one may already be there.
   */
  attach(canvas: HTMLCanvasElement | null): void;
  resize(size: Hello['screen']): void;
  /** Draws the next picture, from the one before and what changed. */
  show(picture: PictureMessage): void;
  /** Returns the canvas as a PNG file; null without a canvas. */
  png(): Promise<Blob | null>;
}

const tools = { pathOf: keepPaths((d) => new Path2D(d)), drawable: (text: string): string => text };

export function createPainter(): Painter {
  let context: CanvasRenderingContext2D | null = null;
  let size = DEFAULT_SCREEN;
  let list: DisplayList = [];
  let has_font = false;
  const draw = (): void => {
    if (!context || !has_font) return;
    const { canvas } = context;
    // Setting a size clears the canvas.
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    paint(context, size, { x: 0, y: 0, scale: 1 }, list, tools);
  };
  const withFont = (): void => {
    has_font = true;
    draw();
  };
  void document.fonts.load(`16px ${FONT_FAMILY}`).then(withFont, withFont);
  return {
    attach(canvas) {
      if (!canvas) return;
      context = canvas.getContext('2d', { alpha: false });
      draw();
    },
    resize(to) {
      size = to;
      draw();
    },
    show({ head, items, tail }) {
      list = [...list.slice(0, head), ...items, ...list.slice(list.length - tail)];
      draw();
    },
    png() {
      const canvas = context?.canvas;
      return new Promise((resolve) => (canvas ? canvas.toBlob(resolve) : resolve(null)));
    },
  };
}
