// A touch screen without a panel: a real one, and tests, say where a finger came down on it. It makes touches of that, or tells who listens.

import { applied, IDENTITY, type Affine } from '../../wire/affine.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../screen/screen.ts';
import type { Touchscreen } from './touchscreen.ts';

export interface VirtualTouchscreen extends Touchscreen {
  /**
   * Somebody has connected it, taken it away, or turned the picture.
   * @param glass_to_screen Null where there is no touch screen.
   * @param usual The calibration of the board file.
   */
  place(glass_to_screen: Affine | null, usual?: Affine): void;
  /** A finger comes down. */
  contact(x: number, y: number): void;
}

/** @param touch Called with the pixel of each contact on the picture that nobody listens to. */
export function createVirtualTouchscreen(touch: (x: number, y: number) => void): VirtualTouchscreen {
  const places = new Set<Parameters<Touchscreen['onPlace']>[0]>();
  const contacts = new Set<Parameters<Touchscreen['onContact']>[0]>();
  let to_screen: Affine | null = null;
  let usual = IDENTITY;
  let calibration: Affine | null = null;
  return {
    onPlace(listener) {
      places.add(listener);
      listener(to_screen);
      return () => places.delete(listener);
    },
    onContact(listener) {
      contacts.add(listener);
      return () => contacts.delete(listener);
    },
    calibrate: (next) => void (calibration = next),
    place(next, otherwise = IDENTITY) {
      usual = otherwise;
      if (JSON.stringify(next) === JSON.stringify(to_screen)) return;
      to_screen = next;
      for (const tell of places) tell(to_screen);
    },
    contact(x, y) {
      // Who begins to listen while it is told hears the next one first.
      if (contacts.size > 0) return [...contacts].forEach((tell) => tell(x, y));
      if (!to_screen) return;
      const pixel = applied(to_screen, applied(calibration ?? usual, { x, y }));
      if (isOnScreen(pixel.x, SCREEN_WIDTH) && isOnScreen(pixel.y, SCREEN_HEIGHT))
        touch(Math.floor(pixel.x), Math.floor(pixel.y));
    },
  };
}

const isOnScreen = (at: number, size: number): boolean => at >= 0 && at < size;
