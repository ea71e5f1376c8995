// Tells the device's touch screen which area of the glass the display's picture covers, once both are present.

import { calibrationOf } from '../../hal/keys/touch-place.ts';
import type { VirtualTouchscreen } from '../../hal/keys/touchscreen-virtual.ts';
import { IDENTITY, type Affine } from '../../wire/affine.ts';

export interface Glass {
  /** Places a display on the glass; null if it is lost. */
  displayPlaced(glass_to_screen: Affine | null): void;
  touchscreenThere(there: boolean): void;
}

/**
 * Combines a display and a touch screen.
 * @param numbers Calibration from the board file.
 */
export function createGlass(
  touchscreen: Pick<VirtualTouchscreen, 'place'> | null,
  numbers: readonly number[] = IDENTITY,
): Glass {
  const read = calibrationOf(numbers);
  // The board file's reader has already checked them.
  const usual = read.ok ? read.value : IDENTITY;
  let [to_screen, touchable]: [Affine | null, boolean] = [null, false];
  const update = (): void => touchscreen?.place(touchable ? to_screen : null, usual);
  return {
    displayPlaced(glass_to_screen) {
      to_screen = glass_to_screen;
      update();
    },
    touchscreenThere(there) {
      touchable = there;
      update();
    },
  };
}
