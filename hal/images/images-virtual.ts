// Images of a virtual board: the slots and the boot record are in the device's flash, and a watchdog restarts a trial
// that does not come up. Faults: with `stuck`, an image on trial never comes up; with `off`, writes fail.

import { fail, ok, type Result } from '../../wire/errors.ts';
import type { ImageManifest } from '../../wire/firmware/image.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import type { Fault } from '../faults.ts';
import type { Flash } from '../flash/flash.ts';
import type { ImageSlot } from './boot-record.ts';
import { createFlashImageSlots } from './image-slots-flash.ts';
import { createImageBoard } from './images-board.ts';
import type { Images, RunningImage } from './images.ts';

export interface VirtualImages extends Images {
  /** Errors: `fault_unsupported` if images do not have the fault. */
  setFault(fault: Fault): Result<void>;
  /** Lets the trial run again on the next boot, after a player switched the device off by hand. */
  repeatTrial(): Promise<Result<void>>;
  /** Stops the watchdog. */
  stop(): void;
}

interface VirtualImagesOptions {
  readonly clock: Clock;
  readonly flash: Flash;
  readonly factory: ImageManifest;
  readonly restart: () => void;
}

/** Time after which an unconfirmed trial counts as dead. */
const WATCHDOG_MS = 60_000;
const SUPPORTED: readonly Fault[] = ['ok', 'stuck', 'off'];

export function createVirtualImages({ clock, flash, factory, restart }: VirtualImagesOptions): VirtualImages {
  const board = createImageBoard({ flash, slots: createFlashImageSlots(flash), factory });
  let slot: ImageSlot | null = null;
  let fault: Fault = 'ok';
  let watchdog: Alarm;
  let tail: Promise<unknown> = Promise.resolve();
  const queued = <T>(work: () => Promise<T>): Promise<T> => {
    const done = tail.then(work, work);
    tail = done;
    return done;
  };
  const unlessOff = (work: () => Promise<Result<void>>): Promise<Result<void>> =>
    queued(async () => (fault === 'off' ? fail('image_failed', 'The slots have the fault "off".') : work()));
  return {
    async running() {
      clock.clearTimeout(watchdog);
      const { slot: booted, ...image } = await queued(() => board.boot());
      slot = booted;
      if (image.trial) watchdog = clock.setTimeout(restart, WATCHDOG_MS);
      return image.trial && fault === 'stuck' ? new Promise<RunningImage>(() => {}) : image;
    },
    write: (pieces) => unlessOff(() => board.write(slot, pieces)),
    arm: () => unlessOff(() => board.arm(slot)),
    confirm: () =>
      unlessOff(async () => {
        const confirmed = await board.confirm(slot);
        if (confirmed.ok) clock.clearTimeout(watchdog);
        return confirmed;
      }),
    restart,
    repeatTrial: () => queued(() => board.repeatTrial()),
    stop: () => clock.clearTimeout(watchdog),
    setFault(next) {
      if (!SUPPORTED.includes(next))
        return fail('fault_unsupported', `Images have no fault "${next}"; they have ${SUPPORTED.join(', ')}.`);
      fault = next;
      return ok(undefined);
    },
  };
}
