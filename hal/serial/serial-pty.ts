// One end of a kernel pseudo-terminal as a serial port, for a virtual board that another process opens as a real tty.
// The line is set raw before anybody opens it, and our own descriptor of the far end is dropped, so that the far end
// hangs up when this process ends.

import { lstat, readlink, symlink, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { write as writeFile } from 'node:fs';
import type { ReadStream } from 'node:tty';
import * as pty from '@lydell/node-pty';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import type { SerialPort } from './serial.ts';

export interface PtyPort extends SerialPort {
  /** The tty that others open, such as /dev/pts/3. */
  readonly tty_path: string;
  close(): void;
}

/** The part of the library that its types leave out. */
interface OpenPty {
  readonly ptsName: string;
  readonly master: ReadStream & { readonly fd?: number };
  readonly slave: ReadStream;
  readonly _fd: number;
}

/** Opens a new pseudo-terminal. */
export function createPtyPort(): Result<PtyPort> {
  let terminal: OpenPty;
  try {
    terminal = (pty as unknown as { open(options: { encoding: null }): OpenPty }).open({ encoding: null });
  } catch (thrown) {
    return fail('serial_failed', `This system gives no pseudo-terminal: ${messageOf(thrown)}.`);
  }
  terminal.slave.setRawMode(true);
  terminal.slave.destroy();
  const { master, ptsName, _fd: fd } = terminal;
  let closed = false;
  return ok({
    path: ptsName,
    tty_path: ptsName,
    open(listener) {
      master.on('data', (chunk: Buffer) => listener.bytes(new Uint8Array(chunk)));
      master.on('close', () => !closed && listener.closed(`${ptsName} was closed.`));
      // What nobody reads is lost, as on a wire: a full line answers EAGAIN.
      const write = (bytes: Uint8Array): void => void (closed || writeFile(fd, bytes, () => {}));
      return Promise.resolve(ok({ write, close: () => Promise.resolve() }));
    },
    close() {
      closed = true;
      master.destroy();
    },
  });
}

/** Makes `link` a symbolic link to the tty; refuses to replace anything but a symbolic link. */
export async function linkTo(tty_path: string, link: string): Promise<Result<{ remove(): Promise<void> }>> {
  try {
    const there = await lstat(link).catch(() => null);
    if (there && !there.isSymbolicLink())
      return fail('serial_failed', `${link} exists and is no symbolic link: choose another path.`);
    if (there) await unlink(link);
    await symlink(tty_path, link);
  } catch (thrown) {
    return fail('serial_failed', `${link} can't be made a symbolic link: ${messageOf(thrown)}.`);
  }
  const path = resolve(link);
  return ok({
    async remove() {
      const target = await readlink(path).catch(() => '');
      if (target === tty_path) await unlink(path).catch(() => {});
    },
  });
}
