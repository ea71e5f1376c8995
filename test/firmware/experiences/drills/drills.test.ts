// The drills of distance and face: points on each side of every threshold, results against numbers computed by hand, settings, turns.

import test from 'ava';
import fc from 'fast-check';
import { cfgFrom, type Cfg, type CfgSpec } from '../../../../firmware/experiences/cfg.ts';
import type { DrillState } from '../../../../firmware/experiences/drills/drill.ts';
import { arcStrength } from '../../../../firmware/experiences/drills/arc-strength.ts';
import { faceAngle } from '../../../../firmware/experiences/drills/face-angle.ts';
import { faceRotation } from '../../../../firmware/experiences/drills/face-rotation.ts';
import { makeDistance } from '../../../../firmware/experiences/drills/make-distance.ts';
import type { SetExperience } from '../../../../firmware/experiences/experience.ts';
import type { Putt } from '../../../../firmware/experiences/putt.ts';
import { rollOf } from '../../../../firmware/roll/roll.ts';
import type { Strike } from '../../../../hal/sensor/sensor.ts';
import type { Random } from '../../../../hal/random/random.ts';
import { createSeededRandom } from '../../../../hal/random/random-seeded.ts';
import { puttWith } from '../../../support/device/putts.ts';

const FOOT_M = 0.3048;

/** Returns an unobstructed putt that rolls `feet`. */
const rolls = (feet: number): Putt => {
  const putt = puttWith({ target_ft: null, verdict: '', leave_ft: null });
  return { ...putt, outcome: { ...putt.outcome, roll: { ...rollOf(2, 10), distance_m: feet * FOOT_M } } };
};
const struck = (strike: Partial<Strike>): Putt => puttWith({ target_ft: null, verdict: '', leave_ft: null, strike });
const rotates = (face_rotation_deg_per_in: number): Putt => struck({ face_rotation_deg_per_in });
const faces = (face_angle_deg: number): Putt => struck({ face_angle_deg });

/** Any of the drills; test code that handles a state works for all of them. */
type AnyDrill = SetExperience<string, DrillState, CfgSpec, true>;
const DRILLS: readonly AnyDrill[] = [makeDistance, arcStrength, faceRotation, faceAngle];

const rulesOf = ({ rules }: AnyDrill): AnyDrill['rules'] => rules;
const drillCfgFrom = ({ cfg }: AnyDrill, data: Readonly<Record<string, unknown>>): Cfg => cfgFrom(cfg, data);
const startDrill = ({ rules }: AnyDrill, cfg: Cfg, players: readonly number[], random: Random): DrillState =>
  rules.start(cfg, players, random);
const begin = (drill: AnyDrill, cfg: Cfg = {}, players: readonly number[] = [1]): DrillState =>
  startDrill(drill, drillCfgFrom(drill, cfg), players, createSeededRandom(1));
const play = ({ rules }: AnyDrill, state: DrillState, putts: readonly Putt[]): DrillState =>
  putts.reduce((now, putt) => rules.score(now, putt), state);
const points = (state: DrillState, seat = 0): readonly number[] =>
  state.seats[seat]?.putts.map((putt) => putt.points) ?? [];

test('[C96] Make distance: within 5 % of the called distance is a hit, long or short', (t) => {
  const state = begin(makeDistance, { shots: 8, manual: 1, target: 20 });
  t.is(rulesOf(makeDistance).called_ft?.(state), 20);
  t.is(rulesOf(makeDistance).target_ft(state), null, 'no hole');
  const feet = [20, 19.001, 18.999, 20.999, 21.001, 0, 40, 19.999];
  t.deepEqual(points(play(makeDistance, state, feet.map(rolls))), [1, 1, 0, 1, 0, 0, 0, 1]);
});

