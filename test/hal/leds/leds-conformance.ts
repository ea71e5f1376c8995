// Conformance suite for LEDs: the contract in hal/leds/leds.ts, for those on the screen and those that follow them.

import type { ExecutionContext } from 'ava';
import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Leds } from '../../../hal/leds/leds.ts';
import { itemAt } from '../../support/items.ts';
import type { Declare } from '../../support/titled.ts';

interface LedsUnderTest {
  readonly leds: Leds;
  readonly clock: VirtualClock;
  /** Light of each LED: its colour, `lit` if it has only one, null if dark. */
  lights(): readonly (string | null)[];
}

export type LedsFactory = (t: ExecutionContext) => Promise<LedsUnderTest>;

const RED = '#ff0000';
const GREEN = '#00ff00';
const BLUE = '#0000ff';
const WHITE = '#ffffff';

/** Asserts the colour; an LED of one colour shows only that it is lit. */
function shows(t: ExecutionContext, { lights }: LedsUnderTest, index: number, color: string | null): void {
  const real = itemAt(lights(), index);
  t.is(real === 'lit' && color !== null ? color : real, color);
}

export function ledsConformance(test: Declare, factory: LedsFactory): void {
  test('[leds] starts dark; set shows a colour until the next set and affects no other LED', async (t) => {
    const rig = await factory(t);
    const dark = Array.from({ length: rig.leds.count }, () => null);
    t.deepEqual(rig.lights(), dark);
    for (let index = 0; index < rig.leds.count; index++) {
      for (const color of [RED, GREEN, BLUE, WHITE]) {
        rig.leds.set(index, color);
        shows(t, rig, index, color);
      }
      t.deepEqual(
        rig.lights().flatMap((color, at) => (color === null ? [] : [at])),
        [index],
      );
      rig.leds.set(index, null);
      t.deepEqual(rig.lights(), dark);
    }
  });

  test('[leds] flashes for the given time, then shows the previous colour', async (t) => {
    const rig = await factory(t);
    rig.leds.set(0, GREEN);
    rig.leds.flash(0, WHITE, 100);
    shows(t, rig, 0, WHITE);
    await rig.clock.advance(99);
    shows(t, rig, 0, WHITE);
    await rig.clock.advance(1);
    shows(t, rig, 0, GREEN);
  });

  test('[leds] shows a colour that is set during a flash after the flash', async (t) => {
    const rig = await factory(t);
    rig.leds.flash(0, WHITE, 100);
    rig.leds.set(0, BLUE);
    shows(t, rig, 0, WHITE);
    await rig.clock.advance(100);
    shows(t, rig, 0, BLUE);
  });

  test('[leds] a flash during a flash lasts its own time', async (t) => {
    const rig = await factory(t);
    rig.leds.flash(0, WHITE, 100);
    await rig.clock.advance(60);
    rig.leds.flash(0, RED, 100);
    await rig.clock.advance(99);
    shows(t, rig, 0, RED);
    await rig.clock.advance(1);
    shows(t, rig, 0, null);
    t.is(rig.clock.pending(), 0);
  });

  test('[leds] throws on an LED that does not exist', async (t) => {
    const { leds, lights } = await factory(t);
    for (const index of [-1, leds.count, Number.NaN]) {
      t.throws(() => leds.set(index, RED), { message: /LED/ });
      t.throws(() => leds.flash(index, RED, 10), { message: /LED/ });
    }
    t.true(lights().every((color) => color === null));
  });
}
