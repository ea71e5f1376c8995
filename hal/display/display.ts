// Display port: a panel or monitor of this machine.
// Contract: `show` draws part of a frame and resolves when it is visible; the caller awaits each call before the next,
// and shows the first frame whole.
// `setPower(false)` turns the display off, `true` restores it as it was.
// `close` releases the display, so that the console or the earlier picture returns.
// `show` throws if the display was disconnected; the caller then looks for it again.

import type { NativeFrame, PixelFormat, Rect } from './pixels.ts';
import type { Size } from './placement.ts';

export interface Display extends Size {
  /** Name for messages, such as `HDMI-A-1 of /dev/dri/card1`. */
  readonly name: string;
  readonly format: PixelFormat;
  show(frame: NativeFrame, changed: Rect): Promise<void>;
  setPower(on: boolean): void;
  close(): void;
}
