// Flash store over any disk: two slots per record, `name.0` and `name.1`, written in turn.
// A write never touches the newest good copy, so the medium always has one whole copy. It overwrites the other slot in
// place if that has the same length in whole blocks, which spares the card the file system's own writes. Otherwise it
// creates a temporary file, waits for its bytes, renames it into the other slot and syncs the folder. A single queue keeps calls in order and
// never lets a read see half of a write.
// `identity` has its newest value in both slots: with an older one the device would be a different device (R152).

import { equalBytes } from '../../wire/bytes.ts';
import { createQueue } from '../../wire/queue.ts';
import { fail, ok, type ErrorCode, type Result } from '../../wire/errors.ts';
import { FLASH_BLOCK_BYTES } from '../../wire/flash-block.ts';
import type { Block, Disk } from './disk.ts';
import { type Flash, FLASH_NAME, FLASH_VALUE_BYTES_MAX, type FlashRead } from './flash.ts';
import { encodeRecord, type StoredRecord } from './record.ts';
import {
  damageSentence,
  isTemporary,
  nameOfSlot,
  newestOf,
  readSlots,
  removalOrder,
  type Slot,
  type Slots,
  temporaryOf,
} from './slots.ts';

/** Records with their newest value in both slots. */
const KEPT_TWICE: ReadonlySet<string> = new Set(['identity']);

export function createFlashStore(below: Disk): Flash {
  const disk = sparingFolder(below);
  let writes = 0;
  const onMedium = (): void => void writes++;
  const queued = createQueue(() => removeTemporaries(disk));
  return {
    async read(name) {
      return badName(name) ?? queued(() => readRecord(disk, name, onMedium));
    },
    async write(name, value) {
      const refused = badName(name) ?? tooLarge(name, value);
      if (refused) return refused;
      // Copy: the caller may reuse its buffer before this write runs.
      const kept = new Uint8Array(value);
      return queued(() => writeRecord(disk, name, kept, onMedium));
    },
    async remove(name) {
      return badName(name) ?? queued(() => removeRecord(disk, name));
    },
    list: () => queued(() => listRecords(disk)),
    writes: () => writes,
  };
}

/** Syncs the folder only if a name may have changed since the last sync, or since the start of this store. */
function sparingFolder(disk: Disk): Disk {
  let synced = false;
  const changing = <T>(work: () => Promise<T>): Promise<T> => {
    synced = false;
    return work();
  };
  return {
    ...disk,
    write: (file, bytes) => changing(() => disk.write(file, bytes)),
    rename: (from, to) => changing(() => disk.rename(from, to)),
    remove: (file) => changing(() => disk.remove(file)),
    async syncFolder() {
      if (synced) return ok(undefined);
      const done = await disk.syncFolder();
      synced = done.ok;
      return done;
    },
  };
}

/** Removes files left by a power cut, since they take room. Ignores errors: the next operation reports them. */
async function removeTemporaries(disk: Disk): Promise<void> {
  const files = await disk.list();
  if (!files.ok) return;
  for (const file of files.value.filter(isTemporary)) await disk.remove(file);
}

async function readRecord(disk: Disk, name: string, onMedium: () => void): Promise<Result<FlashRead>> {
  const slots = await readSlots(disk, name);
  if (!slots.ok) return failed(`"${name}" can't be read`, slots.error.message);
  if (KEPT_TWICE.has(name)) await completeCopies(disk, slots.value, onMedium);
  return ok({ value: newestOf(slots.value)?.record?.value ?? null, damaged: damageSentence(slots.value) });
}

/**
 * Updates the second slot after a power cut between the two writes, or after an earlier version that wrote only one.
 * Ignores a failure, because the newest copy is good. Keeps a damaged copy so that every reader reports it; the next
 * write replaces it.
 */
async function completeCopies(disk: Disk, slots: Slots, onMedium: () => void): Promise<void> {
  const newest = newestOf(slots)?.record;
  if (!newest || slots.some(({ damage }) => damage !== '')) return;
  const behind = slots.find(({ record }) => record?.sequence !== newest.sequence);
  if (behind && (await writeSlot(disk, behind, newest, onMedium)).ok) await disk.syncFolder();
}

