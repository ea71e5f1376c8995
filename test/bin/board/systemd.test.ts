// Notifications to systemd over a real socket: ready, then watchdog pings, which stop when the storage hangs.

import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryScreen } from '../../../hal/screen/screen-memory.ts';
import { ok, type Result } from '../../../wire/errors.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const linuxTest = process.platform === 'linux' ? test : test.skip;
/** Device whose storage answers and whose screen is drawn. */
const soundDevice = (clock: VirtualClock) => ({
  clock,
  flash: { list: async () => ok([]) },
  device: { screen: createMemoryScreen(clock) },
});
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Opens a notify socket as systemd does; `received` returns the messages since its last call. */
async function systemd(t: ExecutionContext): Promise<{ readonly path: string; received(): readonly string[] }> {
  const { bindSocket, closeFile, openSocket, readInto } = await import('../../../hal/system/libc.ts');
  const path = join(await temporaryFolder(t), 'notify');
  const fd = openSocket(1, 2, 0);
  t.teardown(() => closeFile(fd));
  bindSocket(fd, Buffer.concat([Buffer.from([1, 0]), Buffer.from(`${path}\0`)]));
  const received = (): readonly string[] => {
    const all: string[] = [];
    const bytes = Buffer.alloc(256);
    for (let count = readInto(fd, bytes); count > 0; count = readInto(fd, bytes))
      all.push(bytes.toString('utf8', 0, count));
    return all;
  };
  return { path, received };
}

linuxTest(
  '[cli] sends systemd READY with 180 s for the start, then four watchdog pings per interval, and none while the storage hangs',
  async (t) => {
    const { notifySystemd } = await import('../../../bin/board/systemd.ts');
    const { path, received } = await systemd(t);
    const clock = createVirtualClock();
    const closers: (() => Promise<void>)[] = [];
    const resources = { onClose: (close: () => Promise<void>) => void closers.push(close) };
    let stuck: Promise<Result<readonly string[]>> | null = null;
    const flash = { list: async () => stuck ?? ok([]) };
    const watched = { clock, flash, device: { screen: createMemoryScreen(clock) } };
    notifySystemd(resources, watched, { NOTIFY_SOCKET: path, WATCHDOG_USEC: '8000000' });
    await settled();
    t.deepEqual(received(), ['READY=1\nWATCHDOG_USEC=180000000', 'WATCHDOG=1']);
    await clock.advance(6000);
    t.deepEqual(received(), ['WATCHDOG=1', 'WATCHDOG=1', 'WATCHDOG=1\nWATCHDOG_USEC=8000000']);
    await clock.advance(8000);
    t.deepEqual(received(), Array.from({ length: 4 }, () => 'WATCHDOG=1')); // oxfmt-ignore
    const { promise, resolve } = Promise.withResolvers<Result<readonly string[]>>();
    stuck = promise;
    await clock.advance(60_000);
    t.deepEqual(received(), []);
    stuck = null;
    resolve(ok([]));
    await settled();
    t.deepEqual(received(), ['WATCHDOG=1']);
    for (const close of closers) await close();
    await clock.advance(60_000);
    t.deepEqual(received(), ['STOPPING=1']);
  },
);

linuxTest('[cli] starts no watchdog if the interval is not a number above 0', async (t) => {
  const { notifySystemd } = await import('../../../bin/board/systemd.ts');
  const { path, received } = await systemd(t);
  const beatsOf = async (WATCHDOG_USEC: string): Promise<number> => {
    const clock = createVirtualClock();
    const closers: (() => Promise<void>)[] = [];
    notifySystemd({ onClose: (close) => void closers.push(close) }, soundDevice(clock), {
      NOTIFY_SOCKET: path,
      WATCHDOG_USEC,
    });
    await settled();
    await clock.advance(1000);
    for (const close of closers) await close();
    return received().filter((line) => line.startsWith('WATCHDOG=1')).length;
  };
  for (const none of [
    '0',
    '000',
    '',
    ' ',
    'infinity',
    '-8000000',
    '8 s',
    '8000000.5',
    '1e6',
    '+8000000',
    '0x10',
    '9'.repeat(30),
  ])
    t.is(await beatsOf(none), 0, JSON.stringify(none));
  t.is(await beatsOf('800000'), 6);
  const fastest = await beatsOf('1');
  t.true(fastest > 1 && fastest <= 101, 'at most every 10 ms');
  t.is(await beatsOf('9999999999999999999'), 1);
});

linuxTest(
  '[cli] a device under a boot loader does not report STOPPING when it exits: the next release has time to start',
  async (t) => {
    const { notifySystemd } = await import('../../../bin/board/systemd.ts');
    const { path, received } = await systemd(t);
    for (const [watchdog, ready, closed] of [
      [{}, 'READY=1', []],
      [{ WATCHDOG_USEC: '10000000' }, 'READY=1\nWATCHDOG_USEC=180000000', ['WATCHDOG_USEC=180000000']],
    ] as const) {
      const closers: (() => Promise<void>)[] = [];
      const resources = { onClose: (close: () => Promise<void>) => void closers.push(close) };
      const env = { NOTIFY_SOCKET: path, TAPIN_STARTED_BY_LOADER: '{}', ...watchdog };
      notifySystemd(resources, soundDevice(createVirtualClock()), env);
      t.deepEqual(received(), [ready]);
      for (const close of closers) await close();
      t.deepEqual(received(), closed);
    }
  },
);

linuxTest('[cli] sends no notifications without systemd', async (t) => {
  const { notifySystemd } = await import('../../../bin/board/systemd.ts');
  const clock = createVirtualClock();
  const watched = soundDevice(clock);
  notifySystemd({ onClose: () => t.fail() }, watched, {});
  t.is(clock.pending(), 0);
});
