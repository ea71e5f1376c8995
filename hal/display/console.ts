// The text console of the machine: whoever draws on a framebuffer keeps it from writing there.

import { closeFile, ioctlNumber, O_RDWR, openFile } from '../system/libc.ts';

/** Of linux/kd.h. */
const KDSETMODE = 0x4b3a;
const KD_TEXT = 0;
const KD_GRAPHICS = 1;

/**
 * A machine without a console has none to keep off.
 * @returns Gives it back. After a crash it stays as it is until the next start, which takes it again.
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
