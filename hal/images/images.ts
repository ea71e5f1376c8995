// The images port: the two slots for firmware images, the record that says which of them starts, and the restart.
//
// Contract
// - `running` is asked first, once after each start. What starts is what `armed` or `confirm` left behind (boot-record.ts): an image
//   on trial starts once; if it is not confirmed before the next start, the one before it starts again, and `rolled_back` names it.
// - `write` fills the slot that does not run, whatever was in it; a loss of power leaves a slot that never starts. Nothing starts from it
//   before `arm` has answered ok. Calls happen in the order in which they are made.
// - `arm`: the written image starts next, on trial. `confirm`: the running image starts from now on. Each is one durable write.
// - `restart` switches the device off and on; it never returns to whoever called it in a way that matters.
// - Errors: `flash_full` where there is no room, `image_refused` for what is no image for this board, `image_failed` for anything else,
//   each with one sentence.

import type { Result } from '../../wire/errors.ts';
import type { ImageManifest } from '../../wire/firmware/image.ts';

export interface RunningImage extends ImageManifest {
  /** It has not been confirmed. */
  readonly trial: boolean;
  /** Version of an image that was on trial before this start, and did not come up; '' for none. */
  readonly rolled_back: string;
  /** One sentence on a damaged boot record or image, where that changed what runs. */
  readonly damage?: string;
}

export interface Images {
  /** Asked once after each start, before anything else. */
  running(): Promise<RunningImage>;
  /**
   * Fills the slot that does not run. A loss of power leaves a slot that never starts.
   * @param pieces The bytes of a whole image, in order; a source that throws ends it.
   * @returns Errors: `flash_full`, `image_refused` for what is no image for this board, `image_failed`.
   */
  write(pieces: AsyncIterable<Uint8Array>): Promise<Result<void>>;
  /** The image that was written starts next, on trial. Errors: `flash_full`, `image_failed`. */
  arm(): Promise<Result<void>>;
  /** The image that runs starts from now on. Errors: `flash_full`, `image_failed`. */
  confirm(): Promise<Result<void>>;
  restart(): void;
}
