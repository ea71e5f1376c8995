// Paints frames on the screen's canvas, bypassing Preact: pixels arrive too often to be component state.

import type { Hello } from '../connection/protocol.ts';
import { readRecords } from '../connection/records.ts';

/** Screen size until the device reports its own. */
export const DEFAULT_SCREEN: Hello['screen'] = { width: 480, height: 320 };

export interface Painter {
  /**
   * Sets the canvas to paint on, with the picture so far. null, when a canvas leaves the page, changes nothing: the next
   * one may already be there, and frames hold only what changed.
   */
  attach(canvas: HTMLCanvasElement | null): void;
  resize(size: Hello['screen']): void;
  paint(frame: ArrayBuffer): void;
  /** Returns the canvas as a PNG file; null without a canvas. */
  png(): Promise<Blob | null>;
}

export function createPainter(): Painter {
  // Takes the picture until the page shows a canvas.
  let context = document.createElement('canvas').getContext('2d', { alpha: false });
  let size = DEFAULT_SCREEN;
  const fit = (): void => {
    if (context === null) return;
    const { canvas } = context;
    // Setting a size clears the picture, and a reconnect to the same screen must not.
    if (canvas.width !== size.width) canvas.width = size.width;
    if (canvas.height !== size.height) canvas.height = size.height;
  };
  return {
    attach(canvas) {
      const before = context?.canvas;
      if (!canvas || canvas === before) return;
      context = canvas.getContext('2d', { alpha: false });
      fit();
      if (before) context?.drawImage(before, 0, 0);
    },
    resize(to) {
      size = to;
      fit();
    },
    paint(frame) {
      for (const { image, x, y } of readRecords(frame)) context?.putImageData(image, x, y);
    },
    png() {
      const canvas = context?.canvas;
      return new Promise((resolve) => (canvas ? canvas.toBlob(resolve) : resolve(null)));
    },
  };
}
