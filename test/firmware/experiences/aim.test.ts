// Aim beside the hole: steps, limits, and angles computed by hand.

import test from 'ava';
import { AIM_SHARE_MAX, aimDirection, aimText, movedAim } from '../../../firmware/experiences/aim.ts';
import { STIMP } from '../../../firmware/persisted/settings.ts';
import { idealPutt } from '../../../firmware/roll/aim.ts';
import { FOOT_M } from '../../../firmware/roll/roll.ts';
import { planeOf } from '../../../firmware/roll/surface.ts';

test('[C181] one press moves the aim by 1 in up to 12 ft, 2 in up to 24 ft, and 3 in beyond', (t) => {
  for (const [target_ft, step] of [[3, 1], [12, 1], [12.1, 2], [24, 2], [24.1, 3], [100, 3]] as const) {
    t.is(movedAim(0, 1, target_ft), step);
    t.is(movedAim(step, -1, target_ft), 0);
  } // oxfmt-ignore
});

test('[C181] the aim ends 45 % of the distance beside the hole, in a round 30 %', (t) => {
  t.is(movedAim(53, 1, 10), 54);
  t.is(movedAim(54, 1, 10), 54);
  t.is(movedAim(-54, -1, 10), -54);
  t.is(movedAim(35, 1, 10, AIM_SHARE_MAX.round), 36);
  t.is(movedAim(36, 1, 10, AIM_SHARE_MAX.round), 36);
  t.is(movedAim(0, 1, 0), 0);
});

test('[C181] the ideal putts of a set are within the aim, on the fastest green', (t) => {
  for (const feet of [8, 20, 40])
    for (const deg of [0, 60, 90, 120, 150, 210, 270]) {
      const [up_percent, side_percent] = [3 * Math.cos((deg * Math.PI) / 180), 3 * Math.sin((deg * Math.PI) / 180)];
      const green = { surface: planeOf({ up_percent, side_percent }), stimp_ft: STIMP.max, x_factor: 1 };
      const ideal = idealPutt(green, { hole_m: feet * FOOT_M, past_m: FOOT_M });
      t.true(ideal !== null && Math.abs(ideal.aim_m) <= AIM_SHARE_MAX.set * feet * FOOT_M, `${feet} ft, ${deg}°`);
    }
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
