// Tests of the machine's serial ports on real kernel ttys: pseudo-terminals created here. Real time; waits for events
// only.

import { constants } from 'node:fs';
import { lstat, mkdir, open, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createPtyPort, linkTo, type PtyPort } from '../../../hal/serial/serial-pty.ts';
import { createTtyPort } from '../../../hal/serial/serial-tty.ts';
import type { SerialPort } from '../../../hal/serial/serial.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { createRecorder, openFor, serialConformance, type LineFactory } from './serial-conformance.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const until = <T>(done: Promise<T>): Promise<T> => done;

function newPty(t: ExecutionContext): PtyPort {
  const pty = valueOf(t, createPtyPort());
  t.teardown(() => pty.close());
  return pty;
}

/** Opens a port and echoes all bytes. */
async function echoOn(t: ExecutionContext, port: SerialPort): Promise<void> {
  const line = valueOf(t, await port.open({ bytes: (chunk) => line.write(chunk), closed: () => {} }));
  t.teardown(() => line.close());
}

/** Creates the tty end under test, opened through a link as a device would; the pty end echoes. */
const ttyEnd: LineFactory = async (t) => {
  const pty = newPty(t);
  const path = join(await temporaryFolder(t), 'board');
  valueOf(t, await linkTo(pty.path, path));
  await echoOn(t, pty);
  return { port: createTtyPort(path), until, hangUp: () => pty.close() };
};

serialConformance(test, ttyEnd);

test('[serial] calls onPlug each time a port appears at the path, until unsubscribed', async (t) => {
  const path = join(await temporaryFolder(t), 'by-id', 'board');
  const pty = newPty(t);
  let came: () => void = () => {};
  let times = 0;
  const end = createTtyPort(path).onPlug(() => {
    times++;
    came();
  });
  for (let time = 1; time <= 2; time++) {
    const coming = new Promise<void>((resolve) => (came = resolve));
    // The folder appears together with its content, as udev's does.
    await mkdir(dirname(path));
    await symlink(pty.path, path);
    await coming;
    t.is(times, time);
    await rm(dirname(path), { recursive: true });
    // The removal has been noticed once another, later watch has noticed a new link.
    const gone = new Promise<void>((resolve) => {
      const other = join(dirname(dirname(path)), `other-${time}`);
      const stop = createTtyPort(other).onPlug(() => (stop(), resolve()));
      void symlink(pty.path, other);
    });
    await gone;
  }
  end();
  t.is(times, 2);
});

test('[serial] allows one owner of the pty end at a time, with close and reopen', async (t) => {
  const pty = newPty(t);
  await echoOn(t, createTtyPort(pty.path));
  const [first, second] = [createRecorder(), createRecorder()];
  const line = valueOf(t, await pty.open(first));
  failsWith(t, await pty.open(second), 'serial_busy', /in use/);
  line.write(Uint8Array.of(1, 2));
  await first.bytesReceived(2);
  await line.close();
  line.write(Uint8Array.of(9));
  const again = valueOf(t, await pty.open(second));
  line.write(Uint8Array.of(9));
  await line.close();
  again.write(Uint8Array.of(3, 4));
  await second.bytesReceived(2);
  t.deepEqual(
    [first.received, second.received],
    [
      [1, 2],
      [3, 4],
    ],
  );
  pty.close();
  again.write(Uint8Array.of(5));
  failsWith(t, await pty.open(createRecorder()), 'serial_not_found', /No serial port/);
});

test('[serial] delivers a thousand single-byte writes in a row to a pty in order', async (t) => {
  const pty = newPty(t);
  const recorder = createRecorder();
  await openFor(t, createTtyPort(pty.path), recorder);
  const board = valueOf(t, await pty.open(createRecorder()));
  const sent = Array.from({ length: 1000 }, (_, n) => n & 0xff);
  for (const byte of sent) board.write(Uint8Array.of(byte));
  await recorder.bytesReceived(sent.length);
  t.deepEqual(recorder.received, sent);
});