async function writeRecord(disk: Disk, name: string, value: Uint8Array, onMedium: () => void): Promise<Result<void>> {
  const what = `"${name}" can't be stored`;
  const slots = await readSlots(disk, name);
  if (!slots.ok) return failed(what, slots.error.message);
  const newest = newestOf(slots.value);
  const [first, second] = slots.value;
  const [target, other] = newest === first ? [second, first] : [first, second];
  const record = { sequence: (newest?.record?.sequence ?? 0) + 1, value };
  const in_place = KEPT_TWICE.has(name) ? null : changedBlocks(target, record);
  const overwritten = in_place && (await disk.overwrite(target.file, in_place)).ok;
  if (overwritten) onMedium();
  const written = overwritten ? ok(undefined) : await writeSlot(disk, target, record, onMedium);
  if (!written.ok) {
    const { code, message } = written.error;
    const why = NOTHING_NEW[code];
    return why === undefined ? failed(what, message) : fail(code, `${what}, the storage is ${why}: ${message}.`);
  }
  // From here on a read may return the new value, so every error is `flash_failed`, which does not promise the old one.
  const synced = await disk.syncFolder();
  if (!synced.ok) return failed(what, synced.error.message);
  if (!KEPT_TWICE.has(name)) return removeDamaged(disk, other, what);
  const again = await writeSlot(disk, other, record, onMedium);
  const both = again.ok ? await disk.syncFolder() : again;
  return both.ok ? both : failed(what, both.error.message);
}

/** Returns the blocks in which a copy differs from the slot's file; null if it can't be overwritten in place. */
function changedBlocks({ record: old, stored }: Slot, record: StoredRecord): readonly Block[] | null {
  const bytes = encodeRecord(record);
  if (!old || !stored || stored.length !== bytes.length || bytes.length % FLASH_BLOCK_BYTES !== 0) return null;
  const blocks: Block[] = [];
  for (let at = 0; at < bytes.length; at += FLASH_BLOCK_BYTES) {
    const block = bytes.subarray(at, at + FLASH_BLOCK_BYTES);
    if (!equalBytes(block, stored.subarray(at, at + FLASH_BLOCK_BYTES))) blocks.push({ at, bytes: block });
  }
  return blocks;
}

/** Replaces a slot's file atomically, or leaves it as it was. The new name is on the medium only after `syncFolder`. */
async function writeSlot(disk: Disk, slot: Slot, record: StoredRecord, onMedium: () => void): Promise<Result<void>> {
  const temporary = temporaryOf(slot.file);
  const written = await disk.write(temporary, encodeRecord(record));
  if (written.ok) onMedium();
  let renamed = written.ok ? await disk.rename(temporary, slot.file) : written;
  // Remove an empty folder in its place first.
  if (written.ok && !renamed.ok && slot.damage !== '' && (await disk.remove(slot.file)).ok)
    renamed = await disk.rename(temporary, slot.file);
  if (!renamed.ok) await disk.remove(temporary);
  return renamed;
}

const NOTHING_NEW: Readonly<Partial<Record<ErrorCode, string>>> = { flash_full: 'full', flash_read_only: 'read-only' };

/**
 * Removes a damaged copy of the record that was just written: it is useless, and could count as newer if it ever became
 * readable again.
 */
async function removeDamaged(disk: Disk, slot: Slot, what: string): Promise<Result<void>> {
  if (slot.damage === '') return ok(undefined);
  const removed = await disk.remove(slot.file);
  const synced = removed.ok ? await disk.syncFolder() : removed;
  return synced.ok ? synced : failed(what, synced.error.message);
}

async function removeRecord(disk: Disk, name: string): Promise<Result<void>> {
  const what = `"${name}" can't be removed`;
  const slots = await readSlots(disk, name);
  if (!slots.ok) return failed(what, slots.error.message);
  for (const file of removalOrder(slots.value)) {
    const removed = await disk.remove(file);
    // Sync even if the file is missing: an earlier call may have removed it and failed to sync.
    const synced = removed.ok ? await disk.syncFolder() : removed;
    if (!synced.ok) return failed(what, synced.error.message);
  }
  return ok(undefined);
}

async function listRecords(disk: Disk): Promise<Result<readonly string[]>> {
  const files = await disk.list();
  if (!files.ok) return failed("The storage can't be listed", files.error.message);
  const names = files.value.map(nameOfSlot).filter((name) => name !== null);
  return ok([...new Set(names)].sort());
}

const failed = (what: string, reason: string): ReturnType<typeof fail> => fail('flash_failed', `${what}: ${reason}.`);

const badName = (name: string): ReturnType<typeof fail> | null =>
  FLASH_NAME.test(name)
    ? null
    : fail(
        'flash_bad_name',
        `A flash name has 1 to 64 characters a-z, 0-9 and "-" and starts with a letter or digit: ${JSON.stringify(name.slice(0, 80))}.`,
      );

const tooLarge = (name: string, value: Uint8Array): ReturnType<typeof fail> | null =>
  value.length <= FLASH_VALUE_BYTES_MAX
    ? null
    : fail(
        'flash_too_large',
        `A flash value has at most ${FLASH_VALUE_BYTES_MAX} bytes; "${name}" has ${value.length}.`,
      );
