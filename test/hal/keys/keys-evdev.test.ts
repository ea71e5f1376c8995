// Tests of real keys, on named pipes that stand in for the kernel's devices: discovery, events, device loss, missing
// permissions, and state queries after lost events.

import { join } from 'node:path';
import test from 'ava';
import { glassToScreen, placeScreen } from '../../../hal/display/placement.ts';
import { findInputs } from '../../../hal/keys/find-inputs.ts';
import { keyMapOf } from '../../../hal/keys/key-map.ts';
import type { DeviceDescription } from '../../support/hal/input-devices.ts';
import { valueOf } from '../../support/results.ts';

const linuxTest = process.platform === 'linux' ? test : test.skip;
const load = () => import('../../support/hal/input-devices.ts');

const [SYN, KEY, REL, ABS] = [0, 1, 2, 3];
const [UP, DOWN, ENTER] = [103, 108, 28];
const REPORT = [SYN, 0, 0] as const;

// Constants of linux/input.h with their macros expanded.
const EVIOCGRAB = 0x4004_4590;
const EVIOCGKEY_96 = 0x8060_4518;
const EVIOCGABS = 0x8018_4540;
const EVIOCGMTSLOTS_3 = 0x800c_450a;

linuxTest('[keys] reads the keys of an existing device, without the kernel’s repeats and other keys', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  const keyboard = table.plug('event3', ARROW_KEYBOARD);
  table.plug('event4', { name: 'A power button', key: '10000000000000 0' });
  const evdev = table.start();
  t.deepEqual(
    evdev.inputs().map(({ name, path }) => [name, path]),
    [['A keyboard', keyboard.path]],
  );
  t.deepEqual(table.lines(), ['A keyboard: Using an input device: keys up, down, left, right, ok and back.']);
  keyboard.send(
    [4, 4, 458_834],
    [KEY, DOWN, 2],
    REPORT,
    [KEY, UP, 1],
    REPORT,
    [KEY, UP, 2],
    REPORT,
    [KEY, 30, 1],
    REPORT,
    [KEY, UP, 0],
    REPORT,
  );
  await table.until(() => table.received.length === 2);
  t.deepEqual(table.received, ['up press', 'up release']);
  t.deepEqual(table.requests, []);
});

linuxTest('[keys] a knob sends one tap per step, a mouse only by its wheel', async (t) => {
  const { inputTable } = await load();
  const table = await inputTable(t);
  const knob = table.plug('event0', { name: 'A knob', rel: '1' });
  const mouse = table.plug('event1', { name: 'A mouse', rel: '103', key: '70000 0 0 0 0' });
  table.start({ knob_reversed: true });
  mouse.send([REL, 0, 5], REPORT, [REL, 8, 1], REPORT);
  await table.until(() => table.received.length === 2);
  knob.send([REL, 0, 2], REPORT);
  await table.until(() => table.received.length === 6);
  t.is(table.received.join(', '), 'down press, down release, up press, up release, up press, up release');
});

linuxTest('[keys] reads a device plugged in later, and releases the keys of an unplugged one', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  const first = table.plug('event0', ARROW_KEYBOARD);
  const evdev = table.start();
  first.send([KEY, ENTER, 1], REPORT);
  await table.until(() => table.received.length === 1);
  first.unplug();
  await table.until(() => table.received.length === 2);
  t.deepEqual(table.received, ['ok press', 'ok release']);
  await table.until(() => evdev.inputs().length === 0);

  const again = table.plug('event0', { ...ARROW_KEYBOARD, name: 'Another keyboard' });
  await table.until(() => evdev.inputs().length === 1);
  again.send([KEY, DOWN, 1], REPORT);
  await table.until(() => table.received.length === 3);
  t.is(table.received.at(-1), 'down press');
  t.deepEqual(
    table.lines().map((line) => line.split(': ').slice(0, 2).join(': ')),
    [
      'A keyboard: Using an input device',
      'A keyboard: An input device was removed.',
      'Another keyboard: Using an input device',
    ],
  );
  evdev.close();
  t.is(table.received.at(-1), 'down release');
});

linuxTest('[keys] finds the first device even if the device folder did not exist before', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  const evdev = table.start({ poll_every_ms: 20 });
  t.deepEqual(table.lines(), ['No input device yet: none found, or no permission to open one.']);
  table.plug('event0', ARROW_KEYBOARD);
  await table.until(() => evdev.inputs().length === 1);
  t.pass();
});

