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
}

export interface Images {
  running(): Promise<RunningImage>;
  /** Takes the bytes of a whole image in order; a source that throws ends it. */
  write(pieces: AsyncIterable<Uint8Array>): Promise<Result<void>>;
  arm(): Promise<Result<void>>;
  confirm(): Promise<Result<void>>;
  restart(): void;
}
