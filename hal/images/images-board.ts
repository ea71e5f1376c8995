// Images port over any kind of slots and a boot record in flash: the boot loader's work at startup, and the calls that
// the firmware makes afterwards.

import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import type { ImageManifest } from '../../wire/firmware/image.ts';
import type { Flash } from '../flash/flash.ts';
import {
  bootFrom,
  bootRecordBytes,
  FIRST_BOOT,
  readBootRecord,
  spareSlot,
  withArmed,
  withConfirmed,
  withTrialAgain,
  type Boot,
  type BootRecord,
  type ImageSlot,
} from './boot-record.ts';
import type { ImageSlots } from './image-slots.ts';
import type { RunningImage } from './images.ts';

const RECORD = 'boot';

export interface ImageBoard {
  /**
   * Acts as the boot loader: decides which image starts, and stores the decision before starting it. If storing fails,
   * starts no trial.
   */
  boot(): Promise<BootedImage>;
  write(running: ImageSlot | null, pieces: AsyncIterable<Uint8Array>): Promise<Result<void>>;
  arm(running: ImageSlot | null): Promise<Result<void>>;
  confirm(running: ImageSlot | null): Promise<Result<void>>;
  /** Whether an image has started on trial and is not confirmed; one that still waits for its start does not count. */
  onTrial(): Promise<boolean>;
  /** Lets the trial run again on the next boot: an operator interrupted it, so it did not fail. */
  repeatTrial(): Promise<Result<void>>;
}

export interface BootedImage extends RunningImage {
  /** Running slot; null for the factory firmware. */
  readonly slot: ImageSlot | null;
}

interface StoredBoot {
  readonly record: BootRecord;
  /** One sentence on the damage; '' if none. */
  readonly damage: string;
}

const NO_BOOT_RECORD = 'The boot record is damaged: the factory firmware starts.';

interface ImageBoardOptions {
  /** Holds the boot record. */
  readonly flash: Flash;
  readonly slots: ImageSlots;
  /** Firmware that the board shipped with. */
  readonly factory: ImageManifest;
}

/** Rejects a write over the confirmed image, which is in the other slot during a trial. */
const confirmedIn = ({ active }: BootRecord, slot: ImageSlot): Result<never> | null =>
  active === slot ? fail('image_failed', 'The slot holds the confirmed image.') : null;

export function createImageBoard({ flash, slots, factory }: ImageBoardOptions): ImageBoard {
  const read = async (): Promise<StoredBoot> => {
    const found = await flash.read(RECORD);
    if (!found.ok) return { record: FIRST_BOOT, damage: found.error.message };
    const { value, damaged } = found.value;
    const record = value && readBootRecord(value);
    return { record: record ?? FIRST_BOOT, damage: damaged || (value && !record ? NO_BOOT_RECORD : '') };
  };
  const stored = async (): Promise<BootRecord> => (await read()).record;
  const store = (record: BootRecord): Promise<Result<void>> => flash.write(RECORD, bootRecordBytes(record));
  /** Decides which image a record starts. Verifies only the content of that image. */
  const bootWhole = async (record: BootRecord): Promise<Boot> => {
    const contents: Record<ImageSlot, ImageManifest | null> = {
      a: await slots.inspect('a'),
      b: await slots.inspect('b'),
    };
    for (;;) {
      const boot = bootFrom(record, contents);
      if (boot.slot === null || (await slots.isWhole(boot.slot))) return boot;
      contents[boot.slot] = null;
    }
  };
  const asBooted = async (
    slot: ImageSlot | null,
    { trial, rolled_back }: BootRecord,
    damage: string,
  ): Promise<BootedImage> => ({
    ...((slot && (await slots.inspect(slot))) ?? factory),
    slot,
    trial: trial !== null && trial.slot === slot,
    rolled_back,
    ...(damage === '' ? {} : { damage }),
  });
  return {
    async boot() {
      const { record, damage: found } = await read();
      const boot = await bootWhole(record);
      const lost = record.active !== null && boot.record.active !== record.active;
      const damage = [found, lost ? `The firmware in slot ${record.active} is damaged: another one starts.` : '']
        .filter(Boolean)
        .join(' ');
      const changed = JSON.stringify(boot.record) !== JSON.stringify(record);
      const kept = changed ? await store(boot.record) : ok(undefined);
      if (kept.ok || !boot.record.trial) return asBooted(boot.slot, boot.record, damage);
      const { slot } = await bootWhole({ ...record, trial: null });
      return asBooted(slot, { ...record, trial: null }, damage);
    },
    async write(running, pieces) {
      const refused = confirmedIn(await stored(), spareSlot(running));
      if (refused) return refused;
      try {
        return await slots.fill(spareSlot(running), pieces);
      } catch (thrown) {
        return fail('image_failed', `The image can't be written: ${messageOf(thrown)}.`);
      }
    },
    async arm(running) {
      const spare = spareSlot(running);
      const refused = confirmedIn(await stored(), spare);
      if (refused) return refused;
      if (!(await slots.isWhole(spare))) return fail('image_failed', 'The image in the spare slot is incomplete.');
      return store(withArmed(await stored(), spare));
    },
    confirm: async (running) => store(withConfirmed(await stored(), running)),
    onTrial: async () => (await stored()).trial?.state === 'pending',
    async repeatTrial() {
      const record = await stored();
      return record.trial?.state === 'pending' ? store(withTrialAgain(record)) : ok(undefined);
    },
  };
}
