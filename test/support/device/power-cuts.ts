// The storage as a power cut at each operation of a run leaves it. The run goes once; what it did to the disk is done again, up to the
// cut, on a disk of its own. That is the same as a run for each cut, since a device without power changes nothing any more. Most cuts
// leave what the one before them left: a device that starts on it does the same again, so it need not start for each.

import { createHash } from 'node:crypto';
import { createMemoryDisk, type MemoryDisk } from '../../../hal/flash/disk-memory.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { PowerCut } from '../../../hal/flash/medium.ts';
import { assert } from '../../../wire/errors.ts';

interface AfterCut {
  /** Switched on again. */
  readonly flash: MemoryFlash;
  /** The same for storages that hold the same. */
  readonly contents: string;
}

export interface Recording {
  /** For the device that runs. */
  readonly flash: MemoryFlash;
  /** How many operations there were so far. */
  operations(): number;
  /** What a cut at the operation of this number leaves. */
  cutAt(operation: number, cut: PowerCut): Promise<AfterCut>;
}

/** Records what is done to a storage that holds what `before` holds, and nothing else. */
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
      assert(!(await after.list()).ok, `the power went at operation ${operation}`);
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

/** Another disk with the same files. */
async function copyOf(disk: MemoryDisk): Promise<MemoryDisk> {
  const copy = createMemoryDisk();
  const files = await disk.list();
  assert(files.ok, 'the disk works');
  for (const file of files.value) copy.put(file, disk.peek(file) ?? new Uint8Array());
  return copy;
}
