// Flash over a disk that can lose power: the operation in flight completes and the following ones never run, so a
// record may be left half written. A killed process leaves the same state.

import { fail } from '../../wire/errors.ts';
import type { Disk } from './disk.ts';
import { createFlashStore } from './flash-store.ts';
import type { Flash } from './flash.ts';

export interface SwitchedFlash extends Flash {
  /**
   * Makes every call fail with `flash_failed`, including those in progress. Resolves when the disk operation in flight,
   * which can't be stopped, has finished.
   */
  cutPower(): Promise<void>;
  /** Restores the power and reads the disk as it was left. */
  powerOn(): void;
  /** Calls back once, when the next write has started, so that the caller can cut the power then; null cancels. */
  onNextWrite(listener: (() => void) | null): void;
  /** Underlying disk. */
  readonly disk: Disk;
}

export function createSwitchedFlash(disk: Disk): SwitchedFlash {
  let onWriteStart: (() => void) | null = null;
  const started = <T>(writing: T): T => {
    const notify = onWriteStart;
    onWriteStart = null;
    // The write is in progress by then.
    if (notify) queueMicrotask(notify);
    return writing;
  };
  const watched: Disk = {
    ...disk,
    write: (file, bytes) => started(disk.write(file, bytes)),
    overwrite: (file, blocks) => started(disk.overwrite(file, blocks)),
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
    onNextWrite: (listener) => void (onWriteStart = listener),
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
  const in_flight = new Set<Promise<unknown>>();
  const pass = async <T>(work: () => Promise<T>): Promise<T | typeof OFF> => {
    if (!live) return OFF;
    const working = work();
    in_flight.add(working);
    const done = await working;
    in_flight.delete(working);
    return live ? done : OFF;
  };
  return {
    disk: {
      read: (file) => pass(() => disk.read(file)),
      write: (file, bytes) => pass(() => disk.write(file, bytes)),
      overwrite: (file, blocks) => pass(() => disk.overwrite(file, blocks)),
      rename: (from, to) => pass(() => disk.rename(from, to)),
      syncFolder: () => pass(() => disk.syncFolder()),
      remove: (file) => pass(() => disk.remove(file)),
      list: () => pass(() => disk.list()),
    },
    live: () => live,
    async cut() {
      live = false;
      await Promise.all(in_flight);
    },
  };
}
