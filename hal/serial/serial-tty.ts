// A serial port of the machine: a tty that the kernel knows, opened with `serialport`.
//
// Facts that shape this file: a second owner shows as "Cannot lock port"; a hang-up shows as `close` with an error, but
// only while somebody reads, and sometimes twice; a symbolic link is opened by its own path, so that what it points to may
// change (hot-plug).

import { SerialPort as Tty } from 'serialport';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { BAUD_DEFAULT } from '../../wire/limits.ts';
import type { SerialLine, SerialListener, SerialPort } from './serial.ts';

export function createTtyPort(path: string, baud = BAUD_DEFAULT): SerialPort {
  return { path, open: (listener) => openTty(path, baud, listener) };
}

function openTty(path: string, baud: number, listener: SerialListener): Promise<Result<SerialLine>> {
  const tty = new Tty({ path, baudRate: baud, autoOpen: false, hupcl: false });
  let over = false;
  let opened = false;
  const end = (reason: string): void => {
    if (over) return;
    over = true;
    if (tty.isOpen) tty.close(() => {});
    if (opened) listener.closed(reason);
  };
  // Read from the start and always: a paused port does not notice a hang-up.
  tty.on('data', (chunk: Buffer) => !over && listener.bytes(new Uint8Array(chunk)));
  tty.on('close', () => end(`${path} was unplugged.`));
  tty.on('error', (error) => opened && end(`${path} failed: ${error.message}.`));
  return new Promise((resolve) => {
    tty.open((error) => {
      if (error) return resolve(openingError(path, error.message));
      opened = true;
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

function lineOf(tty: Tty, isOver: () => boolean, setOver: () => void): SerialLine {
  return {
    write(bytes) {
      if (isOver() || tty.writableLength > WRITE_BACKLOG_BYTES_MAX) return;
      tty.write(Buffer.from(bytes));
    },
    close: () =>
      new Promise((resolve) => {
        setOver();
        if (!tty.isOpen) return resolve();
        tty.close(() => resolve());
      }),
  };
}

/** A line that takes nothing for so long is dead; what more is written is lost, as on a wire. */
const WRITE_BACKLOG_BYTES_MAX = 65_536;

function openingError(path: string, reason: string): Result<never> {
  if (/no such file|not found|enoent|enxio|no such device/i.test(reason))
    return fail('serial_not_found', `There is no serial port at ${path}.`);
  if (/lock|busy|temporarily unavailable/i.test(reason))
    return fail('serial_busy', `The serial port ${path} is in use by another program.`);
  if (/permission|denied|eacces/i.test(reason))
    return fail('serial_failed', `This user may not open ${path}: add the user to the group dialout.`);
  return fail('serial_failed', `${path} can't be opened as a serial port: ${messageOf(reason).replace(/\.$/, '')}.`);
}
