// Arithmetic of the strike pad: a pull as a strike, how far the ball rolls, and when the stroke arrives.

import test from 'ava';
import { faceText, PULL_MAX, rollText, strikeOf, wantedPull } from '../../../../../sims/panel/page/play/pull.ts';
import { assertDefined } from '../../../../../wire/errors.ts';

const faceOf = (right: number, down: number): number =>
  assertDefined(strikeOf({ right, down }, []), 'strike').face_angle_deg;

test('[pad] a hand a few pixels off straight stays nearly square', (t) => {
  const half = PULL_MAX / 2;
  t.true(faceOf(-6, half) > 0 && faceOf(-6, half) <= 0.7, `${faceOf(-6, half)}`);
  t.true(faceOf(-3, half) > 0 && faceOf(-3, half) <= 0.3, `${faceOf(-3, half)}`);
  t.is(faceOf(0, half), 0);
});

test('[pad] turns the face faster further aside, equally to both sides, to 10° at most', (t) => {
  let before = 0;
  for (let right = 2; right <= 60; right += 2) {
    const face = faceOf(-right, 60);
    t.true(face >= before, `${right}`);
    t.is(faceOf(right, 60), -face || 0);
    before = face;
  }
  t.is(before, 10);
  t.true(faceOf(-20, 60) - faceOf(-10, 60) > faceOf(-10, 60));
});

test('[C109] a face to the right is open, and closed for a left-handed player', (t) => {
  t.is(faceText(2, 'right'), '2.0° open');
  t.is(faceText(-2, 'right'), '2.0° closed');
  t.is(faceText(2, 'left'), '2.0° closed');
  t.is(faceText(-2, 'left'), '2.0° open');
  for (const hand of ['right', 'left'] as const) t.is(faceText(0, hand), '0.0° square');
});

test('[pad] predicts the distance of a pull from the square of its speed', (t) => {
  t.is(rollText(2, { at_1_mps: 2.5, unit: 'ft', hand: 'right', wanted_mps: null }), '10 ft');
  t.is(rollText(1, { at_1_mps: 2.54, unit: 'ft', hand: 'right', wanted_mps: null }), '2.5 ft');
  t.is(rollText(3, { at_1_mps: 0.8, unit: 'm', hand: 'right', wanted_mps: null }), '7.2 m');
});

test('[pad] marks a good pull at its speed, and none while the next putt is unknown', (t) => {
  const roll = { at_1_mps: 4.75, unit: 'ft', hand: 'right' } as const;
  const { length, text } = assertDefined(wantedPull({ ...roll, wanted_mps: 2 }), 'mark');
  t.is(text, 'good: 19 ft');
  t.is(strikeOf({ right: 0, down: length }, [])?.club_speed_mps, 2);
  t.is(wantedPull({ ...roll, wanted_mps: null }), null, 'a putt is rolling');
  t.is(wantedPull({ ...roll, wanted_mps: 4.1 }), null, 'out of range of a pull');
  t.is(wantedPull(null), null, 'no putt is due');
});
