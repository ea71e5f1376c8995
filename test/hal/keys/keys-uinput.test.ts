// Real keys over the kernel's own input devices, made by /dev/uinput where it can be written. Only the devices that are made here are heard.

import { accessSync, closeSync, constants, openSync, readdirSync, symlinkSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { present } from '../../../wire/errors.ts';

const UINPUT = '/dev/uinput';
function writable(): boolean {
  try {
    accessSync(UINPUT, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
const uinputTest = writable() ? test : test.skip;

// Of linux/uinput.h, as its macros expand on 64 bits.
const UI_DEV_CREATE = 0x5501;
const UI_DEV_DESTROY = 0x5502;
const UI_DEV_SETUP = 0x405c_5503;
const UI_ABS_SETUP = 0x401c_5504;
const UI_SET_EVBIT = 0x4004_5564;
const UI_SET_KEYBIT = 0x4004_5565;
const UI_SET_PROPBIT = 0x4004_556e;
const UI_GET_SYSNAME_64 = 0x8040_552c;

const [SYN, KEY, ABS] = [0, 1, 3];
const REPORT = [SYN, 0, 0] as const;
type Event = readonly [type: number, code: number, value: number];

interface Wanted {
  readonly keys: readonly number[];
  /** Number and greatest value. */
  readonly axes?: readonly (readonly [axis: number, max: number])[];
}

async function kernelDevice(t: ExecutionContext, { keys, axes = [] }: Wanted) {
  const koffi = (await import('koffi')).default;
  const { ioctl, openFile } = await import('../../../hal/system/libc.ts');
  const { inputTable } = await import('../../support/input-devices.ts');
  // Bits are given by value, where libc.ts gives addresses.
  const setBit = koffi.load('libc.so.6').func('int ioctl(int fd, unsigned long request, long value)');
  const fd = openSync(UINPUT, constants.O_RDWR | constants.O_NONBLOCK);
  t.teardown(() => closeSync(fd)); // the kernel takes the device away with it
  for (const type of axes.length > 0 ? [KEY, ABS] : [KEY]) t.is(setBit(fd, UI_SET_EVBIT, type), 0);
  for (const key of keys) t.is(setBit(fd, UI_SET_KEYBIT, key), 0);
  if (axes.length > 0) t.is(setBit(fd, UI_SET_PROPBIT, 1), 0);
  for (const [axis, max] of axes) {
    const setup = Buffer.alloc(28); // the number, then struct input_absinfo at 4: value, minimum, maximum
    setup.writeUInt16LE(axis);
    setup.writeInt32LE(max, 12);
    ioctl(fd, UI_ABS_SETUP, setup);
  }
  const setup = Buffer.alloc(92); // struct input_id, the name at 8, ff_effects_max
  setup.writeUInt16LE(6); // BUS_VIRTUAL
  setup.write('tapin test', 8);
  ioctl(fd, UI_DEV_SETUP, setup);
  ioctl(fd, UI_DEV_CREATE, null);

  const said = Buffer.alloc(64);
  ioctl(fd, UI_GET_SYSNAME_64, said);
  const name = said.toString('latin1').replace(/\0.*/s, '');
  const files = readdirSync(join('/sys/devices/virtual/input', name));
  const event = present(
    files.find((file) => /^event\d+$/.test(file)),
    'event file',
  );
  const table = await inputTable(t);
  await mkdir(table.folder);
  symlinkSync(join('/dev/input', event), join(table.folder, event));
  const evdev = table.start({ sys_folder: '/sys/class/input', system: { open: openFile, ioctl }, grab: true });
  await table.until(() => evdev.inputs().length === 1);
  return {
    table,
    evdev,
    send: (...events: readonly Event[]): void => void writeSync(fd, Buffer.concat(events.map(bytesOf))),
    unplug: (): void => void ioctl(fd, UI_DEV_DESTROY, null),
  };
}

function bytesOf([type, code, value]: Event): Buffer {
  const bytes = Buffer.alloc(24);
  bytes.writeUInt16LE(type, 16);
  bytes.writeUInt16LE(code, 18);
  bytes.writeInt32LE(value, 20);
  return bytes;
}

uinputTest('[keys] a keyboard of the kernel is heard, and lets go when it is unplugged', async (t) => {
  const { table, evdev, send, unplug } = await kernelDevice(t, { keys: [103, 28] });
  send([KEY, 103, 1], REPORT, [KEY, 103, 0], REPORT, [KEY, 28, 1], REPORT);
  await table.until(() => table.heard.length === 3);
  unplug();
  await table.until(() => evdev.inputs().length === 0);
  t.deepEqual(table.heard, ['up press', 'up release', 'ok press', 'ok release']);
});

uinputTest('[keys] a multitouch panel of the kernel gives one touch for two fingers', async (t) => {
  const axes = [
    [0x2f, 4],
    [0x35, 799],
    [0x36, 479],
    [0x39, 65_535],
  ] as const;
  const { table, send } = await kernelDevice(t, { keys: [0x14a], axes });
  const second: readonly Event[] = [[ABS, 0x2f, 1], [ABS, 0x39, 2], [ABS, 0x35, 700], [ABS, 0x36, 400], REPORT];
  send([ABS, 0x39, 1], [ABS, 0x35, 400], [ABS, 0x36, 120], [KEY, 0x14a, 1], REPORT, ...second);
  send([ABS, 0x39, -1], [ABS, 0x2f, 0], [ABS, 0x39, -1], [KEY, 0x14a, 0], REPORT);
  send([ABS, 0x39, 3], [ABS, 0x36, 240], REPORT);
  await table.until(() => table.heard.length === 2);
  t.deepEqual(table.heard, ['240,80', '240,160']);
});
