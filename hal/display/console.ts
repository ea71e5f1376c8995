// Text console of the machine: kept from writing to the framebuffer while tapin draws on it.

import { closeFile, ioctlNumber, O_RDWR, openFile } from '../system/libc.ts';

/** From linux/kd.h. */
const KDSETMODE = 0x4b3a;
const KD_TEXT = 0;
const KD_GRAPHICS = 1;

/**
 * Switches the console to graphics mode. Does nothing on a machine without a console.
 * @returns A function that restores text mode. After a crash the console stays in graphics mode until the next run
 * takes it again.
 */
export function takeConsole(path = '/dev/tty0'): () => void {
  try {
    const fd = openFile(path, O_RDWR);
    ioctlNumber(fd, KDSETMODE, KD_GRAPHICS);
    return () => {
      ioctlNumber(fd, KDSETMODE, KD_TEXT);
      closeFile(fd);
    };
  } catch {
    return () => {};
  }
}
