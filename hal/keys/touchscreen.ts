// A touch screen, as far as it is more than touches: where it is off, and how that is mended.
//
// Contract
// - A contact is where a finger came down on the panel, from 0 to 1 over it as the panel itself counts, before any calibration. Over its edge it
//   may lie a little outside.
// - The glass is the display's own, from its upper left corner as it is built in: 0 to 1 in each direction, however the picture is turned.
// - A calibration leads from contacts to the glass. With none, that of the board file holds.
// - While somebody listens to contacts, none of them is a touch of the keys.
// - A touch screen may come and go. There is none as long as there is no display.

import type { Affine } from '../../wire/affine.ts';

export interface Touchscreen {
  /**
   * @param listener Told where the picture lies: at once, and at each change. The map is from the glass to pixels of the screen; null where there
   * is no touch screen.
   * @returns Ends it.
   */
  onPlace(listener: (glass_to_screen: Affine | null) => void): () => void;
  /** @returns Ends it. */
  onContact(listener: (x: number, y: number) => void): () => void;
  /** Holds until the next one. Null: that of the board file. */
  calibrate(calibration: Affine | null): void;
}
