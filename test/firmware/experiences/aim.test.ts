// Aim beside the hole: steps, limits, and angles computed by hand.

import test from 'ava';
import { aimDirection, aimText, movedAim } from '../../../firmware/experiences/aim.ts';

test('[C181] one press moves the aim by 1 in up to 12 ft, 2 in up to 24 ft, and 3 in beyond', (t) => {
  for (const [target_ft, step] of [[3, 1], [12, 1], [12.1, 2], [24, 2], [24.1, 3], [100, 3]] as const) {
    t.is(movedAim(0, 1, target_ft), step);
    t.is(movedAim(step, -1, target_ft), 0);
  } // oxfmt-ignore
});

test('[C181] the aim ends a quarter of the distance beside the hole', (t) => {
  t.is(movedAim(29, 1, 10), 30);
  t.is(movedAim(30, 1, 10), 30);
  t.is(movedAim(-30, -1, 10), -30);
  t.is(movedAim(0, 1, 0), 0);
});

test('[C181] the direction is that of the point beside the hole', (t) => {
  t.is(aimDirection(0, 10), 0);
  t.is(aimDirection(12, 10).toFixed(4), '5.7106'); // atan(1/10)
  t.is(aimDirection(-12, 1).toFixed(4), '-45.0000');
});

test('[C139] names the aim in the units of the settings', (t) => {
  t.is(aimText(-4, 'imperial'), '4 in left');
  t.is(aimText(4, 'metric'), '10 cm right');
  t.is(aimText(0, 'metric'), 'at the hole');
});
