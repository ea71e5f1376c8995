// Tests of the gate geometry, against the tables of docs/physics.md and against bisection of the model's equations.

import test, { type ExecutionContext } from 'ava';
import { assertDefined } from '../../../wire/errors.ts';
import fc from 'fast-check';
import { endOfProportion, forward, inverse, proportionOfEnd, type Stroke } from '../../../hal/sensor/geometry.ts';
import {
  apertures,
  exactStrokes,
  oracleTimes,
  pageOf,
  plausibleStrokes,
  strokeOfPage,
  type PageStroke,
} from './gate-model.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { keysOf } from '../../../wire/keys-of.ts';
import { exactly } from '../../support/items.ts';

const REFERENCE: PageStroke = {
  v_mps: 1.5,
  face_deg: 1.2,
  rot_deg_per_in: 0.45,
  attack_deg: 1,
  z0_mm: 8,
  q_left: 16 / 35, // left end at 56 mm
  q_right: 18 / 35, // right end at 58 mm
};

/** Reference stroke (sensor §1), in microseconds relative to the ball, in channel order. */
const REFERENCE_US = [-42_363.5, -42_302.5, -8859.5, -8065.2, -24_309.5, -25_531.9, -43_068.3, -8315.6];

const ALL_NEAR: PageStroke = {
  v_mps: 1e-6,
  face_deg: 1e-6,
  rot_deg_per_in: 1e-6,
  attack_deg: 1e-6,
  z0_mm: 1e-4,
  q_left: 1e-6,
  q_right: 1e-6,
};

type Tolerance = { readonly [Field in keyof PageStroke]?: number };

/** Compares only the fields that have a tolerance. */
function near(t: ExecutionContext, found: Stroke | null, wanted: PageStroke, tolerance: Tolerance): void {
  if (!found) return void t.fail(`refused: ${JSON.stringify(wanted)}`);
  const page = pageOf(found);
  for (const field of keysOf(tolerance)) {
    const error = Math.abs(page[field] - wanted[field]);
    t.true(error <= assertDefined(tolerance[field], field), `${field} is ${error} off in ${JSON.stringify(wanted)}`);
  }
}

test('[geometry] computes the eight times of the table from the reference stroke', (t) => {
  const times = valueOf(t, forward(strokeOfPage(REFERENCE)));
  t.deepEqual(
    times.map((s) => Math.round(s * 1e7) / 10),
    REFERENCE_US,
  );
  t.is(proportionOfEnd(0.056).toFixed(6), '0.457143');
  t.is(proportionOfEnd(0.058).toFixed(6), '0.514286');
});

test('[geometry] computes the reference stroke from the eight times of the table', (t) => {
  const found = inverse(REFERENCE_US.map((us) => us * 1e-6));
  // The table is rounded to 0.1 µs: σ from the error table of docs/physics.md, scaled down.
  near(t, found, REFERENCE, {
    v_mps: 1e-5,
    face_deg: 2e-4,
    rot_deg_per_in: 2e-4,
    attack_deg: 1e-3,
    z0_mm: 1e-2,
    q_left: 1e-5,
    q_right: 1e-5,
  });
});

test('[geometry] C56: maps the inner slit end at 40 mm to 0 and the outer at 75 mm to 1', (t) => {
  t.true(Math.abs(proportionOfEnd(0.04)) < 1e-12);
  t.true(Math.abs(proportionOfEnd(0.075) - 1) < 1e-12);
  t.true(Math.abs(proportionOfEnd(0.0225) + 0.5) < 1e-12);
  for (const q of [-0.3, 0, 0.25, 1, 1.4]) t.true(Math.abs(proportionOfEnd(endOfProportion(q)) - q) < 1e-12);
});

test('[geometry] a square face meets each slit at 1 - (tD - tA)/(tB - tA)', (t) => {
  for (const q of [0, 0.2, 0.5, 1]) {
    const square = { ...REFERENCE, face_deg: 0, rot_deg_per_in: 0, q_left: q, q_right: 1 - q };
    const [la, ra, lb, rb, ld, rd] = exactly(8, valueOf(t, forward(strokeOfPage(square))));
    t.is(la, ra);
    t.is(lb, rb);
    t.true(Math.abs(1 - (ld - la) / (lb - la) - q) < 1e-12);
    t.true(Math.abs(1 - (rd - ra) / (rb - ra) - (1 - q)) < 1e-12);
  }
});