linuxTest('[keys] opens a device whose permissions arrive a moment later, without a warning', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  const device = table.plug('event0', { ...ARROW_KEYBOARD, open: false });
  const evdev = table.start();
  t.is(evdev.inputs().length, 0);
  await table.clock.advance(999);
  device.allow();
  await table.until(() => evdev.inputs().length === 1);
  await table.clock.advance(60_000);
  t.is(table.clock.pending(), 0);
  t.false(table.lines().some((line) => line.includes('No permission to open')));
});

linuxTest('[keys] warns once, with the remedy, that this user may not open a device', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  const device = table.plug('event0', { ...ARROW_KEYBOARD, open: false });
  const evdev = table.start();
  const warnings = () => table.lines().filter((line) => line.includes('No permission to open'));
  await table.clock.advance(1000);
  t.deepEqual(warnings(), [
    'A keyboard: No permission to open an input device: add the user to the group input, or a udev rule: SUBSYSTEM=="input", KERNEL=="event*", GROUP="input", MODE="0660".',
  ]);
  table.plug('event1', { ...ARROW_KEYBOARD, name: 'B' });
  await table.until(() => evdev.inputs().length === 1);
  await table.clock.advance(60_000);
  t.is(warnings().length, 1);
  device.allow();
  await table.until(() => evdev.inputs().length === 2);
});

linuxTest('[keys] grabs devices on request, and reads those that another program has grabbed', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  const grabbed: number[] = [];
  table.answers.set(EVIOCGRAB, (argument) => {
    grabbed.push(argument.readInt32LE());
    if (grabbed.length === 2) throw Object.assign(new Error('EBUSY: ioctl failed'), { code: 'EBUSY' });
  });
  table.plug('event0', ARROW_KEYBOARD);
  const busy = table.plug('event1', { ...ARROW_KEYBOARD, name: 'B' });
  table.start({ grab: true });
  t.deepEqual(grabbed, [1, 1]);
  t.true(table.lines().includes("B: Can't grab an input device: another program has grabbed it."));
  busy.send([KEY, UP, 1], REPORT);
  await table.until(() => table.received.length === 1);
});

linuxTest('[keys] rereads the key state after the kernel has lost events', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  // Enter, 28, is bit 4 of byte 3.
  table.answers.set(EVIOCGKEY_96, (bytes) => void bytes.writeUInt8(0b1_0000, 3));
  const keyboard = table.plug('event0', ARROW_KEYBOARD);
  table.start();
  keyboard.send([KEY, UP, 1], REPORT, [SYN, 3, 0], [KEY, DOWN, 1], REPORT, [KEY, ENTER, 0], REPORT);
  await table.until(() => table.received.length === 4);
  t.deepEqual(table.received, ['up press', 'up release', 'ok press', 'ok release']);
});

const axis =
  (value: number, max: number) =>
  (info: Buffer): void => {
    info.writeInt32LE(value, 0);
    info.writeInt32LE(0, 4);
    info.writeInt32LE(max, 8);
  };
const slots =
  (values: Readonly<Record<number, readonly number[]>>) =>
  (words: Buffer): void =>
    values[words.readInt32LE(0)]?.forEach((value, at) => void words.writeInt32LE(value, 4 + 4 * at));

linuxTest('[keys] maps a touch of a rotated panel to a pixel of the picture', async (t) => {
  const { inputTable } = await load();
  const table = await inputTable(t);
  table.answers.set(EVIOCGABS + 0x35, axis(0, 319));
  table.answers.set(EVIOCGABS + 0x36, axis(0, 479));
  table.answers.set(EVIOCGABS + 0x2f, axis(0, 1));
  table.answers.set(EVIOCGMTSLOTS_3, slots({ 0x39: [-1, -1], 0x35: [80, 0], 0x36: [0, 0] }));
  // ABS_MT_SLOT, ABS_MT_POSITION_X and _Y, ABS_MT_TRACKING_ID; BTN_TOUCH.
  const panel = table.plug('event0', {
    name: 'A panel',
    abs: '260800000000000',
    key: '400 0 0 0 0 0',
    properties: '2',
  });
  const placement = placeScreen({ width: 320, height: 480 }, { rotation: 90, scale: 'fit' });
  table.touchscreen.place(glassToScreen(placement, 90));
  table.start();
  t.deepEqual(table.lines(), ['A panel: Using an input device: a touch screen.']);
  // x is still 80, so 240 of 320 columns from the right edge, which is the upper edge of the picture; y is 120 of 480.
  panel.send([ABS, 0x39, 5], [ABS, 0x36, 120], [KEY, 0x14a, 1], REPORT);
  await table.until(() => table.received.length === 1);
  t.deepEqual(table.received, ['120,240']);
});