test('[serial] makes a pty raw for any opener, with any flags', async (t) => {
  const pty = newPty(t);
  const echoed = createRecorder();
  const board = valueOf(t, await pty.open(echoed));
  const tty = await open(pty.path, constants.O_RDWR | constants.O_NOCTTY);
  t.teardown(() => tty.close());
  const sent = [0x00, 0x0d, 0x03, 0x04, 0x7f, 0xff, 0x0a];
  board.write(Uint8Array.from(sent));
  const received: number[] = [];
  while (received.length < sent.length) {
    const { bytesRead, buffer } = await tty.read(Buffer.alloc(64));
    received.push(...buffer.subarray(0, bytesRead));
  }
  t.deepEqual(received, sent);
  // Nothing was echoed either: the first bytes the board receives are those written to the tty.
  await tty.write(Uint8Array.of(0x0d, 0x55));
  await echoed.bytesReceived(2);
  t.deepEqual(echoed.received, [0x0d, 0x55]);
});

test('[serial] a pty without a reader buffers what fits, drops the rest and never blocks', async (t) => {
  const pty = newPty(t);
  const board = valueOf(t, await pty.open(createRecorder()));
  for (let n = 0; n < 300; n++) board.write(new Uint8Array(1000).fill(n));
  const recorder = createRecorder();
  await openFor(t, createTtyPort(pty.path), recorder);
  board.write(new Uint8Array(1).fill(0x77));
  await recorder.bytesReceived(1);
  t.true(recorder.received.length < 20_000, `${recorder.received.length}`);
});

test('[serial] reports a path without a port as serial_not_found', async (t) => {
  const folder = await temporaryFolder(t);
  const dangling = join(folder, 'dangling');
  await symlink(join(folder, 'gone'), dangling);
  for (const path of ['/dev/tapin-no-such-port', dangling, join(folder, 'a', 'b')]) {
    const opened = await createTtyPort(path).open(createRecorder());
    failsWith(t, opened, 'serial_not_found', /No serial port at /);
    t.true(!opened.ok && opened.error.message.includes(path));
  }
  failsWith(t, await createTtyPort('').open(createRecorder()), 'serial_not_found', /is empty/);
});

test('[serial] reports a path that is not a serial port as serial_failed, by name', async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, 'file');
  await writeFile(file, 'text');
  for (const path of [file, folder, '/dev/null']) {
    const opened = await createTtyPort(path).open(createRecorder());
    failsWith(t, opened, 'serial_failed', /is not a serial port\.$/);
    t.true(!opened.ok && opened.error.message.includes(path));
    t.notRegex(opened.ok ? '' : opened.error.message, /Error:/);
  }
});

test('[serial] resolves the path on each open, so it may lead to another board', async (t) => {
  const path = join(await temporaryFolder(t), 'board');
  const port = createTtyPort(path);
  for (const greeting of [1, 2]) {
    const pty = newPty(t);
    valueOf(t, await linkTo(pty.path, path));
    const board = valueOf(t, await pty.open(createRecorder()));
    const recorder = createRecorder();
    const line = valueOf(t, await port.open(recorder));
    board.write(Uint8Array.of(greeting));
    await recorder.bytesReceived(1);
    t.deepEqual(recorder.received, [greeting]);
    pty.close();
    await recorder.closing();
    await line.close();
  }
});

test('[serial] linkTo replaces only links and removes only its own', async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, 'board');
  const first = valueOf(t, await linkTo('/dev/pts/first', path));
  const second = valueOf(t, await linkTo('/dev/pts/second', path));
  await symlink('/dev/null', join(folder, 'device'));
  failsWith(
    t,
    await linkTo('/dev/pts/third', join(folder, 'device')),
    'serial_failed',
    /not a link to a pseudo-terminal/,
  );
  await first.remove();
  t.is(await readlink(path), '/dev/pts/second');
  await second.remove();
  await second.remove();
  await t.throwsAsync(lstat(path), { code: 'ENOENT' });
  await writeFile(path, 'precious');
  failsWith(t, await linkTo('/dev/pts/third', path), 'serial_failed', /not a link to a pseudo-terminal/);
  await second.remove();
  t.true((await lstat(path)).isFile());
  failsWith(t, await linkTo('/dev/pts/third', folder), 'serial_failed', /not a link to a pseudo-terminal/);
  failsWith(
    t,
    await linkTo('/dev/pts/third', join(folder, 'no', 'where')),
    'serial_failed',
    /^Can't create the symbolic link/,
  );
});
