// Flash kept as files in one folder of the real file system. The folder must be there; files of other names are let be.

import { createFileDisk } from './disk-files.ts';
import { createFlashStore } from './flash-store.ts';
import type { Flash } from './flash.ts';

export const createFileFlash = (folder: string): Flash => createFlashStore(createFileDisk(folder));
