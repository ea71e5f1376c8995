// Touch screen without a panel: real panels and tests report contacts. It turns them into touches, or passes them to
// listeners if there are any.

import { applied, IDENTITY, type Affine } from '../../wire/affine.ts';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../screen/screen.ts';
import type { Touchscreen } from './touchscreen.ts';

export interface VirtualTouchscreen extends Touchscreen {
  /**
   * Connects, disconnects or rotates the touch screen.
   * @param glass_to_screen null without a touch screen.
   * @param usual Calibration of the board file.
   */
  place(glass_to_screen: Affine | null, usual?: Affine): void;
  /** Reports a finger coming down. */
  contact(x: number, y: number): void;
}

/** @param touch Called with the screen pixel of each contact while there are no contact listeners. */
export function createVirtualTouchscreen(touch: (x: number, y: number) => void): VirtualTouchscreen {
  const place_listeners = new Set<Parameters<Touchscreen['onPlace']>[0]>();
  const contacts = new Set<Parameters<Touchscreen['onContact']>[0]>();
  let to_screen: Affine | null = null;
  let usual = IDENTITY;
  let calibration: Affine | null = null;
  return {
    onPlace(listener) {
      place_listeners.add(listener);
      listener(to_screen);
      return () => place_listeners.delete(listener);
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
      for (const listener of place_listeners) listener(to_screen);
    },
    contact(x, y) {
      // A listener added during the loop receives the next contact first.
      if (contacts.size > 0) return [...contacts].forEach((listener) => listener(x, y));
      if (!to_screen) return;
      const pixel = applied(to_screen, applied(calibration ?? usual, { x, y }));
      if (isOnScreen(pixel.x, SCREEN_WIDTH) && isOnScreen(pixel.y, SCREEN_HEIGHT))
        touch(Math.floor(pixel.x), Math.floor(pixel.y));
    },
  };
}

const isOnScreen = (at: number, size: number): boolean => at >= 0 && at < size;
