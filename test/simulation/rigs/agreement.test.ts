// Tests of bias, spread and verdict of two sensors, against values computed by hand.

import test from 'ava';
import type { StrikeValues } from '../../../hal/sensor/swing.ts';
import { agreementsOf, type Agreement } from '../../../simulation/rigs/agreement.ts';
import { plotOf } from '../../../simulation/rigs/agreement-plot.ts';
import { tableLines } from '../../../simulation/rigs/agreement-text.ts';
import { pairByStroke, pairInOrder } from '../../../simulation/rigs/pairing.ts';
import { assertDefined } from '../../../wire/errors.ts';

const strike = (club_speed_mps: number, face_angle_deg = 0, rest: Partial<StrikeValues> = {}): StrikeValues => ({
  club_speed_mps,
  face_angle_deg,
  face_rotation_deg_per_in: 0.5,
  attack_angle_deg: 1,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
  clamped: false,
  ...rest,
});

const of = (agreements: readonly Agreement[], name: string): Agreement =>
  assertDefined(
    agreements.find(({ kind }) => kind.name === name),
    name,
  );

test('[rig] compares speed in percent of A and angles in degrees, as by hand', (t) => {
  const pairs = [
    { a: strike(1, 1), b: strike(1.01, 1.1) },
    { a: strike(2, 0), b: strike(2.04, 0.1) },
    { a: strike(4, -1), b: strike(4.04, -0.9) },
  ];
  const speed = of(agreementsOf(pairs), 'club_speed_mps');
  // Differences of 1, 2 and 1 %: mean 4/3, SD √(1/3), t(2) = 4.303, and 4.303 · √(1/3) / √3 = 4.303 / 3.
  t.true(Math.abs(speed.bias - 4 / 3) < 1e-9);
  t.true(Math.abs(speed.sd - Math.sqrt(1 / 3)) < 1e-9);
  t.true(Math.abs(speed.confidence - 4.303 / 3) < 1e-9);
  t.true(Math.abs(speed.worst - 2) < 1e-9);
  const face = of(agreementsOf(pairs), 'face_angle_deg');
  t.true(Math.abs(face.bias - 0.1) < 1e-9 && face.sd < 1e-9);
  t.deepEqual([speed.verdict, face.verdict], ['scattered', 'within']);
});

test('[rig] judges a bias or spread beyond the budget, within it, and too few strokes', (t) => {
  const verdict = (...differences: readonly number[]): string =>
    of(agreementsOf(differences.map((off) => ({ a: strike(1), b: strike(1, off) }))), 'face_angle_deg').verdict;
  t.is(verdict(0.2, 0.21, 0.19, 0.2), 'biased');
  t.is(verdict(-0.14, -0.15, -0.13, -0.14), 'biased', 'limits of agreement exceed the budget');
  t.is(verdict(0.1, -0.1, 0.12, -0.12, 0.1, -0.1), 'scattered');
  t.is(verdict(0.05, 0.06, 0.04, 0.05), 'within');
  t.is(verdict(0.02, 0.07), 'too few', 'an interval of ±0.32 with one degree of freedom');
  t.is(verdict(0), 'too few');
  t.is(verdict(), 'too few');
});

test('[rig] ignores a figure that one sensor did not measure or that was clamped', (t) => {
  const pairs = [
    { a: strike(1), b: strike(1) },
    { a: strike(1), b: strike(1, 0, { attack_angle_deg: null }) },
    { a: strike(1), b: strike(1, 0, { left_inner_proportion: 1, clamped: true }) },
  ];
  const agreements = agreementsOf(pairs);
  t.deepEqual(agreements.map(({ n }) => n), [3, 3, 3, 2, 2, 2]); // oxfmt-ignore
});

test('[rig] pairs the strokes of two lists in order and names those without a partner', (t) => {
  const a = [strike(1), strike(2, 1), strike(3, -1), strike(1.5, 2)];
  const off = (each: StrikeValues): StrikeValues => ({ ...each, club_speed_mps: each.club_speed_mps * 0.97 });
  const b = [a[0], a[2], a[3]].map((each) => off(assertDefined(each, 'strike')));
  const paired = pairInOrder(a, b);
  t.deepEqual(paired.pairs.map((pair) => pair.a.club_speed_mps), [1, 3, 1.5]); // oxfmt-ignore
  t.deepEqual([paired.alone_a, paired.alone_b], [[2], []]);
  const turned = pairInOrder(b, a);
  t.deepEqual(turned.pairs.map((pair) => pair.b.club_speed_mps), [1, 3, 1.5]); // oxfmt-ignore
  t.deepEqual([turned.alone_a, turned.alone_b], [[], [2]]);
  const struck = pairByStroke([strike(1), null, strike(2)], [strike(1), strike(3), null]);
  t.deepEqual([struck.pairs.length, struck.alone_a, struck.alone_b], [1, [3], [2]]);
});

test('[rig] names both sensors in table and plot, and words the verdict', (t) => {
  const pairs = [1, 2, 3].map((speed) => ({ a: strike(speed), b: strike(speed * 0.98) }));
  const agreements = agreementsOf(pairs);
  const names = { a: 'virtual', b: 'bench <1>' };
  const table = tableLines(names, { pairs, alone_a: [2], alone_b: [] }, agreements);
  t.deepEqual(table.slice(0, 2), ['A is virtual, B is bench <1>: 3 strokes on both', 'strokes only on A: 2']);
  t.regex(table[4] ?? '', /^Club speed +3 +−2\.00 ± 0\.00 % .* OFF: B reads 2\.00 % too low$/);
  t.regex(table[5] ?? '', / ok$/);
  const plot = plotOf(names, agreements);
  t.true(plot.includes('Club speed: OFF by bias') && plot.includes('bench &lt;1>'));
  t.is([...plot.matchAll(/class="cross"/g)].length, 3, 'one cross for each difference beyond the budget');
  t.notRegex(plot, /NaN|Infinity/);
  t.notRegex(plotOf(names, agreementsOf([])), /NaN|Infinity/);
});
