// Images port: the two slots for firmware images, the record that says which of them starts, and the restart. Contract:
// the firmware calls `running` first, once after each boot. `arm` or `confirm` decide which image starts
// (boot-record.ts): an image on trial starts once; if it is not confirmed before the next boot, the previous image
// starts again, and `rolled_back` names the failed one. `write` replaces the slot that is not running; a power cut
// leaves a slot that never starts. The image can start only after `arm` has resolved ok. Calls run in order. `arm`: the
// written image starts on the next boot, on trial. `confirm`: the running image starts from now on. Each is one durable
// write. `restart` power-cycles the device, so its caller can't rely on its return. Errors: `flash_full` if there is no
// room, `image_refused` for an image that is not for this board, `image_failed` for anything else, each with a
// one-sentence message.

import type { Result } from '../../wire/errors.ts';
import type { ImageManifest } from '../../wire/firmware/image.ts';

export interface RunningImage extends ImageManifest {
  /** Whether the image is not confirmed yet. */
  readonly trial: boolean;
  /** Version of the image whose trial failed before this boot; '' if none. */
  readonly rolled_back: string;
  /** One-sentence description of a damaged boot record or image, if the damage changed which image runs. */
  readonly damage?: string;
}

export interface Images {
  /** Returns the running image. The firmware calls this once after each boot, before any other call. */
  running(): Promise<RunningImage>;
  /**
   * Fills the slot that does not run. A power cut leaves a slot that never starts.
   * @param pieces The bytes of a whole image, in order; a source that throws ends the write.
   * @returns Errors: `flash_full`, `image_refused` for an image that is not for this board, `image_failed`.
   */
  write(pieces: AsyncIterable<Uint8Array>): Promise<Result<void>>;
  /** Starts the written image next, on trial. Errors: `flash_full`, `image_failed`. */
  arm(): Promise<Result<void>>;
  /** Confirms the running image, which starts from now on. Errors: `flash_full`, `image_failed`. */
  confirm(): Promise<Result<void>>;
  restart(): void;
}
