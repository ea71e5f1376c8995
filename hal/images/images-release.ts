// The images of a real board, as the firmware that the boot loader started sees them: releases in folders, the boot record beside them.

import type { Result } from '../../wire/errors.ts';
import type { ImageSlot } from './boot-record.ts';
import type { ImageBoard } from './images-board.ts';
import type { Images } from './images.ts';

/** `restart` ends this process, and the boot loader starts the next. */
export function createReleaseImages(board: ImageBoard, restart: () => void): Images {
  let slot: ImageSlot | null = null;
  let tail: Promise<unknown> = Promise.resolve();
  const queued = (work: () => Promise<Result<void>>): Promise<Result<void>> => {
    const done = tail.then(work, work);
    tail = done;
    return done;
  };
  return {
    async running() {
      const { slot: booted, ...image } = await board.booted();
      slot = booted;
      return image;
    },
    write: (pieces) => queued(() => board.write(slot, pieces)),
    arm: () => queued(() => board.arm(slot)),
    confirm: () => queued(() => board.confirm(slot)),
    restart,
  };
}
