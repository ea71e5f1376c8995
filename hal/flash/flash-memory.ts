// Flash in memory: the same store over a virtual disk, with power cuts, a full disk and faults on demand.

import { createMemoryDisk, type MemoryDisk } from './disk-memory.ts';
import { createSwitchedFlash, type SwitchedFlash } from './flash-switched.ts';

export interface MemoryFlash extends SwitchedFlash {
  readonly disk: MemoryDisk;
}

/** Creates a flash; to restart a device, pass the disk of the old one. */
export const createMemoryFlash = (disk: MemoryDisk = createMemoryDisk()): MemoryFlash => ({
  ...createSwitchedFlash(disk),
  disk,
});
