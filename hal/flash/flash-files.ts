// Flash kept as files in one folder of the real file system. The folder must be there; files of other names are let be.

import { createFileDisk } from './disk-files.ts';
import { createSwitchedFlash, type SwitchedFlash } from './flash-switched.ts';

export const createFileFlash = (folder: string): SwitchedFlash => createSwitchedFlash(createFileDisk(folder));
