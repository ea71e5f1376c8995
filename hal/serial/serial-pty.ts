// One end of a kernel pseudo-terminal as a serial port, for a virtual board that another process opens as a real tty.
// The line is in raw mode only while our own silent descriptor of the far end stays open; closing it resets the line.
// The descriptor also keeps this end alive when no other process has the tty open. The far end hangs up when this end
// is closed or the process exits.

import { lstat, readlink, stat, symlink, unlink } from 'node:fs/promises';
import { resolve } from 'node:path';
import { writeSync } from 'node:fs';
import type { ReadStream } from 'node:tty';
import * as pty from '@lydell/node-pty';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import type { SerialListener, SerialPort } from './serial.ts';

/** Serial port whose `path` is the tty for other programs, such as /dev/pts/3. */
export interface PtyPort extends SerialPort {
  close(): void;
}

/** Part of the library that its types omit. */
interface OpenPty {
  readonly ptsName: string;
  readonly master: ReadStream;
  readonly slave: ReadStream;
  readonly _fd: number;
}

/** Opens a new pseudo-terminal. */
export function createPtyPort(): Result<PtyPort> {
  let terminal: OpenPty;
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- missing from the library's type definitions
    terminal = (pty as unknown as { open(options: { encoding: null }): OpenPty }).open({ encoding: null });
  } catch (thrown) {
    return fail('serial_failed', `Can't open a pseudo-terminal: ${messageOf(thrown)}.`);
  }
  const { master, slave, ptsName, _fd: fd } = terminal;
  Object.assign(slave, { _read: () => {} }); // never takes bytes from programs that open the tty
  slave.unref();
  slave.setRawMode(true);
  let owner: SerialListener | null = null;
  let closed = false;
  master.on('data', (chunk: Buffer) => owner?.bytes(new Uint8Array(chunk)));
  master.on('close', () => {
    const last = owner;
    closed = true;
    owner = null;
    last?.closed(`${ptsName} was closed.`);
  });
  return ok({
    path: ptsName,
    open(listener) {
      if (closed) return Promise.resolve(fail('serial_not_found', `No serial port at ${ptsName}.`));
      if (owner) return Promise.resolve(fail('serial_busy', `The serial port ${ptsName} is in use.`));
      const mine = (owner = { ...listener });
      const close = (): Promise<void> => {
        if (owner === mine) owner = null;
        return Promise.resolve();
      };
      return Promise.resolve(ok({ write: (bytes) => owner === mine && put(fd, bytes), close }));
    },
    onPlug: () => () => {}, // present from the start
    close() {
      closed = true;
      owner = null;
      slave.destroy();
      master.destroy();
    },
  });
}

/**
 * Writes synchronously, so that bytes keep their order. Never blocks: bytes that no program reads are lost, as on a
 * wire.
 */
function put(fd: number, bytes: Uint8Array): void {
  try {
    writeSync(fd, bytes);
  } catch {
    // EAGAIN: the line is full. EIO: the far end is not open.
  }
}

async function isLeftBehind(path: string): Promise<boolean> {
  const target = await readlink(path).catch(() => null);
  if (target === null) return false;
  return target.startsWith('/dev/pts/') || (await stat(path).catch(() => null)) === null;
}

/** Links `link` to the tty. Replaces only a leftover of an earlier board: a link to a pty, or a dangling one. */
export async function linkTo(tty_path: string, link: string): Promise<Result<{ remove(): Promise<void> }>> {
  try {
    const there = await lstat(link).catch(() => null);
    if (there && !(await isLeftBehind(link)))
      return fail('serial_failed', `${link} exists and is not a link to a pseudo-terminal: choose another path.`);
    if (there) await unlink(link);
    await symlink(tty_path, link);
  } catch (thrown) {
    return fail('serial_failed', `Can't create the symbolic link ${link}: ${messageOf(thrown)}.`);
  }
  const path = resolve(link);
  return ok({
    async remove() {
      const target = await readlink(path).catch(() => '');
      if (target === tty_path) await unlink(path).catch(() => {});
    },
  });
}
