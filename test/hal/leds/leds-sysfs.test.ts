// Tests of Linux LEDs, on a folder that stands in for the kernel's; and on the LEDs of this machine that TAPIN_LEDS
// lists, separated by commas: a single-colour LED by its name, an RGB LED as red+green+blue.

import { chmodSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { findLeds, LEDS_FOLDER } from '../../../hal/leds/find-leds.ts';
import { createSysfsLeds, LED_UDEV_RULE, type LedOutput, type LedSetup } from '../../../hal/leds/leds-sysfs.ts';
import { createVirtualLeds } from '../../../hal/leds/leds-virtual.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { readSource } from '../../support/repository/sources.ts';
import { titled } from '../../support/titled.ts';
import { ledFolder, type LedFolder } from './led-folder.ts';
import { ledsConformance, type LedsFactory } from './leds-conformance.ts';

/** Returns the light of an LED according to its files, for colours at full or zero intensity. */
function lightIn(read: LedFolder['read'], setup: LedSetup): string | null {
  const share = (name: string): string =>
    read(name, 'brightness') === '0' ? '00' : read(name, 'brightness') === read(name, 'max_brightness') ? 'ff' : '??';
  if ('name' in setup) return read(setup.name, 'brightness') === '0' ? null : 'lit';
  if ('red' in setup) {
    const color = `#${share(setup.red)}${share(setup.green)}${share(setup.blue)}`;
    return color === '#000000' ? null : color;
  }
  if (share(setup.multicolor) === '00') return null;
  const order = read(setup.multicolor, 'multi_index').split(' ');
  const values = read(setup.multicolor, 'multi_intensity').split(' ');
  const most = read(setup.multicolor, 'max_brightness');
  const parts = ['red', 'green', 'blue'].map((color) => values[order.indexOf(color)]);
  return `#${parts.map((value) => (value === '0' ? '00' : value === most ? 'ff' : '??')).join('')}`;
}

const follow = (t: ExecutionContext, setups: readonly LedSetup[], output: LedOutput) => {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock, setups.length);
  leds.onChange(() => output.show(leds.colors()));
  t.teardown(() => output.close());
  return { leds, clock };
};

const SETUPS = [
  { red: 'p1:red', green: 'p1:green', blue: 'p1:blue' },
  { multicolor: 'rgb:player2' },
  { name: 'led0' },
] as const;

const inFolder: LedsFactory = async (t) => {
  const { folder, add, read } = await ledFolder(t);
  for (const name of ['p1:red', 'p1:green', 'p1:blue']) add(name, { max: 1 });
  add('rgb:player2', { max: 127, index: 'green blue red' });
  add('led0', { trigger: 'none [heartbeat] timer' });
  const output = valueOf(t, createSysfsLeds({ setups: SETUPS, folder, log: createMemoryLog(createVirtualClock()) }));
  return { ...follow(t, SETUPS, output), lights: () => SETUPS.map((setup) => lightIn(read, setup)) };
};
ledsConformance(titled(test, 'folder'), inFolder);

const named = env['TAPIN_LEDS'];
const setupOf = (text: string): LedSetup => {
  const [first = '', green, blue] = text.split('+');
  if (green !== undefined && blue !== undefined) return { red: first, green, blue };
  return findLeds().some(({ name, kind }) => name === first && kind === 'multicolor')
    ? { multicolor: first }
    : { name: first };
};
const onHardware: LedsFactory = (t) => {
  const read = (name: string, file: string): string => readFileSync(join(LEDS_FOLDER, name, file), 'utf8').trim();
  const setups = (named ?? '').split(',').map(setupOf);
  const output = valueOf(t, createSysfsLeds({ setups, log: createMemoryLog(createVirtualClock()) }));
  return Promise.resolve({ ...follow(t, setups, output), lights: () => setups.map((setup) => lightIn(read, setup)) });
};
if (named) ledsConformance(titled(test.serial, 'hardware'), onHardware);
else test.skip('[leds] hardware: set TAPIN_LEDS=name,red+green+blue,… of /sys/class/leds', () => {});

interface Rig extends LedFolder {
  readonly output: LedOutput;
  readonly log: MemoryLog;
}

async function rigWith(
  t: ExecutionContext,
  setups: readonly LedSetup[],
  prepare: (at: LedFolder) => void,
): Promise<Rig> {
  const at = await ledFolder(t);
  prepare(at);
  const log = createMemoryLog(createVirtualClock());
  const output = valueOf(t, createSysfsLeds({ setups, folder: at.folder, log }));
  t.teardown(() => output.close());
  return { ...at, output, log };
}
const oneLed = (t: ExecutionContext): Promise<Rig> => rigWith(t, [{ name: 'led0' }], ({ add }) => add('led0'));
const linesOf = ({ log }: Rig): readonly string[] => log.lines().map(({ level, text }) => `${level}: ${text}`);

