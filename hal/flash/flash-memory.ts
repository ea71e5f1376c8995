// Flash in memory, with the same store as on files over a virtual disk: power cuts, a full disk and faults on demand.

import { createMemoryDisk, type MemoryDisk } from './disk-memory.ts';
import { createSwitchedFlash, type SwitchedFlash } from './flash-switched.ts';

export interface MemoryFlash extends SwitchedFlash {
  readonly disk: MemoryDisk;
}

/** A restarted device is a new flash over the disk of the old one. */
export const createMemoryFlash = (disk: MemoryDisk = createMemoryDisk()): MemoryFlash => ({
  ...createSwitchedFlash(disk),
  disk,
});
