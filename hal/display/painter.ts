// Draws pictures on a display, at the display's own size, and of each only what is another than before.

import { createRaster } from '../screen/raster.ts';
import type { Picture } from '../screen/screen.ts';
import type { Display } from './display.ts';
import { BYTES_PER_PIXEL, changedRect, drawPart, turnedRect, type NativeFrame } from './pixels.ts';
import { placeScreen, type Placing } from './placement.ts';

interface PainterOptions extends Placing {
  readonly display: Display;
  /** What is to be seen now. */
  picture(): Picture;
}

interface Painter {
  /** @param onNews Called where the picture is another one, before it is shown. */
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
      // A copy: the canvas frees its pixels when the event loop turns.
      shown = Uint8Array.from(frame.rgba);
      await display.show(native, turnedRect(changed, rotation, frame));
    },
  };
}
