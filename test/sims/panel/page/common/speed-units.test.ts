// Speeds on the front panel's page, in the units of the device's settings.

import test from 'ava';
import { fieldIn, inWordsOfForm, numberFor, speedText } from '../../../../../sims/panel/page/common/speed-units.ts';
import { speedUnit, speedValue } from '../../../../../firmware/units.ts';
import { STROKE_FIELDS } from '../../../../../sims/putter/stroke-call.ts';
import { assertDefined } from '../../../../../wire/errors.ts';

const FIELDS = STROKE_FIELDS.map((field) => ({ ...field, default: field.default ?? 1.5 }));
const SPEED = assertDefined(FIELDS[0], 'club speed');
const FACE = assertDefined(FIELDS[1], 'face');

test('[C139] the page shows a speed as the device does, in both units', (t) => {
  t.is(speedText(1.5, 'imperial'), '3.4 mph');
  t.is(speedText(1.5, 'metric'), '1.50 m/s');
  for (const units of ['imperial', 'metric'] as const)
    for (let mps = 0.15; mps <= 6; mps += 0.07)
      t.is(speedText(mps, units), `${speedValue(mps, units)} ${speedUnit(units)}`);
});

test('[C139] accepts speeds in mph within the same limits, and angles unchanged', (t) => {
  t.like(fieldIn(SPEED, 'imperial'), { name: 'club_speed_mps', unit: 'mph', min: 0.4, max: 13.4, step: 0.1, default: 3.4 }); // oxfmt-ignore
  t.deepEqual(fieldIn(SPEED, 'metric'), SPEED);
  t.deepEqual(fieldIn(FACE, 'imperial'), FACE);
  for (const end of ['min', 'max'] as const) {
    const mps = numberFor(SPEED, fieldIn(SPEED, 'imperial')[end], 'imperial');
    t.true(mps >= SPEED.min && mps <= SPEED.max, `${end} ${mps}`);
  }
  t.is(numberFor(SPEED, 2, 'imperial').toFixed(5), '0.89408');
  t.is(numberFor(SPEED, 2, 'metric'), 2);
  t.is(numberFor(FACE, 2, 'imperial'), 2);
});

test('[C139] shows range errors of the server in the units of the form', (t) => {
  const message = 'club_speed_mps must be a number from 0.15 to 6 m/s.';
  t.is(inWordsOfForm(message, FIELDS, 'imperial'), 'Club speed must be a number from 0.4 to 13.4 mph.');
  t.is(inWordsOfForm(message, FIELDS, 'metric'), 'Club speed must be a number from 0.15 to 6 m/s.');
  t.is(inWordsOfForm('face_angle_deg must be a number from -20 to 20 °.', FIELDS, 'imperial'), 'Face angle must be a number from -20 to 20 °.'); // oxfmt-ignore
});