test('[geometry] an open face meets the right side later and has a positive angle', (t) => {
  const [la, ra] = exactly(8, valueOf(t, forward(strokeOfPage({ ...REFERENCE, face_deg: 5, rot_deg_per_in: 0 }))));
  t.true(ra > la);
});

test('[geometry] forward matches the model for any stroke and apertures', (t) => {
  fc.assert(
    fc.property(plausibleStrokes, apertures, (page, error_um) => {
      const expected = oracleTimes(page, error_um);
      const times = forward(strokeOfPage(page), error_um);
      if (expected.some(Number.isNaN)) return void t.false(times.ok, JSON.stringify(page));
      for (const [channel, s] of valueOf(t, times).entries())
        t.true(Math.abs(s - (expected[channel] ?? 0)) < 1e-9, `channel ${channel} of ${JSON.stringify(page)}`);
    }),
    { numRuns: 400 },
  );
});

test('[geometry] the inverse is exact to 1e-6 in the range of the protocol page', (t) => {
  fc.assert(
    fc.property(exactStrokes, (page) => near(t, inverse(oracleTimes(page)), page, ALL_NEAR)),
    { numRuns: 400 },
  );
});

test('[geometry] the inverse is exact to 1e-6 with known aperture errors up to 100 µm', (t) => {
  fc.assert(
    fc.property(exactStrokes, apertures, (page, error_um) =>
      near(t, inverse(oracleTimes(page, error_um), error_um), page, ALL_NEAR),
    ),
    { numRuns: 400 },
  );
});

test('[geometry] the inverse stays within the error budget up to the plausibility limits', (t) => {
  const budget = (page: PageStroke): PageStroke => ({
    v_mps: 0.01 * page.v_mps,
    face_deg: 0.15,
    rot_deg_per_in: 0.1,
    attack_deg: 0.25,
    z0_mm: 1,
    q_left: 0.005,
    q_right: 0.005,
  });
  let possible = 0;
  fc.assert(
    fc.property(plausibleStrokes, apertures, (page, error_um) => {
      const times = oracleTimes(page, error_um);
      if (times.some(Number.isNaN)) return;
      possible++;
      near(t, inverse(times, error_um), page, budget(page));
    }),
    { numRuns: 600 },
  );
  t.true(possible > 400, `${possible} of 600 strokes were possible`);
});

/** Found by a long search: strokes that are just possible, but whose first estimate is not. */
const EDGE: readonly (readonly [
  v: number,
  face: number,
  rot: number,
  attack: number,
  z0: number,
  l: number,
  r: number,
])[] = [
  [1.8, -20, 6, -15, 4, 1, 0.7783],
  [3.02, -20, 6, -11.9, 5.6, 1, 0.7785],
  [6, -20, 6, 15, 14, 0.55, 0.7787],
  [6, 20, -6, -15, 14, 0.7786, 0.0758],
];

test('[geometry] accepts a stroke at the limit of what a head can do', (t) => {
  for (const [v_mps, face_deg, rot_deg_per_in, attack_deg, z0_mm, q_left, q_right] of EDGE)
    for (const off of [-5e-4, -2e-4, 0, 2e-4, 5e-4]) {
      const left = face_deg > 0 ? q_left + off : q_left;
      const right = face_deg < 0 ? q_right + off : q_right;
      const page = { v_mps, face_deg, rot_deg_per_in, attack_deg, z0_mm, q_left: left, q_right: right };
      const times = oracleTimes(page);
      t.is(forward(strokeOfPage(page)).ok, !times.some(Number.isNaN));
      if (times.some(Number.isNaN)) continue;
      near(t, inverse(times), page, { ...ALL_NEAR, face_deg: 0.15, rot_deg_per_in: 0.1, attack_deg: 0.25, z0_mm: 1 });
    }
});