test('[C96] Make distance: verdicts of putts and results of a set', (t) => {
  const rules = rulesOf(makeDistance);
  let state = begin(makeDistance, { shots: 5, manual: 1, target: 20 });
  const remarks = [20, 19.1, 21, 16, 30].map((feet) => {
    state = play(makeDistance, state, [rolls(feet)]);
    return rules.remark?.(state, 0, 'imperial')?.text;
  });
  t.deepEqual(remarks, ['Hit: spot on', 'Hit: 4.5 % short', 'Hit: 5.0 % long', '20 % short', '50 % long']);
  // Errors of 0, 4.5, 5, 20 and 50 percent; two of five are short; the first three are a streak.
  t.true(rules.over(state));
  const [result] = rules.results(state);
  t.like(result, { player_id: 1, headline: '3 hits' });
  t.deepEqual(result?.figures, [
    { label: 'Mean error', text: '16 %' },
    { label: 'Short', text: '40 %' },
    { label: 'Best streak', text: '3' },
  ]);
  t.true(Math.abs((result?.trendValue ?? 0) - 15.9) < 1e-9);
});

test('[C96] Make distance: draws distances within both bounds inclusive, or all the same', (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 5, max: 100 }),
      fc.integer({ min: 5, max: 100 }),
      fc.integer(),
      (csMin, csMax, seed) => {
        const cfg = drillCfgFrom(makeDistance, { shots: 50, csMin, csMax });
        const { stations_ft } = startDrill(makeDistance, cfg, [1], createSeededRandom(seed));
        return (
          stations_ft.length === 50 &&
          stations_ft.every((feet) => Number.isInteger(feet) && feet >= csMin && feet <= Math.max(csMin, csMax))
        );
      },
    ),
  );
  const wide = begin(makeDistance, { shots: 50, csMin: 10, csMax: 12 });
  t.deepEqual(
    [...new Set(wide.stations_ft)].toSorted((a, b) => a - b),
    [10, 11, 12],
  );
  t.deepEqual(new Set(begin(makeDistance, { shots: 50, manual: 1, target: 33 }).stations_ft), new Set([33]));
});

test('[C96] the best streak is the longest run of hits, and a miss ends it', (t) => {
  const feet = [20, 10, 20, 20, 10, 20];
  const state = play(makeDistance, begin(makeDistance, { shots: 6, manual: 1, target: 20 }), feet.map(rolls));
  const [result] = rulesOf(makeDistance).results(state);
  t.deepEqual(result?.figures[2], { label: 'Best streak', text: '2' });
});

test('[C96] Arc strength: straight up to 0.3 °/in in either direction, slight up to 0.6, strong above', (t) => {
  const rotations = [-1, -0.31, -0.29, 0, 0.3, 0.301, 0.6, 0.601, 6];
  const inBand = (band: number): readonly number[] =>
    points(play(arcStrength, begin(arcStrength, { band, shots: 9 }), rotations.map(rotates)));
  t.deepEqual(inBand(0), [0, 0, 1, 1, 1, 0, 0, 0, 0]);
  t.deepEqual(inBand(1), [0, 0, 0, 0, 0, 1, 1, 0, 0]);
  t.deepEqual(inBand(2), [0, 0, 0, 0, 0, 0, 0, 1, 1]);
});

test('[C96] Arc strength: verdicts of putts and results of a set', (t) => {
  const rules = rulesOf(arcStrength);
  let state = begin(arcStrength, { shots: 4 });
  const remarks = [0.45, 0.1, 0.9, -0.5].map((rotation) => {
    state = play(arcStrength, state, [rotates(rotation)]);
    return rules.remark?.(state, 0, 'imperial');
  });
  t.deepEqual(remarks, [
    { good: true, text: '+0.45 °/in: slight' },
    { good: false, text: '+0.10 °/in: straight, not slight' },
    { good: false, text: '+0.90 °/in: strong, not slight' },
    { good: false, text: '−0.50 °/in: backwards, not slight' },
  ]);
  t.like(rules.results(state)[0], { headline: '1 of 4 in the band', trendValue: 25 });
  // The mean of 0.45, 0.1, 0.9 and −0.5 is 0.2375.
  t.deepEqual(rules.results(state)[0]?.figures, [
    { label: 'In the band', text: '25 %' },
    { label: 'Mean rotation', text: '+0.24 °/in' },
    { label: 'Best streak', text: '1' },
  ]);
});

