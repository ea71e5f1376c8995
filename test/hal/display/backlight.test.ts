// Tests of the display's backlight, on files laid out like the kernel's.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createLightSwitch, followBrightness } from '../../../hal/display/backlight.ts';
import type { Display } from '../../../hal/display/display.ts';
import { keepDisplay } from '../../../hal/display/keep-display.ts';
import { createMemoryScreen } from '../../../hal/screen/screen-memory.ts';
import { ok } from '../../../wire/errors.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

test('[screen] scales brightness to each light’s range, never to 0, and writes only changes', async (t) => {
  const folder = await temporaryFolder(t);
  const light = (name: string): string => join(folder, name, 'brightness');
  for (const [name, most] of [['10-0045', 255], ['gpio', 1]] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'max_brightness'), `${most}\n`);
    writeFileSync(light(name), '0\n');
  } // oxfmt-ignore
  const values = (): readonly string[] => ['10-0045', 'gpio'].map((name) => readFileSync(light(name), 'utf8'));
  const screen = createMemoryScreen(createVirtualClock());
  const end = followBrightness({ screen, log: { write: () => t.fail() }, folder });
  t.deepEqual(values(), ['255', '1']);
  screen.setBrightness(40);
  t.deepEqual(values(), ['102', '1']);
  screen.setBrightness(10);
  t.deepEqual(values(), ['26', '1']);
  writeFileSync(light('gpio'), 'untouched');
  screen.show({ at: () => ({ list: [], lines: [] }), animates_until_ms: 0, changesAfter: () => Infinity });
  t.is(readFileSync(light('gpio'), 'utf8'), 'untouched');
  end();
  screen.setBrightness(100);
  t.is(readFileSync(light('10-0045'), 'utf8'), '26');
});

test('[screen] logs once that a light can not be set', async (t) => {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, 'broken'));
  const messages: string[] = [];
  const screen = createMemoryScreen(createVirtualClock());
  followBrightness({ screen, log: { write: (_level, _area, text) => void messages.push(text) }, folder });
  screen.setBrightness(50);
  t.deepEqual(messages, ["Can't set the backlight broken: ENOENT. Requires the group video and tapin's udev rules."]);
  followBrightness({ screen, log: { write: () => t.fail() }, folder: join(folder, 'none') });
});

/** Creates lights laid out like the kernel's, each with its power value. */
async function lights(t: ExecutionContext, powers: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder(t);
  for (const [name, power] of Object.entries(powers)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'bl_power'), `${power}\n`);
  }
  const power = (): readonly string[] =>
    Object.keys(powers).map((name) => readFileSync(join(folder, name, 'bl_power'), 'utf8').trim());
  return { folder, power };
}

test('[screen] switches the light off while the display rests, on at wake, close and start', async (t) => {
  // State left by a run that was killed at night.
  const { folder, power } = await lights(t, { '10-0045': '4', gpio: '4' });
  const clock = createVirtualClock();
  const screen = createMemoryScreen(clock);
  const order: string[] = [];
  const display: Display = {
    name: 'DSI-1',
    width: 480,
    height: 320,
    format: 'XRGB8888',
    show: async () => {},
    setPower: (on) => void order.push(`${on ? 'on' : 'off'} at ${power().join(' ')}`),
    close: () => void order.push('closed'),
  };
  const kept = keepDisplay({
    screen,
    clock,
    log: { write: () => {} },
    rotation: 0,
    scale: 'whole',
    off_after_ms: 60_000,
    open: () => ok(display),
    light: createLightSwitch({ log: { write: () => t.fail() }, folder }),
    onNews: () => () => {},
  });
  t.deepEqual(power(), ['0', '0']);
  await new Promise((resolve) => void setImmediate(resolve)); // the first picture is shown asynchronously
  await clock.advance(59_000);
  t.deepEqual(power(), ['0', '0']);
  await clock.advance(1000);
  t.deepEqual(power(), ['4', '4']);
  t.true(kept.wake());
  t.deepEqual(power(), ['0', '0']);
  await clock.advance(60_000);
  t.deepEqual(power(), ['4', '4']);
  await kept.close();
  t.deepEqual(power(), ['0', '0']);
  t.deepEqual(order, ['off at 4 4', 'on at 4 4', 'off at 4 4', 'closed']);
});

test('[screen] skips a light already in its state, logs a failing one once, tolerates none', async (t) => {
  const { folder } = await lights(t, { steady: '0' });
  const messages: string[] = [];
  const light = createLightSwitch({ log: { write: (_level, _area, text) => void messages.push(text) }, folder });
  const file = join(folder, 'steady', 'bl_power');
  light(true);
  t.is(readFileSync(file, 'utf8'), '0\n');
  light(false);
  t.is(readFileSync(file, 'utf8'), '4');
  mkdirSync(join(folder, 'broken', 'bl_power'), { recursive: true });
  light(true);
  light(false);
  t.deepEqual(messages, ["Can't set the backlight broken: EISDIR. Requires the group video and tapin's udev rules."]);
  t.is(readFileSync(file, 'utf8'), '4', 'other lights still switch');
  createLightSwitch({ log: { write: () => t.fail() }, folder: join(folder, 'none') })(false);
});
