// Image slots port: two slots, each empty or with one image that describes itself.

import type { Result } from '../../wire/errors.ts';
import type { ImageManifest } from '../../wire/firmware/image.ts';
import type { ImageSlot } from './boot-record.ts';

export interface ImageSlots {
  /** Returns the manifest in a slot; null if it is empty. */
  inspect(slot: ImageSlot): Promise<ImageManifest | null>;
  /** Whether every byte of the image is as written. Reads the whole image. */
  isWhole(slot: ImageSlot): Promise<boolean>;
  /** Empties a slot, then fills it. The slot counts as empty until this resolves ok, even after a power cut. */
  fill(slot: ImageSlot, pieces: AsyncIterable<Uint8Array>): Promise<Result<void>>;
}
