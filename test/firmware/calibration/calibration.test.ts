// Distance calibration: exact corrections from one measurement, the edges of their ranges, and the page that requests
// them.

import test from 'ava';
import fc from 'fast-check';
import {
  correctionOf,
  predictedFeet,
  readMeasured,
  type CalibrationView,
} from '../../../firmware/calibration/calibration.ts';
import { changePersisted } from '../../../firmware/persisted/changes.ts';
import type { Persisted } from '../../../firmware/persisted/persisted.ts';
import { persistedWith } from '../../support/device/views.ts';

/** Two players of ratio 1.6 on a green of stimp 10, as in the table of docs/physics.md. */
const PERSISTED: Persisted = (() => {
  const persisted = persistedWith(2, '', 'imperial');
  return { ...persisted, players: persisted.players.map((player) => ({ ...player, impact_ratio: 1.6 })) };
})();

/** Returns a putt whose ball starts at `ball_mps` and was measured at `measured_ft` feet. */
const putt = (ball_mps: number, measured_ft: number | null, player_id = 1): CalibrationView => ({
  player_id,
  club_speed_mps: ball_mps / 1.6,
  measured_ft,
});

const near = (actual: number, expected: number, tolerance: number): boolean => Math.abs(actual - expected) <= tolerance;

test('[R135] predicts the roll of the last putt from the table of the roll model', (t) => {
  // Ball speed in m/s and feet on stimp 10.
  for (const [ball_mps, feet] of [
    [0.5, 0.45],
    [1, 1.8],
    [2.5, 11.24],
    [5, 44.97],
  ] as const)
    // oxfmt-ignore
    t.true(near(predictedFeet(putt(ball_mps, null), PERSISTED) ?? 0, feet, 0.005), `${ball_mps}`);
  t.is(predictedFeet({ player_id: 1, club_speed_mps: null, measured_ft: null }, PERSISTED), null);
});

test('[R135] adjusts nothing without a putt and its measurement', (t) => {
  for (const view of [putt(2, null), { player_id: 1, club_speed_mps: null, measured_ft: 9 }, putt(0, 9)])
    for (const which of ['x_factor', 'impact_ratio'] as const) {
      const correction = correctionOf(which, view, PERSISTED);
      t.regex(correction.ok ? '' : correction.error.message, /^Hit a putt and enter its measured distance/);
    }
});

test('[R136] a correction is the quotient or its root, and makes the prediction match the measurement', (t) => {
  // The prediction was 11.24 ft: 12.36 ft is 1.1 times as far, and the root of 1.1 is 1.0488.
  const x = correctionOf('x_factor', putt(2.5, 12.364), PERSISTED);
  const ratio = correctionOf('impact_ratio', putt(2.5, 12.364), PERSISTED);
  t.true(x.ok && near(x.value.after, 1.1, 0.0005));
  t.true(ratio.ok && near(ratio.value.after, 1.6 * 1.0488, 0.001));
  fc.assert(
    fc.property(
      fc.double({ min: 0.3, max: 9, noNaN: true }),
      fc.double({ min: 0.1, max: 300, noNaN: true }),
      fc.constantFrom('x_factor' as const, 'impact_ratio' as const),
      (ball_mps, measured_ft, which) => {
        const view = putt(ball_mps, measured_ft);
        const correction = correctionOf(which, view, PERSISTED);
        if (!correction.ok) return;
        const { persisted } = changePersisted(PERSISTED, { kind: 'calibrate', entry: correction.value });
        t.true(near(predictedFeet(view, persisted) ?? 0, measured_ft, 1e-9 * measured_ft));
      },
    ),
    { seed: 136, numRuns: 500 },
  );
});

test('[R136] [R137] accepts values at the edge of a range unchanged and rejects those just outside', (t) => {
  const predicted_ft = predictedFeet(putt(2.5, null), PERSISTED) ?? 0;
  const outcomeOf = (of: 'x_factor' | 'impact_ratio', factor: number): number | string => {
    const correction = correctionOf(of, putt(2.5, predicted_ft * factor), PERSISTED);
    return correction.ok ? correction.value.after : correction.error.message;
  };
  for (const [of, inside, outside] of [
    ['x_factor', 0.5 + 1e-12, 0.5 - 1e-9],
    ['x_factor', 2 - 1e-12, 2 + 1e-9],
    ['impact_ratio', (1.4 / 1.6) ** 2 + 1e-12, (1.4 / 1.6) ** 2 - 1e-9],
    ['impact_ratio', (1.8 / 1.6) ** 2 - 1e-12, (1.8 / 1.6) ** 2 + 1e-9],
  ] as const) {
    const kept = outcomeOf(of, inside);
    t.true(
      typeof kept === 'number' && near(kept, of === 'x_factor' ? inside : 1.6 * Math.sqrt(inside), 1e-12),
      `${of} ${inside}`,
    );
    t.is(typeof outcomeOf(of, outside), 'string', `${of} ${outside}`);
  }
});

