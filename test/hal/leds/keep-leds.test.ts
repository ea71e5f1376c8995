// Tests of LEDs that appear after the device has started.

import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { keepLeds } from '../../../hal/leds/keep-leds.ts';
import { createSysfsLeds } from '../../../hal/leds/leds-sysfs.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { fail, ok } from '../../../wire/errors.ts';
import { ledFolder } from './led-folder.ts';

const SETUPS = [{ name: 'led0' }, { name: 'led1' }];

async function begin(t: ExecutionContext, ...there: readonly string[]) {
  const { folder, add, read } = await ledFolder(t);
  for (const name of there) add(name);
  const log = createMemoryLog(createVirtualClock());
  const listening = new Set<() => void>();
  const leds = keepLeds({
    open: () => createSysfsLeds({ setups: SETUPS, folder, log }),
    log,
    onNews: (listener) => (listening.add(listener), () => void listening.delete(listener)),
  });
  t.teardown(() => leds.close());
  const come = (): void => listening.forEach((listener) => listener());
  const lines = (): readonly string[] => log.lines().map(({ level, text }) => `${level}: ${text}`);
  return { leds, come, listening, add, lines, light: (name: string) => read(name, 'brightness') };
}

test('[leds] stays dark and logs once if one is missing, then shows the last colours', async (t) => {
  const { leds, come, add, lines, light } = await begin(t, 'led0');
  leds.show(['#ffffff', null]);
  leds.show([null, '#ffffff']);
  t.is(light('led0'), '0');
  t.is(lines().length, 1);
  t.regex(lines()[0] ?? '', /^warn: No LED led1 .* has led0\. All LEDs stay dark until this is fixed\.$/);
  come();
  t.is(lines().length, 1);
  add('led1');
  come();
  t.deepEqual([light('led0'), light('led1')], ['0', '255']);
  t.deepEqual(lines().slice(1), ['info: The LEDs are ready.']);
  leds.show(['#ffffff', null]);
  t.deepEqual([light('led0'), light('led1')], ['255', '0']);
});

test('[leds] finds an LED without a notification at the next colour change', async (t) => {
  const { leds, add, light } = await begin(t);
  add('led0');
  add('led1');
  leds.show(['#ffffff', null]);
  t.is(light('led0'), '255');
});

test('[leds] listens for devices only while one is missing; close stops and darkens all', async (t) => {
  const whole = await begin(t, 'led0', 'led1');
  t.is(whole.listening.size, 0);
  whole.leds.show(['#ffffff', null]);
  whole.leds.close();
  t.is(whole.light('led0'), '0');
  const late = await begin(t, 'led0');
  t.is(late.listening.size, 1);
  late.leds.close();
  t.is(late.listening.size, 0);
});

test('[leds] stays dark without permission, logs that once, and shows colours once it is granted', (t) => {
  const log = createMemoryLog(createVirtualClock());
  const shown: unknown[] = [];
  const output = { show: (colors: unknown) => void shown.push(colors), close() {} };
  let may = false;
  const leds = keepLeds({
    open: () => (may ? ok(output) : fail('leds_failed', 'No rights.')),
    log,
    onNews: () => () => {},
  });
  leds.show(['#ffffff']);
  t.deepEqual(shown, []);
  may = true;
  leds.show(['#000000']);
  t.deepEqual(shown, [['#000000']]);
  t.deepEqual(
    log.lines().map(({ level, text }) => `${level}: ${text}`),
    ['warn: No rights. All LEDs stay dark until this is fixed.', 'info: The LEDs are ready.'],
  );
});
