// Where there are both a display and a touch screen over it: the device's touch screen is told where the picture lies on the glass.

import { calibrationOf } from '../../hal/keys/touch-place.ts';
import type { VirtualTouchscreen } from '../../hal/keys/touchscreen-virtual.ts';
import { IDENTITY, type Affine } from '../../wire/affine.ts';

export interface Glass {
  /** A display has come, or is lost: null. */
  displayPlaced(glass_to_screen: Affine | null): void;
  touchscreenThere(there: boolean): void;
}

/** @param numbers The calibration of the board file. */
export function createGlass(
  touchscreen: Pick<VirtualTouchscreen, 'place'> | null,
  numbers: readonly number[] = IDENTITY,
): Glass {
  const read = calibrationOf(numbers);
  // Who has read the board file has looked at them.
  const usual = read.ok ? read.value : IDENTITY;
  let [to_screen, touchable]: [Affine | null, boolean] = [null, false];
  const tell = (): void => touchscreen?.place(touchable ? to_screen : null, usual);
  return {
    displayPlaced(glass_to_screen) {
      to_screen = glass_to_screen;
      tell();
    },
    touchscreenThere(there) {
      touchable = there;
      tell();
    },
  };
}
