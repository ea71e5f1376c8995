// Tests of the roll on slopes: against the tables of a separate integration, closed forms, and properties.

import { readFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { idealPutt } from '../../../firmware/roll/aim.ts';
import type { Ball } from '../../../firmware/roll/ball-motion.ts';
import { pathOf } from '../../../firmware/roll/path.ts';
import { FOOT_M, frictionOfStimp } from '../../../firmware/roll/roll.ts';
import { rollOver, type SlopedGreen, type StruckBall } from '../../../firmware/roll/sloped-roll.ts';
import { contoursOf, planeOf, type Contours, type Surface } from '../../../firmware/roll/surface.ts';
import { outcomeOf } from '../../../firmware/roll/verdict.ts';
import { assertDefined } from '../../../wire/errors.ts';

const present = <T>(value: T | null | undefined): T => assertDefined(value, 'value');

const INCH_M = 0.0254;
const GRAVITY = 9.80665;
const STIMPMETER_MPS = 1.8288;

const greenWith = (surface: Surface, stimp_ft = 10, x_factor = 1): SlopedGreen => ({ surface, stimp_ft, x_factor });
const slope = (up_percent: number, side_percent: number, stimp_ft = 10): SlopedGreen =>
  greenWith(planeOf({ up_percent, side_percent }), stimp_ft);

/** Returns the aim above the hole on a side slope, inches, for a ball that rolls from the start. */
function aim(
  t: ExecutionContext,
  { side, ft, past_in = 12, stimp = 10 }: { side: number; ft: number; past_in?: number; stimp?: number },
): number {
  const putt = idealPutt(slope(0, side, stimp), { hole_m: ft * FOOT_M, past_m: past_in * INCH_M, rolls: true });
  t.truthy(putt);
  return -(putt?.aim_m ?? Number.NaN) / INCH_M;
}

const isWithin = (value: number, wanted: number, share: number): boolean =>
  Math.abs(value - wanted) <= share * Math.abs(wanted);

/** Aims of a separate integration of the same model, in inches: side slope %, stimp, inches past, then feet: inches. */
const AIMS: readonly (readonly [
  side: number,
  stimp: number,
  past: number,
  ...(readonly [ft: number, inches: number])[],
])[] = [
  [1, 10, 12, [3, 1.24], [10, 5.84], [20, 13], [30, 20.4]],
  [2, 10, 12, [3, 2.5], [6, 6.3], [10, 11.8], [15, 19], [20, 26.4], [30, 41.5]],
  [2, 8, 12, [10, 9.4]],
  [2, 12, 12, [10, 14.2]],
  [3, 10, 12, [10, 18]],
  [4, 10, 12, [10, 24.6]],
  [2, 10, 6, [10, 13.2]],
  [2, 10, 17, [10, 10.9]],
  [2, 10, 24, [10, 9.9]],
  [2, 10, 36, [10, 8.6]],
];

test('[roll] aims on side slopes as a separate integration does, within 3 %', (t) => {
  for (const [side, stimp, past_in, ...aims] of AIMS)
    for (const [ft, inches] of aims) {
      const ours = aim(t, { side, ft, past_in, stimp });
      t.true(
        isWithin(ours, inches, 0.03),
        `${side} %, stimp ${stimp}, ${ft} ft, ${past_in} in past: ${ours} in, not ${inches}`,
      );
    }
});

test('[roll] agrees with the closed form of a gentle side slope within 0.5 %', (t) => {
  const friction = frictionOfStimp(10);
  for (const side of [0.25, 0.5, 1])
    for (const ft of [3, 10, 20, 30]) {
      const pull = ((5 / 7) * GRAVITY * side) / 100;
      const [start, end] = [
        Math.sqrt(2 * friction * (ft * FOOT_M + 12 * INCH_M)),
        Math.sqrt(2 * friction * 12 * INCH_M),
      ];
      const closed = (pull / friction ** 2) * ((start ** 2 - end ** 2) / 4 - (end ** 2 / 2) * Math.log(start / end));
      const ours = aim(t, { side, ft });
      t.true(isWithin(ours, closed / INCH_M, 0.005), `${side} %, ${ft} ft: ${ours} in, not ${closed / INCH_M}`);
    }
});

/** Returns how far a ball rolls from a Stimpmeter, feet. */
const stimpedFt = (up: number, stimp = 10): number =>
  rollOver({ speed_mps: STIMPMETER_MPS, start_deg: 0, rolls: true }, slope(up, 0, stimp), { hole_m: null }).x_m /
  FOOT_M;

test('[roll] rolls up and down a slope as far as computed by hand, and its two ways give the green speed', (t) => {
  for (const [up, ft] of [
    [0, 10],
    [2, 7.97],
    [-2, 13.43],
    [4, 6.62],
    [-4, 20.4],
  ] as const)
    // oxfmt-ignore
    t.true(isWithin(stimpedFt(up), ft, 0.003), `${up} %: ${stimpedFt(up)} ft, not ${ft}`);
  for (const stimp of [8, 10, 13])
    for (const percent of [0.5, 1, 2, 3, 4]) {
      const [up, down] = [stimpedFt(percent, stimp), stimpedFt(-percent, stimp)];
      // The friction of a slope is cos θ of that of the level green.
      t.true(isWithin((2 * up * down) / (up + down), stimp, 0.001), `stimp ${stimp}, ${percent} %`);
    }
});

const strokes = {
  speed_mps: fc.double({ min: 0.2, max: 5, noNaN: true }),
  start_deg: fc.double({ min: -25, max: 25, noNaN: true }),
};
const greens = {
  stimp_ft: fc.double({ min: 6, max: 14, noNaN: true }),
  x_factor: fc.double({ min: 0.5, max: 2, noNaN: true }),
};

test('[roll] on a level plane and on level contours equals the roll of a flat green', (t) => {
  const level = [planeOf({ up_percent: 0, side_percent: 0 }), contoursOf({ heights_mm: Array.from({ length: 200 * 200 }, () => 70), columns: 200, grid_m: 1, left_m: -50, top_m: -100 })]; // oxfmt-ignore
  fc.assert(
    fc.property(
      fc.record({ ...strokes, ...greens, ft: fc.double({ min: 1, max: 60, noNaN: true }) }),
      ({ speed_mps, start_deg, ft, ...green }) => {
        const flat = outcomeOf({ speed_mps, start_deg }, green, ft);
        for (const surface of level) {
          const ours = rollOver({ speed_mps, start_deg }, { surface, ...green }, { hole_m: ft * FOOT_M });
          if (!ours.rests && !surface.is_plane) continue; // off the grid
          const off_m = Math.hypot(ours.x_m - flat.x_m, ours.y_m - flat.y_m);
          if (ours.verdict !== flat.verdict || off_m > 1e-6 || ours.too_fast !== (flat.too_fast ?? false))
            throw new Error(`${ours.verdict} ${off_m} m away, not ${flat.verdict}`);
        }
      },
    ),
    { numRuns: 2000, endOnFailure: true },
  );
  t.pass();
});

const rolling: Contours = {
  heights_mm: Array.from(
    { length: 40 * 40 },
    (_, i) => 60 * Math.sin((i % 40) / 6) * Math.cos(Math.floor(i / 40) / 5) + 4 * (i % 40),
  ),
  columns: 40,
  grid_m: 0.5,
  left_m: -4,
  top_m: -10,
};

test('[roll] mirrors left and right on planes and on contours', (t) => {
  const rows = Array.from({ length: 40 }, (_, row) => rolling.heights_mm.slice(40 * row, 40 * row + 40));
  const mirrored: Contours = { ...rolling, heights_mm: rows.toReversed().flat(), top_m: -9.5 };
  fc.assert(
    fc.property(
      fc.record({ ...strokes, side: fc.double({ min: -4, max: 4, noNaN: true }) }),
      ({ speed_mps, start_deg, side }) => {
        const pairs = [
          [slope(1, side), slope(1, -side)],
          [greenWith(contoursOf(rolling)), greenWith(contoursOf(mirrored))],
        ] as const;
        for (const [green, other] of pairs) {
          const one = rollOver({ speed_mps, start_deg }, green, { hole_m: 3 });
          const two = rollOver({ speed_mps, start_deg: -start_deg }, other, { hole_m: 3 });
          if (one.verdict !== two.verdict || Math.hypot(one.x_m - two.x_m, one.y_m + two.y_m) > 1e-7)
            throw new Error(JSON.stringify([one, two]));
        }
      },
    ),
    { numRuns: 500 },
  );
  t.pass();
});

test('[roll] a ball never gains energy', (t) => {
  for (const [up, side] of [
    [3, 2],
    [-3, 4],
    [-9, 0],
    [0, -6],
  ] as const) {
    // oxfmt-ignore
    let before = Infinity;
    const heightOf = ({ x, y }: Readonly<Ball>): number => (x * up - y * side) / 100;
    rollOver({ speed_mps: 3, start_deg: 8 }, slope(up, side), {
      hole_m: null,
      trace(ball) {
        const [spin_x, spin_y] = [ball.vx - ball.slip_x, ball.vy - ball.slip_y];
        const moving = (ball.vx ** 2 + ball.vy ** 2) / 2 + (spin_x ** 2 + spin_y ** 2) / 5;
        // The way along the slope is longer than its projection by less than 0.4 %.
        const energy = moving + GRAVITY * heightOf(ball) * Math.sqrt(1 / (1 + (up ** 2 + side ** 2) / 1e4));
        t.true(energy <= before + 1e-9, `${up} % up, ${side} % to the side: ${energy} after ${before}`);
        before = energy;
      },
    });
  }
});

test('[roll] steps half as long change the resting place by less than 0.1 % of the putt', (t) => {
  for (const green of [slope(-2, 3), slope(2, 1), greenWith(contoursOf(rolling))])
    fc.assert(
      fc.property(fc.record(strokes), (struck) => {
        const [whole, half] = [0.4, 0.2].map((step) =>
          rollOver(struck, green, { hole_m: null, step, trace: () => {} }),
        );
        const off_m = Math.hypot(present(whole).x_m - present(half).x_m, present(whole).y_m - present(half).y_m);
        if (off_m > 0.001 * Math.hypot(present(half).x_m, present(half).y_m)) throw new Error(`${off_m} m`);
      }),
      { numRuns: 300 },
    );
  t.pass();
});

test('[roll] a ball on a slope that friction does not hold rolls away, at most 20 s', (t) => {
  for (const [stimp, steep] of [
    [10, 7.9],
    [12, 6.6],
  ] as const) {
    // oxfmt-ignore
    const away = rollOver({ speed_mps: 0.5, start_deg: 0 }, slope(-steep, 0, stimp), { hole_m: null });
    t.deepEqual([away.rests, away.time_s], [false, 20]);
    const held = rollOver({ speed_mps: 0.5, start_deg: 0 }, slope(-(steep - 0.2), 0, stimp), { hole_m: null });
    t.true(held.rests);
  }
  const uphill = rollOver({ speed_mps: 1, start_deg: 0 }, slope(9, 0), { hole_m: 3 });
  t.deepEqual([uphill.rests, uphill.verdict, uphill.x_m < 0], [false, 'short', true], 'it comes back');
  t.deepEqual(rollOver({ speed_mps: 0, start_deg: 0 }, slope(3, 3), { hole_m: 3 }).x_m, 0);
});

test('[roll] a ball that leaves the grid of its contours leaves the green', (t) => {
  const off = rollOver({ speed_mps: 5, start_deg: 85 }, greenWith(contoursOf(rolling)), { hole_m: 3 });
  t.deepEqual([off.rests, off.verdict], [false, 'miss']);
  t.true(off.y_m < 9.5 && off.y_m > 8);
});

test('[roll] an ideal putt is holed, and one struck at the hole on the same slope is not', (t) => {
  for (const green of [slope(0, 2), slope(1.5, -3), slope(-2, 2), greenWith(contoursOf({ ...rolling, left_m: -5 }))]) {
    const putt = present(idealPutt(green, { hole_m: 3, past_m: 0.3 }));
    t.is(rollOver(putt, green, { hole_m: 3 }).verdict, 'holed');
    if (Math.abs(putt.start_deg) > 2) t.not(rollOver({ ...putt, start_deg: 0 }, green, { hole_m: 3 }).verdict, 'holed');
  }
  t.is(idealPutt(slope(-12, 0), { hole_m: 3, past_m: 0.3 }), null, 'faster at the hole from a standstill');
});

test('[roll] finds an ideal putt on every slope up to 3 % each way, which is holed', (t) => {
  const wishes = fc.record({
    up: fc.double({ min: -3, max: 3, noNaN: true }),
    side: fc.double({ min: -3, max: 3, noNaN: true }),
    stimp: fc.double({ min: 8, max: 12, noNaN: true }),
    ft: fc.double({ min: 2, max: 30, noNaN: true }),
    past_in: fc.double({ min: 0, max: 36, noNaN: true }),
    rolls: fc.boolean(),
  });
  fc.assert(
    fc.property(wishes, ({ up, side, stimp, ft, past_in, rolls }) => {
      const [green, hole_m] = [slope(up, side, stimp), ft * FOOT_M];
      const putt = idealPutt(green, { hole_m, past_m: past_in * INCH_M, rolls });
      const { verdict } = rollOver({ ...present(putt), rolls }, green, { hole_m });
      if (verdict !== 'holed') throw new Error(`${verdict} from ${JSON.stringify(putt)}`);
    }),
    { numRuns: 150, endOnFailure: true },
  );
  t.pass();
});

test('[roll] a hole captures a faster ball uphill than downhill, and a lip-out keeps its line', (t) => {
  const fastest = (up: number): number => {
    let [low, high] = [0.5, 6];
    const entering = (speed_mps: number): number => {
      let at_hole = 0;
      rollOver({ speed_mps, start_deg: 0, rolls: true }, slope(up, 0), {
        hole_m: null,
        trace: ({ x, vx }) => x < 0.5 && (at_hole = vx),
      });
      return at_hole;
    };
    for (let i = 0; i < 40; i++) {
      const middle = (low + high) / 2;
      const { verdict } = rollOver({ speed_mps: middle, start_deg: 0, rolls: true }, slope(up, 0), { hole_m: 0.5 });
      if (verdict === 'holed') low = middle;
      else high = middle;
    }
    return entering(low);
  };
  t.true(fastest(4) > fastest(0));
  t.true(fastest(0) > fastest(-4));
  const struck: StruckBall = { speed_mps: 4, start_deg: 0.4 };
  const out = rollOver(struck, slope(-1, 0), { hole_m: 3 });
  t.deepEqual([out.verdict, out.too_fast], ['lip', true]);
  t.true(out.x_m > 4 && out.y_m > 0);
});

test('[roll] the path begins at the ball, has even times, and ends where the ball rests', (t) => {
  const { outcome, path } = pathOf({ speed_mps: 2.4, start_deg: -5 }, slope(0, 2), null, 1 / 30);
  t.deepEqual(path[0], { t_s: 0, x_m: 0, y_m: 0 });
  const { x_m, y_m, time_s } = outcome;
  t.deepEqual(path.at(-1), { t_s: time_s, x_m, y_m });
  for (const [i, { t_s }] of path.slice(0, -1).entries()) t.true(Math.abs(t_s - i / 30) < 1e-12);
  t.is(path.length, Math.ceil(time_s * 30) + 1);
  const fine = pathOf({ speed_mps: 2.4, start_deg: -5 }, slope(0, 2), null, 1 / 300).path;
  for (const [i, point] of path.slice(0, -1).entries())
    t.true(Math.hypot(point.x_m - present(fine[10 * i]).x_m, point.y_m - present(fine[10 * i]).y_m) < 1e-6);
});

test('[roll] the roll on slopes computes with operations that every machine rounds alike', (t) => {
  for (const file of ['ball-motion', 'direction', 'hole-crossing', 'path', 'sloped-roll', 'surface']) {
    const source = readFileSync(new URL(`../../../firmware/roll/${file}.ts`, import.meta.url), 'utf8');
    const code = source.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, '');
    const used = new Set(code.match(/Math\.\w+|\*\*/g));
    for (const name of ['Math.sqrt', 'Math.floor', 'Math.min', 'Math.max', 'Math.round', 'Math.PI']) used.delete(name);
    t.deepEqual([...used], [], file);
  }
});
