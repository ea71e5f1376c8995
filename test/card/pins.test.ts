// Pins of the header: one table for the overlays, the drawing and the page of the owner.

import { readFileSync } from 'node:fs';
import test from 'ava';
import { pinsDrawing } from '../../card/draw-pins.ts';
import { OVERLAYS, USED_PINS } from '../../card/pins.ts';

const docs = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

/** GPIO numbers of the header's pins (raspberrypi.com, "GPIO and the 40-pin header"). */
const GPIO_OF: Readonly<Record<number, number>> = {
  8: 14, 10: 15, 11: 17, 13: 27, 15: 22, 16: 23, 29: 5, 31: 6, 32: 12, 33: 13, 36: 16, 37: 26,
}; // oxfmt-ignore
const GROUNDS = [6, 9, 14, 20, 25, 30, 34, 39];

test('[card] every pin has the GPIO of the header, and is used once', (t) => {
  for (const { pin, gpio, name } of USED_PINS) {
    if (gpio !== null) t.is(GPIO_OF[pin], gpio, name);
    if (name.includes('ground')) t.true(GROUNDS.includes(pin), name);
  }
  t.is(new Set(USED_PINS.map(({ pin }) => pin)).size, USED_PINS.length);
});

test('[card] the drawing and the table of the page show the pins of the overlays', (t) => {
  t.is(docs('raspberry-pi-pins.svg'), pinsDrawing());
  const page = docs('raspberry-pi.md');
  for (const { pin, gpio, name } of USED_PINS.filter((each) => each.gpio !== null)) {
    t.true(page.includes(`${pin} (${gpio})`), name);
    if (!name.startsWith('sensor'))
      for (const overlay of Object.values(OVERLAYS)) t.regex(overlay, new RegExp(`gpios = <&\\w+ ${gpio} [01]>`), name);
  }
});
