// Where images lie: two slots, each empty or with one image. What is in a slot says itself what it is.

import type { Result } from '../../wire/errors.ts';
import type { ImageManifest } from '../../wire/firmware/image.ts';
import type { ImageSlot } from './boot-record.ts';

export interface ImageSlots {
  /** What a slot says that it holds; null where it is empty. */
  inspect(slot: ImageSlot): Promise<ImageManifest | null>;
  /** Whether every byte of its image is as it was written, which takes as long as it takes to read it. */
  isWhole(slot: ImageSlot): Promise<boolean>;
  /** Empties a slot, then fills it. Until it has answered ok the slot counts as empty, also after a loss of power. */
  fill(slot: ImageSlot, pieces: AsyncIterable<Uint8Array>): Promise<Result<void>>;
}
