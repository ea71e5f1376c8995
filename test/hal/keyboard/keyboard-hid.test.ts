// Tests of the USB keyboard: on files and named pipes that stand in for the kernel's gadget, on a virtual clock; and on
// the real gadget named by TAPIN_KEYBOARD. Beware: the PC at its other end receives the keys.

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdir, open, readFile, stat, writeFile, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import test, { type ExecutionContext } from 'ava';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createHidKeyboard, type HidKeyboard } from '../../../hal/keyboard/keyboard-hid.ts';
import { SIMULATOR_KEYS, type KeyTap } from '../../../wire/simulator-keys.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { keyboardConformance, type KeyboardFactory } from './keyboard-conformance.ts';
import { itemAt } from '../../support/items.ts';
import { titled } from '../../support/titled.ts';

const { aim_left, mulligan } = SIMULATOR_KEYS;
const RELEASE = '00'.repeat(8);
const AIM_LEFT = '0000500000000000';
const MULLIGAN = '0100100000000000';

/** Fires alarms until the promise settles; file operations take real time. */
const driving =
  (clock: VirtualClock) =>
  async <T>(done: Promise<T>): Promise<T> => {
    const state = { over: false };
    const ends = (): void => void (state.over = true);
    done.then(ends, ends);
    while (!state.over) {
      await new Promise((resolve) => setImmediate(resolve));
      clock.step();
    }
    return done;
  };

const reportsOf = (bytes: Buffer): readonly string[] => bytes.toString('hex').match(/.{1,16}/g) ?? [];

/** Parses reports into taps; each tap must be a press followed by its release. */
function tapsOf(t: ExecutionContext, reports: readonly string[]): readonly KeyTap[] {
  const taps: KeyTap[] = [];
  for (let n = 0; n < reports.length; n += 2) {
    const press = Buffer.from(reports[n] ?? '', 'hex');
    taps.push({ modifiers: itemAt(press, 0), usage: itemAt(press, 2) });
    t.is(press.length, 8);
    t.is(press.toString('hex').replace(/^..00..0{10}$/, ''), '');
    t.is(reports[n + 1], RELEASE);
  }
  return taps;
}

interface Rig {
  readonly clock: VirtualClock;
  readonly keyboard: HidKeyboard;
  readonly path: string;
  until<T>(done: Promise<T>): Promise<T>;
}

async function rigAt(t: ExecutionContext, path?: string): Promise<Rig> {
  const clock = createVirtualClock();
  const at = path ?? join(await temporaryFolder(t), 'hidg0');
  const keyboard = createHidKeyboard({ path: at, clock });
  const until = driving(clock);
  t.teardown(() => until(keyboard.close()));
  return { clock, keyboard, path: at, until };
}

async function fileRig(t: ExecutionContext): Promise<Rig & { reports(): Promise<readonly string[]> }> {
  const rig = await rigAt(t);
  await writeFile(rig.path, '');
  return { ...rig, reports: async () => reportsOf(await readFile(rig.path)) };
}

interface Pipe {
  readonly reader: FileHandle;
  /** Returns the reports that arrived since the last call. */
  take(): Promise<readonly string[]>;
}

/**
 * Opens a named pipe: like a gadget without and with its PC, it gives ENXIO without a reader and EAGAIN when it is
 * full.
 */
async function openPipe(t: ExecutionContext, path: string): Promise<Pipe> {
  const reader = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  t.teardown(() => reader.close().catch(() => {}));
  const take = async (): Promise<readonly string[]> => {
    const { bytesRead, buffer } = await reader.read(Buffer.alloc(100_000), 0, 100_000);
    return reportsOf(buffer.subarray(0, bytesRead));
  };
  return { reader, take };
}

async function pipeRig(t: ExecutionContext): Promise<Rig> {
  const rig = await rigAt(t);
  await promisify(execFile)('mkfifo', [rig.path]);
  return rig;
}

const onFile: KeyboardFactory = async (t) => {
  const { keyboard, reports, until } = await fileRig(t);
  return { keyboard, until, arrived: async () => tapsOf(t, await reports()) };
};
const onPipe: KeyboardFactory = async (t) => {
  const { keyboard, path, until } = await pipeRig(t);
  const pipe = await openPipe(t, path);
  return { keyboard, until, arrived: async () => tapsOf(t, await pipe.take()) };
};
keyboardConformance(titled(test, 'file'), onFile);
keyboardConformance(titled(test, 'named pipe'), onPipe);

const hardware = env['TAPIN_KEYBOARD'];
const onGadget: KeyboardFactory = (t) => {
  const keyboard = createHidKeyboard({ path: hardware ?? '', clock: createSystemClock() });
  t.teardown(() => keyboard.close());
  return Promise.resolve({ keyboard, until: (done) => done });
};
if (hardware) keyboardConformance(titled(test.serial, 'hardware'), onGadget);
else test.skip('[keyboard] hardware: set TAPIN_KEYBOARD=/dev/hidg0; the PC at its end gets the keys', () => {});

