// The flash over a disk whose power can go: what the disk has begun then it ends, and what would have come next never comes, so that a record
// that is being written stays behind as it is. That is what a killed process leaves.

import { fail } from '../../wire/errors.ts';
import type { Disk } from './disk.ts';
import { createFlashStore } from './flash-store.ts';
import type { Flash } from './flash.ts';

export interface SwitchedFlash extends Flash {
  /**
   * From now on every call answers `flash_failed`, and so does every call that is under way. Done when the one operation of the disk that
   * could not be stopped has ended.
   */
  cutPower(): Promise<void>;
  /** Reads the disk as it was left. */
  powerOn(): void;
  /** Calls back, once, when a record has begun to be written, for who cuts the power then; null calls nobody. */
  onNextWrite(begun: (() => void) | null): void;
  /** What it lies on. */
  readonly disk: Disk;
}

export function createSwitchedFlash(disk: Disk): SwitchedFlash {
  let begun: (() => void) | null = null;
  const watched: Disk = {
    ...disk,
    write(file, bytes) {
      const writing = disk.write(file, bytes);
      const tell = begun;
      begun = null;
      // The write is under way by then.
      if (tell) queueMicrotask(tell);
      return writing;
    },
  };
  let wire = createWire(watched);
  let store = createFlashStore(wire.disk);
  return {
    read: (name) => store.read(name),
    write: (name, value) => store.write(name, value),
    remove: (name) => store.remove(name),
    list: () => store.list(),
    writes: () => store.writes(),
    disk,
    onNextWrite: (tell) => void (begun = tell),
    cutPower: () => wire.cut(),
    powerOn() {
      if (wire.live()) return;
      wire = createWire(watched);
      store = createFlashStore(wire.disk);
    },
  };
}

interface Wire {
  readonly disk: Disk;
  live(): boolean;
  cut(): Promise<void>;
}

const OFF = fail('flash_failed', 'the power is off');

function createWire(disk: Disk): Wire {
  let live = true;
  const under_way = new Set<Promise<unknown>>();
  const pass = async <T>(work: () => Promise<T>): Promise<T | typeof OFF> => {
    if (!live) return OFF;
    const working = work();
    under_way.add(working);
    const done = await working;
    under_way.delete(working);
    return live ? done : OFF;
  };
  return {
    disk: {
      read: (file) => pass(() => disk.read(file)),
      write: (file, bytes) => pass(() => disk.write(file, bytes)),
      rename: (from, to) => pass(() => disk.rename(from, to)),
      syncFolder: () => pass(() => disk.syncFolder()),
      remove: (file) => pass(() => disk.remove(file)),
      list: () => pass(() => disk.list()),
    },
    live: () => live,
    async cut() {
      live = false;
      await Promise.all(under_way);
    },
  };
}
