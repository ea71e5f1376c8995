// A display of this machine: a panel or a monitor whose pixels are written.
//
// Contract
// - `show` puts a part of the frame on the glass and is done when it can be seen. Who shows waits for the one before. The first frame is
//   shown whole.
// - `setPower(false)` makes it dark and lets it rest, `true` brings it back as it was.
// - `close` gives the display back: the console, or whatever was there before, is seen again.
// - A display that has gone throws in `show`; whoever shows looks for it again.

import type { NativeFrame, PixelFormat, Rect } from './pixels.ts';
import type { Size } from './placement.ts';

export interface Display extends Size {
  /** For people: `HDMI-A-1 of /dev/dri/card1`. */
  readonly name: string;
  readonly format: PixelFormat;
  show(frame: NativeFrame, changed: Rect): Promise<void>;
  setPower(on: boolean): void;
  close(): void;
}