linuxTest('[keys] ignores a touch outside the picture, and applies a calibration to the glass first', async (t) => {
  const { inputTable } = await load();
  const table = await inputTable(t);
  table.answers.set(EVIOCGABS, axis(0, 32_767));
  table.answers.set(EVIOCGABS + 1, axis(0, 32_767));
  table.answers.set(EVIOCGKEY_96, () => {});
  const tablet = table.plug('event0', { name: 'A tablet', abs: '3', key: '10000 0 0 0 0' });
  // Mirrored, with only part of the picture on the glass.
  table.touchscreen.place([960, 0, 0, 0, 320, -160], [-1, 0, 1, 0, 1, 0]);
  table.start();
  const tap = (x: number, y: number): void =>
    tablet.send([ABS, 0, x], [ABS, 1, y], [KEY, 0x110, 1], REPORT, [KEY, 0x110, 0], REPORT);
  tap(8192, 24_576);
  tap(24_576, 8192);
  tap(24_576, 24_576);
  await table.until(() => table.received.length === 1);
  t.deepEqual(table.received, ['240,80']);
});

linuxTest('[keys] passes raw contacts to a listener before any calibration; later ones are touches', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  table.plug('event1', ARROW_KEYBOARD);
  table.answers.set(EVIOCGABS, axis(0, 4095));
  table.answers.set(EVIOCGABS + 1, axis(0, 4095));
  table.answers.set(EVIOCGKEY_96, () => {});
  const there: boolean[] = [];
  // ABS_X and ABS_Y; BTN_TOUCH.
  const panel = table.plug('event0', { name: 'A resistive panel', abs: '3', key: '400 0 0 0 0 0' });
  const evdev = table.start({ onTouchscreen: (is_there) => void there.push(is_there) });
  t.deepEqual(there, [true]);
  table.touchscreen.calibrate([0, -1, 1, 1, 0, 0]);
  const end = table.touchscreen.onContact((x, y) => table.record(`contact ${x} ${y}`));
  const tap = (x: number, y: number): void =>
    panel.send([ABS, 0, x], [ABS, 1, y], [KEY, 0x14a, 1], REPORT, [KEY, 0x14a, 0], REPORT);
  tap(1024, 3072);
  await table.until(() => table.received.length === 1);
  end();
  tap(1024, 3072);
  await table.until(() => table.received.length === 2);
  // x' = 1 - 0.75 of 480, y' = 0.25 of 320.
  t.deepEqual(table.received, ['contact 0.25 0.75', '120,80']);
  panel.unplug();
  await table.until(() => evdev.inputs().length === 1);
  t.deepEqual(there, [true, false]);
});

linuxTest('[keys] counts a contact lost for 40 ms as one touch, elsewhere or later as another', async (t) => {
  const { inputTable } = await load();
  const table = await inputTable(t);
  table.answers.set(EVIOCGABS, axis(0, 4799));
  table.answers.set(EVIOCGABS + 1, axis(0, 3199));
  table.answers.set(EVIOCGKEY_96, () => {});
  const panel = table.plug('event0', { name: 'A resistive panel', abs: '3', key: '400 0 0 0 0 0' });
  table.start();
  const downAt = (at_ms: number, x: number, y: number): void =>
    panel.sendAt(at_ms, [ABS, 0, x], [ABS, 1, y], [KEY, 0x14a, 1], REPORT);
  const upAt = (at_ms: number): void => panel.sendAt(at_ms, [KEY, 0x14a, 0], REPORT);
  downAt(10_000, 1000, 1000);
  upAt(10_100);
  downAt(10_140, 1200, 1100);
  upAt(10_200);
  downAt(10_240, 2000, 1100);
  upAt(10_300);
  downAt(10_361, 2000, 1100);
  await table.until(() => table.received.length === 3);
  t.deepEqual(table.received, ['100,100', '200,110', '200,110']);
});

