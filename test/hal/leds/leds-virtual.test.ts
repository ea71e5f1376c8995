// The contract of the LEDs (hal/leds/leds.ts).

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createVirtualLeds } from '../../../hal/leds/leds-virtual.ts';
import { itemAt } from '../../support/items.ts';

test('[leds] dark at first; set shows a colour until the next set', (t) => {
  const leds = createVirtualLeds(createVirtualClock());
  t.is(leds.count, 4);
  t.deepEqual(leds.colors(), [null, null, null, null]);
  leds.set(1, '#ff0000');
  t.deepEqual(leds.colors(), [null, '#ff0000', null, null]);
  leds.set(1, null);
  t.deepEqual(leds.colors(), [null, null, null, null]);
});

test('[leds] a flash lasts its time, and then there is what was before', async (t) => {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock);
  leds.set(2, '#00ff00');
  leds.flash(2, '#ffffff', 100);
  t.is(leds.colors()[2], '#ffffff');
  await clock.advance(99);
  t.is(leds.colors()[2], '#ffffff');
  await clock.advance(1);
  t.is(leds.colors()[2], '#00ff00');
});

test('[leds] a colour that is set during a flash is seen after it', async (t) => {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock);
  leds.flash(0, '#ffffff', 100);
  leds.set(0, '#0000ff');
  t.is(leds.colors()[0], '#ffffff');
  await clock.advance(100);
  t.is(leds.colors()[0], '#0000ff');
});

test('[leds] a flash during a flash lasts its own time', async (t) => {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock);
  leds.flash(0, '#ffffff', 100);
  await clock.advance(60);
  leds.flash(0, '#ff0000', 100);
  await clock.advance(99);
  t.is(leds.colors()[0], '#ff0000');
  await clock.advance(1);
  t.is(leds.colors()[0], null);
  t.is(clock.pending(), 0);
});

test('[leds] watchers hear of every change, until they end', async (t) => {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock);
  const seen: (string | null)[] = [];
  const end = leds.onChange(() => seen.push(itemAt(leds.colors(), 0)));
  leds.set(0, '#0000ff');
  leds.set(0, '#0000ff');
  leds.flash(0, '#ffffff', 100);
  await clock.advance(100);
  t.deepEqual(seen, ['#0000ff', '#ffffff', '#0000ff']);
  end();
  leds.set(0, null);
  t.is(seen.length, 3);
});

test('[leds] an LED that is not there is an error of the program', (t) => {
  const leds = createVirtualLeds(createVirtualClock(), 2);
  for (const index of [-1, 2, Number.NaN]) {
    t.throws(() => leds.set(index, '#ff0000'), { message: /LED/ });
    t.throws(() => leds.flash(index, '#ff0000', 10), { message: /LED/ });
  }
  t.deepEqual(leds.colors(), [null, null]);
});
