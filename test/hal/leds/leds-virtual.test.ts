// Tests of the virtual LEDs: the contract, and change listeners.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createVirtualLeds } from '../../../hal/leds/leds-virtual.ts';
import { itemAt } from '../../support/items.ts';
import { ledsConformance } from './leds-conformance.ts';

ledsConformance(test, () => {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock);
  return Promise.resolve({ leds, clock, lights: () => leds.colors() });
});

test('[leds] has four LEDs, one for each player', (t) => {
  t.is(createVirtualLeds(createVirtualClock()).count, 4);
});

test('[leds] notifies listeners of every change until they unsubscribe', async (t) => {
  const clock = createVirtualClock();
  const leds = createVirtualLeds(clock);
  const observed: (string | null)[] = [];
  const end = leds.onChange(() => observed.push(itemAt(leds.colors(), 0)));
  leds.set(0, '#0000ff');
  leds.set(0, '#0000ff');
  leds.flash(0, '#ffffff', 100);
  await clock.advance(100);
  t.deepEqual(observed, ['#0000ff', '#ffffff', '#0000ff']);
  end();
  leds.set(0, null);
  t.is(observed.length, 3);
});