const INPUT_PROPS = { none: '0', pointer: '1', direct: '2' } as const;
/** ABS_X and ABS_Y; with pressure, tilt and distance; slots of multitouch. */
const [XY, PEN_AXES, SLOTS] = ['3', 'd000003', '60800000000000'];
const [BUTTONS_OF_MOUSE, LEFT] = ['70000 0 0 0 0', '10000 0 0 0 0'];
/** BTN_TOOL_PEN, BTN_TOUCH, BTN_STYLUS. */
const PEN = 'c01 0 0 0 0 0';

linuxTest('[keys] does not take a pen tablet, a mouse or a touchpad for a touch screen', async (t) => {
  const { inputTable } = await load();
  const table = await inputTable(t);
  const none: readonly DeviceDescription[] = [
    { name: 'A pen tablet', abs: PEN_AXES, key: PEN, properties: INPUT_PROPS.pointer },
    { name: 'An old pen tablet', abs: PEN_AXES, key: PEN },
    { name: 'A mouse of a virtual machine', abs: XY, key: BUTTONS_OF_MOUSE },
    { name: 'A mouse of a remote console', abs: XY, key: BUTTONS_OF_MOUSE, properties: INPUT_PROPS.pointer },
    { name: 'A mouse with a touch surface', abs: SLOTS, rel: '3', key: BUTTONS_OF_MOUSE },
    { name: 'A touchpad', abs: SLOTS, key: '400 0 0 0 0 0', properties: INPUT_PROPS.pointer },
    { name: 'A game pad', abs: '3003f', key: '7fdb000000000000 0 0 0 0' },
  ];
  const some: readonly DeviceDescription[] = [
    { name: 'A panel', abs: SLOTS, key: '400 0 0 0 0 0', properties: INPUT_PROPS.direct },
    { name: 'A resistive panel', abs: XY, key: '400 0 0 0 0 0' },
    { name: 'A panel with a left button', abs: XY, key: LEFT },
    { name: 'A display for a pen', abs: PEN_AXES, key: PEN, properties: INPUT_PROPS.direct },
    { name: 'QEMU Virtio Tablet', abs: XY, key: BUTTONS_OF_MOUSE },
  ];
  for (const [i, device] of [...none, ...some].entries()) table.plug(`event${i}`, device);
  const found = findInputs(valueOf(t, keyMapOf()), {
    folder: table.folder,
    sys_folder: join(table.folder, '..', 'sys'),
  });
  t.deepEqual(
    found.filter(({ use }) => use.touch !== null).map(({ name }) => name),
    some.map(({ name }) => name),
  );
});

linuxTest('[keys] refuses a touch screen without a range in one sentence', async (t) => {
  const { inputTable } = await load();
  const table = await inputTable(t);
  for (const number of [EVIOCGABS, EVIOCGABS + 1]) table.answers.set(number, axis(0, 0));
  table.answers.set(EVIOCGKEY_96, () => {});
  table.plug('event0', { name: 'A tablet', abs: '3', key: '10000 0 0 0 0' });
  const evdev = table.start();
  t.is(evdev.inputs().length, 0);
  t.is(table.lines()[0], "A tablet: An input device can't be used: its touch screen has no range.");
});

linuxTest('[keys] lists devices without opening them; a touchpad is not a touch screen', async (t) => {
  const { inputTable, ARROW_KEYBOARD } = await load();
  const table = await inputTable(t);
  table.plug('event10', ARROW_KEYBOARD);
  table.plug('event2', { name: 'A touchpad', abs: '260800000000003', key: '420 10000 0 0 0 0', properties: '5' });
  table.plug('event9', { name: 'Old panel', abs: '60000000000000' });
  const map = valueOf(t, keyMapOf());
  const found = findInputs(map, { folder: table.folder, sys_folder: table.folder.replace(/input$/, 'sys') });
  t.deepEqual(
    found.map(({ name, phys, access, use }) => [name, phys, access, use.touch, use.keys.length]),
    [
      ['Old panel', 'gpio-keys/input0', true, 'frames', 0],
      ['A keyboard', 'gpio-keys/input0', true, null, 6],
    ],
  );
  t.deepEqual(findInputs(map, { folder: '/nowhere', sys_folder: '/nowhere' }), []);
});