// #bc on a screen is half the light: sRGB has 0.503 for it, and 0.216 for #80, 0.0003 for #01.
test('[leds] converts screen values to linear light; any colour lights a single-colour LED', async (t) => {
  const { output, read } = await rigWith(t, [...SETUPS], ({ add }) => {
    for (const name of ['p1:red', 'p1:green', 'p1:blue', 'led0']) add(name, { max: 200 });
    add('rgb:player2', { max: 1000, index: 'red green blue' });
  });
  output.show(['#ffbc80', '#80ffbc', '#010000']);
  t.deepEqual(['p1:red', 'p1:green', 'p1:blue'].map((name) => read(name, 'brightness')), ['200', '101', '43']); // oxfmt-ignore
  t.deepEqual([read('rgb:player2', 'multi_intensity'), read('rgb:player2', 'brightness')], ['216 1000 503', '1000']);
  t.is(read('led0', 'brightness'), '1');
  output.show([null, null, '#bc0000']);
  t.deepEqual(['p1:red', 'rgb:player2', 'led0'].map((name) => read(name, 'brightness')), ['0', '0', '101']); // oxfmt-ignore
});

test('[leds] shows four distinct player colours on LEDs that are only on or off', async (t) => {
  const { output, read } = await rigWith(t, [SETUPS[0]], ({ add }) => {
    for (const name of ['p1:red', 'p1:green', 'p1:blue']) add(name, { max: 1 });
  });
  const shown = ['#ffc84a', '#7cc8ff', '#ff9fc0', '#b9e96c'].map((color) => {
    output.show([color]);
    return ['p1:red', 'p1:green', 'p1:blue'].map((name) => read(name, 'brightness')).join('');
  });
  t.deepEqual(shown, ['110', '011', '101', '010']);
});

test('[leds] removes a trigger at the start and restores it on close, when the LED is dark', async (t) => {
  const { output, read, touched, age } = await rigWith(t, [{ name: 'ACT' }, { name: 'led0' }], ({ add, age }) => {
    add('ACT', { trigger: 'none timer [mmc0] heartbeat' });
    add('led0');
    age('led0');
  });
  t.is(read('ACT', 'trigger'), 'none');
  output.show(['#ffffff', '#ffffff']);
  t.is(read('ACT', 'brightness'), '255');
  output.close();
  t.deepEqual([read('ACT', 'brightness'), read('ACT', 'trigger')], ['0', 'mmc0']);
  t.deepEqual([read('led0', 'brightness'), touched('led0', 'trigger')], ['0', false]);
  age('ACT');
  output.close();
  output.show(['#ffffff']);
  t.deepEqual([touched('ACT', 'brightness'), touched('ACT', 'trigger')], [false, false], 'no writes after close');
});

test('[leds] lights LEDs on a kernel without triggers too', async (t) => {
  const { output, read, folder } = await rigWith(t, [{ name: 'led0' }], ({ add, folder }) => {
    add('led0');
    rmSync(join(folder, 'led0/trigger'));
  });
  output.show(['#ffffff']);
  t.is(read('led0', 'brightness'), '255');
  output.close();
  t.false(existsSync(join(folder, 'led0/trigger')));
});

test('[leds] writes only changes', async (t) => {
  const { output, touched, age } = await rigWith(t, [{ name: 'led0' }, { name: 'led1' }], ({ add }) => {
    add('led0');
    add('led1');
  });
  output.show(['#ffffff', null]);
  for (const name of ['led0', 'led1']) age(name);
  output.show(['#ffffff', null]);
  t.deepEqual([touched('led0', 'brightness'), touched('led1', 'brightness')], [false, false]);
  output.show(['#ffffff', '#ffffff']);
  t.deepEqual([touched('led0', 'brightness'), touched('led1', 'brightness')], [false, true]);
});

test('[leds] logs an unplugged LED once, keeps driving the others, and lights it on return', async (t) => {
  const rig = await rigWith(t, [{ name: 'led0' }, { name: 'led1' }], ({ add }) => {
    add('led0');
    add('led1');
  });
  const { folder, output, add, read } = rig;
  rmSync(join(folder, 'led0'), { recursive: true });
  output.show(['#ffffff', '#ffffff']);
  output.show(['#ffffff', null]);
  t.is(read('led1', 'brightness'), '0');
  t.false(existsSync(join(folder, 'led0')));
  t.deepEqual(linesOf(rig), ["warn: The LED led0 can't be set."]);
  add('led0', { trigger: 'none [timer]' });
  output.show(['#ffffff', null]);
  t.deepEqual([read('led0', 'brightness'), read('led0', 'trigger')], ['255', 'none']);
  t.deepEqual(linesOf(rig).slice(1), ['info: The LED led0 is available again.']);
  rmSync(join(folder, 'led0'), { recursive: true });
  output.show([null, null]);
  t.is(linesOf(rig).length, 3, 'reported again the next time');
  t.notThrows(() => output.close());
});