test('[R139] a refusal names the needed value and the other correction, or says neither helps', (t) => {
  const predicted_ft = predictedFeet(putt(2.5, null), PERSISTED) ?? 0;
  const outcomeOf = (of: 'x_factor' | 'impact_ratio', factor: number, persisted = PERSISTED): string => {
    const correction = correctionOf(of, putt(2.5, predicted_ft * factor), persisted);
    return correction.ok ? 'taken' : correction.error.message;
  };
  t.is(outcomeOf('impact_ratio', 1.5), 'The impact ratio would need 1.96, but the maximum is 1.80. Adjust the X factor to 1.50 instead.');
  t.is(outcomeOf('impact_ratio', 0.6), 'The impact ratio would need 1.24, but the minimum is 1.40. Adjust the X factor to 0.60 instead.');
  t.is(outcomeOf('x_factor', 2.5), 'The X factor would need 2.50, but the maximum is 2.00. The impact ratio is out of range too: measure again.');
  t.is(outcomeOf('x_factor', 0.25), 'The X factor would need 0.25, but the minimum is 0.50. The impact ratio is out of range too: measure again.');
  t.is(outcomeOf('x_factor', 2 + 1e-6), 'The X factor would need 2.000001, but the maximum is 2.00. The impact ratio is out of range too: measure again.');
  const stretched = { ...PERSISTED, settings: { ...PERSISTED.settings, x_factor: 1.9 } };
  const measured_ft = 1.2 * (predictedFeet(putt(2.5, null), stretched) ?? 0);
  const correction = correctionOf('x_factor', putt(2.5, measured_ft), stretched);
  t.is(correction.ok ? '' : correction.error.message, 'The X factor would need 2.28, but the maximum is 2.00. Adjust the impact ratio to 1.75 instead.');
}); // oxfmt-ignore

test('[R136] a measured distance is typed as 0.1 to 300 feet', (t) => {
  for (const [typed, feet] of [
    ['0.1', 0.1],
    ['300', 300],
    ['12.34', 12.34],
    ['7.', 7],
    ['.5', 0.5],
    ['007', 7],
  ] as const)
    // oxfmt-ignore
    t.deepEqual(readMeasured(typed, 'imperial'), { ok: true, value: feet });
  for (const typed of ['', '.', '0', '0.09', '300.1', '1e2', '-3', '3 ft', '1.2.3', ' 3', '٣'])
    t.false(readMeasured(typed, 'imperial').ok, typed);
});

test('[C139] [R136] in metric units a measured distance is typed in metres, within the same bounds', (t) => {
  for (const [typed, feet] of [
    ['0.04', 0.04 / 0.3048],
    ['3.048', 10],
    ['91.44', 300],
  ] as const) {
    const read = readMeasured(typed, 'metric');
    t.true(read.ok && near(read.value, feet, 1e-9), typed);
    t.true(read.ok && read.value >= 0.1 && read.value <= 300, typed);
  }
  for (const typed of ['0.03', '91.45', '300', '0', '', '3 m'])
    t.deepEqual(readMeasured(typed, 'metric'), {
      ok: false,
      error: { code: 'bad_value', message: 'Enter 0.04 to 91.44 metres in up to 6 characters.' },
    });
});

test('[R138] the X factor applies to all players, a ratio to one; undo restores the old value', (t) => {
  const view = putt(2.5, 12, 2);
  const x = correctionOf('x_factor', view, PERSISTED);
  const ratio = correctionOf('impact_ratio', view, PERSISTED);
  if (!x.ok || !ratio.ok) return t.fail('both corrections are possible');
  const stretched = changePersisted(PERSISTED, { kind: 'calibrate', entry: x.value }).persisted;
  t.is(stretched.settings.x_factor, x.value.after);
  t.deepEqual(stretched.players, PERSISTED.players);
  const livelier = changePersisted(PERSISTED, { kind: 'calibrate', entry: ratio.value });
  t.deepEqual(livelier.persisted.players.map(({ impact_ratio }) => impact_ratio), [1.6, ratio.value.after]); // oxfmt-ignore
  t.is(livelier.persisted.settings.x_factor, 1);
  t.deepEqual(livelier.records, ['calibrations', 'players']);
  const both = changePersisted(stretched, { kind: 'calibrate', entry: ratio.value }).persisted;
  const once = changePersisted(both, { kind: 'undo_calibration' }).persisted;
  t.deepEqual(once, stretched);
  t.deepEqual(changePersisted(once, { kind: 'undo_calibration' }).persisted, PERSISTED);
  t.deepEqual(changePersisted(PERSISTED, { kind: 'undo_calibration' }).records, []);
  const alone = { ...both, players: both.players.slice(0, 1) };
  t.deepEqual(
    changePersisted(alone, { kind: 'undo_calibration' }).persisted.players,
    alone.players,
    'the player has left',
  );
  const many = Array.from({ length: 30 }).reduce<Persisted>((persisted) => changePersisted(persisted, { kind: 'calibrate', entry: x.value }).persisted, PERSISTED); // oxfmt-ignore
  t.is(many.calibrations.length, 20);
});
