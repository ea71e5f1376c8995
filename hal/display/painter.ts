// Draws pictures on a display at its own resolution, and sends only the areas that have changed.

import { createRaster } from '../screen/raster.ts';
import type { Picture } from '../screen/screen.ts';
import type { Display } from './display.ts';
import { BYTES_PER_PIXEL, changedRect, drawPart, turnedRect, type NativeFrame } from './pixels.ts';
import { placeScreen, type Placing } from './placement.ts';

interface PainterOptions extends Placing {
  readonly display: Display;
  /** Returns the picture to show now. */
  picture(): Picture;
}

interface Painter {
  /** @param onNews Called before a changed picture is shown. */
  draw(onNews: () => void): Promise<void>;
}

export function createPainter({ display, rotation, scale, picture }: PainterOptions): Painter {
  const placement = placeScreen(display, { rotation, scale });
  const { width, height } = placement;
  const raster = createRaster(width, height, placement);
  const native: NativeFrame = {
    width: display.width,
    height: display.height,
    format: display.format,
    bytes: new Uint8Array(display.width * display.height * BYTES_PER_PIXEL[display.format]),
  };
  let shown: Uint8Array | null = null;
  return {
    async draw(onNews) {
      raster.draw(picture().list);
      const frame = { rgba: raster.pixels(), width, height };
      const changed = changedRect(shown, frame);
      if (!changed) return;
      onNews();
      drawPart(frame, changed, rotation, native);
      // Copies the pixels: the canvas frees them on the next turn of the event loop.
      shown = Uint8Array.from(frame.rgba);
      await display.show(native, turnedRect(changed, rotation, frame));
    },
  };
}