test('[C96] Face rotation: reports the spread of the set; a single putt has no spread', (t) => {
  const rules = rulesOf(faceRotation);
  const one = play(faceRotation, begin(faceRotation, { shots: 4 }), [rotates(0.5)]);
  t.like(rules.results(one)[0], { headline: '–', trendValue: null });
  // Two putts 0.2 apart: the root of 0.02.
  const two = rulesOf(faceRotation).results(play(faceRotation, one, [rotates(0.7)]))[0]?.trendValue ?? 0;
  t.true(Math.abs(two - 0.141_421) < 1e-6);
  const state = play(faceRotation, one, [rotates(0.7), rotates(0.3), rotates(0.5)]);
  // The squares of 0, 0.2, 0.2 and 0 sum to 0.08; a third of it is 0.02667, its root 0.1633.
  t.is(rules.results(state)[0]?.headline, '± 0.16 °/in');
  t.true(Math.abs((rules.results(state)[0]?.trendValue ?? 0) - 0.163_299) < 1e-6);
  t.deepEqual(rules.results(state)[0]?.figures, [
    { label: 'Mean', text: '+0.50 °/in' },
    { label: 'Least', text: '+0.30 °/in' },
    { label: 'Most', text: '+0.70 °/in' },
  ]);
  t.true(rules.over(state));
});

test('[C96] Face angle: 3 points to half a degree, 2 to one, 1 to two, open or closed', (t) => {
  const angles = [0, 0.5, -0.5, 0.501, -1, 1.001, 2, -2.001, 20];
  t.deepEqual(points(play(faceAngle, begin(faceAngle, { shots: 9 }), angles.map(faces))), [3, 3, 3, 2, 2, 1, 1, 0, 0]);
});

test('[C96] Face angle: verdicts of putts and results of a set', (t) => {
  const rules = rulesOf(faceAngle);
  let state = begin(faceAngle, { shots: 3 });
  const remarks = [0.04, 0.8, -3].map((angle) => {
    state = play(faceAngle, state, [faces(angle)]);
    return rules.remark?.(state, 0, 'imperial');
  });
  t.deepEqual(remarks, [
    { good: true, text: '0.0° square: 3 points' },
    { good: true, text: '+0.8° open: 2 points' },
    { good: false, text: '−3.0° closed: 0 points' },
  ]);
  // Errors 0.04, 0.8 and 3: 1.28; mean −0.72; deviations 0.76, 1.52 and 2.28: root of 8.0864 / 2 = 2.011.
  t.deepEqual(rules.results(state)[0]?.figures, [
    { label: 'Mean error', text: '1.3°' },
    { label: 'Mean face', text: '−0.7°' },
    { label: 'Spread', text: '± 2.0°' },
  ]);
});

for (const spec of DRILLS) {
  const { rules } = spec;

  test(`[${spec.id}] players putt in turn, and the set ends after the set number of putts each`, (t) => {
    let state = begin(spec, { shots: 2 }, [4, 7, 9]);
    const order: number[] = [];
    while (!rules.over(state)) {
      order.push(state.turn);
      t.is(rules.progress(state), `Putt ${Math.floor((order.length - 1) / 3) + 1} of 2`);
      state = play(spec, state, [struck({})]);
    }
    t.deepEqual(order, [0, 1, 2, 0, 1, 2]);
    t.deepEqual(
      rules.results(state).map(({ player_id }) => player_id),
      [4, 7, 9],
    );
  });

  test(`[${spec.id}] accepts settings at their limits and resets invalid ones to the default`, (t) => {
    for (const [key, { min, max, default: fallback }] of Object.entries(spec.cfg.fields))
      for (const [given, kept] of [
        [min, min],
        [max, max],
        [min - 1, fallback],
        [max + 1, fallback],
        ['x', fallback],
        [min + 0.5, fallback],
      ] as const) {
        const cfg = drillCfgFrom(spec, {
          [key]: given,
          ...(key === 'csMin' ? { csMax: max } : {}),
          ...(key === 'csMax' ? { csMin: min } : {}),
        });
        t.is(cfg[key], kept, `${key} ${given}`);
      }
  });

  test(`[${spec.id}] a set without putts has a result without figures and no trend value`, (t) => {
    const [result] = rules.results(begin(spec));
    t.deepEqual([result?.figures, result?.trendValue], [[], null]);
    t.is(rules.remark?.(begin(spec), 0, 'imperial'), null);
  });
}