test('[leds] restores the light of an LED that was replugged unnoticed', async (t) => {
  const { folder, output, add, read } = await oneLed(t);
  output.show(['#ffffff']);
  renameSync(join(folder, 'led0'), join(folder, 'old'));
  add('led0', { trigger: 'none [timer]' });
  output.show(['#ffffff']);
  t.deepEqual([read('led0', 'brightness'), read('led0', 'trigger')], ['255', 'none']);
});

test('[leds] keeps LEDs without a colour dark and ignores colours without an LED', async (t) => {
  const { output, read } = await oneLed(t);
  output.show(['#ffffff', '#ffffff', '#ffffff']);
  t.is(read('led0', 'brightness'), '255');
  output.show([]);
  t.is(read('led0', 'brightness'), '0');
});

test('[leds] names the existing LEDs if one is missing, and touches nothing', async (t) => {
  const { folder, add, read } = await ledFolder(t);
  const log = createMemoryLog(createVirtualClock());
  const open = (...setups: LedSetup[]) => createSysfsLeds({ setups, folder, log });
  failsWith(t, open({ name: 'led0' }), 'leds_not_found', /No LED led0 in \/.*: the folder has none\.$/);
  add('ACT', { trigger: '[mmc0]' });
  add('PWR');
  add('rgb', { index: 'red green blue' });
  add('amber', { index: 'amber white' });
  failsWith(t, open({ name: 'ACT' }, { name: 'led0' }), 'leds_not_found', /No LED led0 .* has ACT, PWR, amber, rgb\.$/);
  failsWith(t, open({ name: '../ACT' }), 'leds_not_found', /No LED \.\.\/ACT/);
  failsWith(t, open({ name: 'ACT' }, { red: 'PWR', green: 'ACT', blue: 'rgb' }), 'bad_value', /ACT is listed twice/);
  failsWith(t, open({ red: 'PWR', green: 'ACT', blue: 'rgb' }), 'bad_value', /rgb has several colours/);
  for (const setup of [{ multicolor: 'ACT' }, { multicolor: 'amber' }, { name: 'amber' }])
    failsWith(t, open(setup), 'bad_value', /no red, green and blue/);
  t.is(read('ACT', 'trigger'), '[mmc0]');
  const output = valueOf(t, open({ name: 'rgb' }));
  output.show(['#00ff00']);
  t.deepEqual([read('rgb', 'multi_intensity'), read('rgb', 'brightness')], ['0 255 0', '255']);
  valueOf(t, open());
});

test('[leds] reports an LED that the kernel refuses and releases those before it', async (t) => {
  const { folder, add, read } = await ledFolder(t);
  add('ACT', { trigger: 'none [mmc0]' });
  add('led0');
  rmSync(join(folder, 'led0/brightness'));
  const setups = [{ name: 'ACT' }, { name: 'led0' }];
  const log = createMemoryLog(createVirtualClock());
  failsWith(t, createSysfsLeds({ setups, folder, log }), 'leds_failed', /The LEDs can't be set: ENOENT/);
  t.is(read('ACT', 'trigger'), 'mmc0');
});

test('[leds] finds the LEDs of a machine with name, kind and brightness', async (t) => {
  const { folder, add } = await ledFolder(t);
  add('rgb', { max: 127, index: 'red green blue' });
  add('ACT', { max: 1 });
  t.deepEqual(findLeds(folder), [
    { name: 'ACT', kind: 'single', max_brightness: 1, index: [], writable: true },
    { name: 'rgb', kind: 'multicolor', max_brightness: 127, index: ['red', 'green', 'blue'], writable: true },
  ]);
  t.deepEqual(findLeds(join(folder, 'nothing')), []);
});

test('[leds] documents the same udev rule as the error message', (t) => {
  t.true(readSource('docs/leds-and-sound.md').text.split('\n').includes(LED_UDEV_RULE));
});

// Root may write anywhere.
const withoutRights = process.getuid?.() === 0 ? test.skip : test;
withoutRights('[leds] tells a user without permissions the udev rule and the group', async (t) => {
  const { folder, add } = await ledFolder(t);
  add('led0');
  chmodSync(join(folder, 'led0/brightness'), 0o444);
  const log = createMemoryLog(createVirtualClock());
  const result = createSysfsLeds({ setups: [{ name: 'led0' }], folder, log });
  failsWith(t, result, 'leds_failed', /70-tapin-leds\.rules.* group video\.$/);
  t.true(!result.ok && result.error.message.includes(LED_UDEV_RULE));
  t.is(findLeds(folder)[0]?.writable, false);
});
