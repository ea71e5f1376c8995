// Tests of real keys on the kernel's own input devices, created through /dev/uinput if it is writable. Listens only to
// the devices it creates.

import { accessSync, constants, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import type { KernelInputOptions } from '../../../sims/inputs/uinput.ts';

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

const [KEY, REL, ABS] = [1, 2, 3];

async function kernelDevice(t: ExecutionContext, wanted: Omit<KernelInputOptions, 'name'>) {
  const { ioctl, openFile } = await import('../../../hal/system/libc.ts');
  const { createKernelInput } = await import('../../../sims/inputs/uinput.ts');
  const { inputTable } = await import('../../support/hal/input-devices.ts');
  const device = createKernelInput({ name: 'tapin test', ...wanted });
  t.teardown(() => device.unplug());
  const table = await inputTable(t);
  await mkdir(table.folder);
  symlinkSync(join('/dev/input', device.event), join(table.folder, device.event));
  const evdev = table.start({ sys_folder: '/sys/class/input', system: { open: openFile, ioctl }, grab: true });
  await table.until(() => evdev.inputs().length === 1);
  return { table, evdev, ...device };
}

uinputTest('[keys] reads a kernel keyboard and releases its keys when it is unplugged', async (t) => {
  const { table, evdev, send, unplug } = await kernelDevice(t, { keys: [103, 28] });
  send([KEY, 103, 1]);
  send([KEY, 103, 0]);
  send([KEY, 28, 1]);
  await table.until(() => table.received.length === 3);
  unplug();
  await table.until(() => evdev.inputs().length === 0);
  t.deepEqual(table.received, ['up press', 'up release', 'ok press', 'ok release']);
});

uinputTest('[keys] counts two fingers on a kernel multitouch panel as one touch', async (t) => {
  const axes = [
    [0x2f, 4],
    [0x35, 799],
    [0x36, 479],
    [0x39, 65_535],
  ] as const;
  const { table, send } = await kernelDevice(t, { keys: [0x14a], axes });
  send([ABS, 0x39, 1], [ABS, 0x35, 400], [ABS, 0x36, 120], [KEY, 0x14a, 1]);
  send([ABS, 0x2f, 1], [ABS, 0x39, 2], [ABS, 0x35, 700], [ABS, 0x36, 400]);
  send([ABS, 0x39, -1], [ABS, 0x2f, 0], [ABS, 0x39, -1], [KEY, 0x14a, 0]);
  send([ABS, 0x39, 3], [ABS, 0x36, 240]);
  await table.until(() => table.received.length === 2);
  t.deepEqual(table.received, ['240,80', '240,160']);
});

uinputTest('[keys] a kernel knob steps down and up', async (t) => {
  const { table, send } = await kernelDevice(t, { keys: [], knobs: [7] });
  send([REL, 7, 1]);
  send([REL, 7, -1]);
  await table.until(() => table.received.length === 4);
  t.deepEqual(table.received, ['down press', 'down release', 'up press', 'up release']);
});
