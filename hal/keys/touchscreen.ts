// Touch screen port, beyond touches: position of the picture, raw contacts, and calibration. Contract: a contact is the
// point where a finger came down on the panel, from 0 to 1 in panel coordinates, before any calibration. At the edge it
// may lie slightly outside. The glass is the display's own area, from its upper left corner as mounted: 0 to 1 in each
// direction, however the picture is rotated. A calibration maps contacts to the glass. Without one, the calibration of
// the board file applies. While there are contact listeners, contacts cause no touches. A touch screen may come and go.
// There is none without a display.

import type { Affine } from '../../wire/affine.ts';

export interface Touchscreen {
  /**
   * @param listener Called with the position of the picture, immediately and on each change: a map from the glass to
   * screen pixels; null without a touch screen.
   * @returns Unsubscribes.
   */
  onPlace(listener: (glass_to_screen: Affine | null) => void): () => void;
  /** @returns Unsubscribes. */
  onContact(listener: (x: number, y: number) => void): () => void;
  /** Sets the calibration until the next call. null: use the calibration of the board file. */
  calibrate(calibration: Affine | null): void;
}
