// Storage contents after a power cut at each operation of a run. The run executes once; its disk operations are
// replayed up to the cut on a fresh disk. That equals one run per cut, because a device without power changes nothing.
// Most cuts leave the same contents as the previous one, and a device that starts on them behaves the same, so it need
// not start for each.

import { createHash } from 'node:crypto';
import { createMemoryDisk, type MemoryDisk } from '../../../hal/flash/disk-memory.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { PowerCut } from '../../../hal/flash/medium.ts';
import { assert } from '../../../wire/errors.ts';

interface AfterCut {
  /** Storage after the power is restored. */
  readonly flash: MemoryFlash;
  /** Hash of the contents: equal for storages with the same files. */
  readonly contents: string;
}

export interface Recording {
  /** Storage for the running device. */
  readonly flash: MemoryFlash;
  /** Returns the number of storage operations performed so far. */
  operations(): number;
  /** Returns the storage after a cut at the operation with this number. */
  cutAt(operation: number, cut: PowerCut): Promise<AfterCut>;
}

/** Records the operations on a new storage with the contents of `before`. */
export async function recording(before: MemoryFlash = createMemoryFlash()): Promise<Recording> {
  const disk = await copyOf(before.disk);
  const done: ((on: MemoryDisk) => Promise<unknown>)[] = [];
  const numbers: number[] = [];
  const note = <T>(again: (on: MemoryDisk) => Promise<T>): Promise<T> => {
    done.push(again);
    numbers.push(disk.operations());
    return again(disk);
  };
  const recorded: MemoryDisk = {
    ...disk,
    read: (file) => note((on) => on.read(file)),
    write(file, bytes) {
      const kept = new Uint8Array(bytes);
      return note((on) => on.write(file, kept));
    },
    overwrite: (file, blocks) => note((on) => on.overwrite(file, blocks)),
    rename: (from, to) => note((on) => on.rename(from, to)),
    syncFolder: () => note((on) => on.syncFolder()),
    remove: (file) => note((on) => on.remove(file)),
    list: () => note((on) => on.list()),
  };
  return {
    flash: createMemoryFlash(recorded),
    operations: () => disk.operations(),
    async cutAt(operation, cut) {
      const after = await copyOf(before.disk);
      after.cutPowerAt(operation, cut);
      for (const [n, again] of done.entries()) if ((numbers[n] ?? 0) <= operation) await again(after);
      assert(!(await after.list()).ok, `power is off after operation ${operation}`);
      after.powerOn();
      return { flash: createMemoryFlash(after), contents: await contentsOf(after) };
    },
  };
}

async function contentsOf(disk: MemoryDisk): Promise<string> {
  const files = await disk.list();
  assert(files.ok, 'the disk works');
  const hash = createHash('sha256');
  for (const file of [...files.value].sort()) {
    const bytes = disk.peek(file) ?? new Uint8Array();
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Returns another disk with the same files. */
async function copyOf(disk: MemoryDisk): Promise<MemoryDisk> {
  const copy = createMemoryDisk();
  const files = await disk.list();
  assert(files.ok, 'the disk works');
  for (const file of files.value) copy.put(file, disk.peek(file) ?? new Uint8Array());
  return copy;
}
