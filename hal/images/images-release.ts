// Images of a real board, as seen by the firmware that the boot loader started: releases in folders, with the boot
// record next to them.

import type { Result } from '../../wire/errors.ts';
import type { BootedImage, ImageBoard } from './images-board.ts';
import type { Images } from './images.ts';

interface ReleaseImagesOptions {
  readonly board: ImageBoard;
  /** Image that the boot loader started. Only the boot loader decides this. */
  readonly booted: BootedImage;
  /** Ends this process; the boot loader then starts the next image. */
  readonly restart: () => void;
}

export function createReleaseImages({ board, booted, restart }: ReleaseImagesOptions): Images {
  const { slot, ...image } = booted;
  let tail: Promise<unknown> = Promise.resolve();
  const queued = (work: () => Promise<Result<void>>): Promise<Result<void>> => {
    const done = tail.then(work, work);
    tail = done;
    return done;
  };
  return {
    running: async () => image,
    write: (pieces) => queued(() => board.write(slot, pieces)),
    arm: () => queued(() => board.arm(slot)),
    confirm: () => queued(() => board.confirm(slot)),
    restart,
  };
}