test('[keyboard] holds a tap for 40 ms, resolves at release, waits 40 ms before the next', async (t) => {
  const { clock, keyboard, reports, until } = await fileRig(t);
  const times: number[] = [];
  const both = [keyboard.tap(aim_left), keyboard.tap(mulligan)].map((tap) =>
    tap.then(() => times.push(clock.now_ms())),
  );
  await until(Promise.all(both));
  t.deepEqual(times, [40, 120]);
  t.deepEqual(await reports(), [AIM_LEFT, RELEASE, MULLIGAN, RELEASE]);
});

test('[keyboard] opens nothing before the first tap and never creates a file', async (t) => {
  const { keyboard, path, until } = await rigAt(t);
  failsWith(t, await until(keyboard.tap(aim_left)), 'keyboard_not_found', /No USB keyboard gadget at .*hidg0/);
  t.is(await stat(path).catch(() => null), null);
  await writeFile(path, '');
  valueOf(t, await until(keyboard.tap(aim_left)));
  // The release comes first because the state after the failure is unknown.
  t.deepEqual(reportsOf(await readFile(path)), [RELEASE, AIM_LEFT, RELEASE]);
});

test('[keyboard] fails all queued taps if no computer is connected, and reports what to do', async (t) => {
  const { clock, keyboard, path, until } = await pipeRig(t);
  const results = await until(Promise.all([aim_left, mulligan, aim_left].map((key) => keyboard.tap(key))));
  for (const result of results) failsWith(t, result, 'keyboard_no_computer', /connect the USB cable/);
  t.true(clock.now_ms() < 100, 'without delay');
  const pipe = await openPipe(t, path);
  valueOf(t, await until(keyboard.tap(mulligan)));
  t.deepEqual(await pipe.take(), [RELEASE, MULLIGAN, RELEASE]);
  valueOf(t, await until(keyboard.tap(aim_left)));
  t.deepEqual(await pipe.take(), [AIM_LEFT, RELEASE]);
});

test('[keyboard] waits half a second for a computer that reads nothing, then fails', async (t) => {
  const { clock, keyboard, path, until } = await pipeRig(t);
  const pipe = await openPipe(t, path);
  const filler = await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
  t.teardown(() => filler.close());
  while (await filler.write(Buffer.alloc(4096, 0xaa)).then(() => true, () => false)); // oxfmt-ignore
  const late = keyboard.tap(aim_left);
  clock.setTimeout(() => void pipe.reader.read(Buffer.alloc(65_536), 0, 65_536), 300);
  valueOf(t, await until(late));
  t.true(clock.now_ms() > 300 && clock.now_ms() < 1000);
  while (await filler.write(Buffer.alloc(4096, 0xaa)).then(() => true, () => false)); // oxfmt-ignore
  const before_ms = clock.now_ms();
  failsWith(t, await until(keyboard.tap(aim_left)), 'keyboard_no_computer', /wake the computer/);
  t.true(clock.now_ms() - before_ms >= 500 && clock.now_ms() - before_ms < 700);
});

test('[keyboard] releases a key once a computer that disconnected during a tap reconnects', async (t) => {
  const { clock, keyboard, path, until } = await pipeRig(t);
  const pipe = await openPipe(t, path);
  const tap = keyboard.tap(aim_left);
  clock.setTimeout(() => void pipe.reader.close(), 20);
  failsWith(t, await until(tap), 'keyboard_no_computer', /No computer/);
  const again = await openPipe(t, path);
  valueOf(t, await until(keyboard.tap(mulligan)));
  t.deepEqual(await again.take(), [RELEASE, MULLIGAN, RELEASE]);
});

test('[keyboard] fails with one sentence if the path is a folder', async (t) => {
  const folder = join(await temporaryFolder(t), 'hidg0');
  await mkdir(folder);
  const { keyboard, until } = await rigAt(t, folder);
  failsWith(t, await until(keyboard.tap(aim_left)), 'keyboard_failed', /hidg0 rejects key reports/);
});

test('[keyboard] close waits for earlier taps and closes the gadget; a later tap reopens it', async (t) => {
  const { keyboard, path, until } = await pipeRig(t);
  const pipe = await openPipe(t, path);
  const taps = [keyboard.tap(aim_left), keyboard.tap(mulligan)];
  await until(keyboard.close());
  for (const tap of taps) valueOf(t, await tap);
  t.deepEqual(await pipe.take(), [AIM_LEFT, RELEASE, MULLIGAN, RELEASE]);
  // A pipe that no writer has open is at its end.
  t.deepEqual(await pipe.take(), []);
  valueOf(t, await until(keyboard.tap(aim_left)));
  t.deepEqual(await pipe.take(), [AIM_LEFT, RELEASE]);
});
