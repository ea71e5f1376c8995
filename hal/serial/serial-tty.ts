// Serial port of the machine: a kernel tty, opened with `serialport`.
// Facts that shape this file: a second owner shows as "Cannot lock port". A hang-up shows as `close` with an error, but
// only while a read is pending, and sometimes twice (a read at a hang-up gets 0 bytes, and the library reads again
// forever), so the hang-up is watched separately. A symbolic link is opened by its own path, so that its target may
// change (hot-plug).

import { existsSync } from 'node:fs';
import { SerialPort as Tty } from 'serialport';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { BAUD_DEFAULT } from '../sensor/protocol-limits.ts';
import type { SerialLine, SerialListener, SerialPort } from './serial.ts';

export function createTtyPort(path: string): SerialPort {
  return {
    path,
    open: (listener, baud = BAUD_DEFAULT) => openTty(path, baud, listener),
    onPlug: (plugged) => watchPath(path, plugged),
  };
}

const POLL_EVERY_MS = 500;

/**
 * Polls the path: folders such as /dev/serial/by-id come and go with their devices. @returns A function that stops
 * polling.
 */
function watchPath(path: string, plugged: () => void): () => void {
  let there = existsSync(path);
  const timer = setInterval(() => {
    const before = there;
    there = existsSync(path);
    if (there && !before) plugged();
  }, POLL_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function openTty(path: string, baud: number, listener: SerialListener): Promise<Result<SerialLine>> {
  // The library throws for an empty path.
  if (path === '') return Promise.resolve(fail('serial_not_found', 'The path of the serial port is empty.'));
  const tty = new Tty({ path, baudRate: baud, autoOpen: false, hupcl: false });
  let over = false;
  let opened = false;
  const end = (reason: string): void => {
    if (over) return;
    over = true;
    if (tty.isOpen) tty.close(() => {});
    if (opened) listener.closed(reason);
  };
  // Always read: a paused port does not notice a hang-up.
  tty.on('data', (chunk: Buffer) => !over && listener.bytes(new Uint8Array(chunk)));
  tty.on('close', () => end(`${path} was unplugged.`));
  tty.on('error', (error) => opened && end(`${path} failed: ${error.message}.`));
  return new Promise((resolve) => {
    tty.open((error) => {
      if (error) return resolve(openingError(path, error.message));
      opened = true;
      watchHangUp(tty, () => end(`${path} was unplugged.`));
      resolve(
        ok(
          lineOf(
            tty,
            () => over,
            () => (over = true),
          ),
        ),
      );
    });
  });
}

/** Watches for a hang-up with the library's poller, which exists on Linux and macOS; does nothing elsewhere. */
function watchHangUp(tty: Tty, onHangUp: () => void): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `poller` is missing from the library's type definitions
  const { poller } = (tty.port ?? {}) as { poller?: { once(event: 'disconnect', call: () => void): void } };
  poller?.once('disconnect', onHangUp);
}

function lineOf(tty: Tty, isOver: () => boolean, setOver: () => void): SerialLine {
  let closing: Promise<void> | null = null;
  const shut = (): Promise<void> =>
    new Promise((resolve) => {
      if (!tty.isOpen) return resolve();
      tty.close(() => resolve());
    });
  return {
    write(bytes) {
      if (isOver() || tty.writableLength > WRITE_BACKLOG_BYTES_MAX) return;
      tty.write(Buffer.from(bytes));
    },
    close() {
      setOver();
      return (closing ??= shut());
    },
  };
}

/** Maximum backlog. A line that falls this far behind is dead; further bytes are lost, as on a wire. */
const WRITE_BACKLOG_BYTES_MAX = 65_536;

function openingError(path: string, reason: string): Result<never> {
  if (/no such file|not found|enoent|enxio|no such device/i.test(reason))
    return fail('serial_not_found', `No serial port at ${path}.`);
  if (/lock|busy|temporarily unavailable/i.test(reason))
    return fail('serial_busy', `The serial port ${path} is in use by another program.`);
  if (/inappropriate ioctl|is a directory|eisdir/i.test(reason))
    return fail('serial_failed', `${path} is not a serial port.`);
  if (/permission|denied|eacces/i.test(reason))
    return fail('serial_failed', `No permission to open ${path}: add the user to the group dialout.`);
  return fail('serial_failed', `${path} can't be opened as a serial port: ${reason.replace(/^Error: |\.$/g, '')}.`);
}
