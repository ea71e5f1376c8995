// Flash as files in one folder of the real file system. The folder must exist; files with other names are not touched.

import { createFileDisk } from './disk-files.ts';
import { createSwitchedFlash, type SwitchedFlash } from './flash-switched.ts';

export const createFileFlash = (folder: string): SwitchedFlash => createSwitchedFlash(createFileDisk(folder));