test('[geometry] the inverse is exact at the corners of the exact range', (t) => {
  for (const face_deg of [-10, 10])
    for (const rot_deg_per_in of [-2, 2])
      for (const attack_deg of [-6, 8])
        for (const [q_left, q_right] of [
          [0, 1],
          [1, 0],
        ] as const)
          for (const [v_mps, z0_mm] of [
            [0.15, 4],
            [6, 14],
          ] as const) {
            const page = { v_mps, face_deg, rot_deg_per_in, attack_deg, z0_mm, q_left, q_right };
            near(t, inverse(oracleTimes(page)), page, ALL_NEAR);
          }
});

test('[geometry] the inverse accepts times from any origin', (t) => {
  fc.assert(
    fc.property(exactStrokes, fc.integer({ min: -100, max: 100 }), (page, from_s) => {
      // Looser for z0: adding 100 s leaves a double a precision of 1e-14 s, which does not matter here.
      const found = inverse(oracleTimes(page).map((s) => s + from_s));
      near(t, found, page, { ...ALL_NEAR, z0_mm: 1e-3 });
    }),
    { numRuns: 100 },
  );
});

/** Fields that depend on each of the four other channels; the rest must stay exact. */
const RESTS_ON: readonly (readonly [channel: number, name: string, lost: readonly (keyof PageStroke)[]])[] = [
  [4, 'LD', ['q_left']],
  [5, 'RD', ['q_right']],
  [6, 'HA', ['attack_deg', 'z0_mm']],
  [7, 'HB', ['attack_deg', 'z0_mm']],
];

test('[geometry] C56: loses only the fields of a missing slit or beam; the others stay exact', (t) => {
  const missing = fc.subarray([...RESTS_ON], { minLength: 1 });
  fc.assert(
    fc.property(exactStrokes, apertures, missing, (page, error_um, gone) => {
      const times = oracleTimes(page, error_um);
      for (const [channel] of gone) times[channel] = Number.NaN;
      const lost = new Set(gone.flatMap(([, , fields]) => fields));
      const found = inverse(times, error_um);
      const left: { -readonly [Field in keyof Tolerance]: number } = { ...ALL_NEAR };
      for (const field of lost) delete left[field];
      near(t, found, page, left);
      if (!found) return;
      for (const field of lost) if (field !== 'z0_mm') t.true(Number.isNaN(pageOf(found)[field]), field);
    }),
    { numRuns: 200 },
  );
});

test('[geometry] the inverse finds no stroke for missing or unordered rows', (t) => {
  const good = REFERENCE_US.map((us) => us * 1e-6);
  for (const row of [0, 1, 2, 3]) t.is(inverse(good.with(row, Number.NaN)), null, `without ${row}`);
  const [la, ra, lb, rb] = exactly(8, good);
  t.is(inverse(good.with(0, lb).with(2, la)), null, 'left reversed');
  t.is(inverse(good.with(1, rb).with(3, ra)), null, 'right reversed');
  t.is(inverse(good.with(2, la)), null, 'left at once');
  t.is(inverse(good.map((s) => -s)), null, 'all reversed');
});

test('[geometry] refuses strokes that no head can do with stroke_impossible', (t) => {
  const impossible: Partial<PageStroke>[] = [
    { v_mps: 0 },
    { v_mps: -1 },
    { v_mps: Number.NaN },
    { face_deg: 89 },
    { face_deg: -89 },
    { face_deg: 20, rot_deg_per_in: 60 },
    { attack_deg: 60 },
    { face_deg: Number.NaN },
  ];
  for (const change of impossible)
    failsWith(t, forward(strokeOfPage({ ...REFERENCE, ...change })), 'stroke_impossible', /No head can pass/);
});

/** Times, s, in channel order, for which the correction does not converge: its last value reproduces none of them. */
const UNSETTLED = [
  [0.0097, 0.019, 0.0415, 0.0329, 0.0523, 0.0467, 0.0193, 0.0685],
  [0.0155, 0.0153, 0.0342, 0.0247, 0.0419, 0.0367, 0.0101, 0.0716],
  [0.0094, 0.0177, 0.0336, 0.0276, 0.0161, 0.0406, 0.0055, 0.0753],
] as const;

test('[geometry] the inverse finds no stroke if the correction does not converge', (t) => {
  for (const times of UNSETTLED) t.is(inverse(times), null, times.join(', '));
});
