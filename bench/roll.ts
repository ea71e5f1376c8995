// Verdicts a second, on one core: on a flat green, on a plane slope, on contours; and the ideal line.

import { idealPutt } from '../firmware/roll/aim.ts';
import { FOOT_M } from '../firmware/roll/roll.ts';
import { rollOver, type SlopedGreen } from '../firmware/roll/sloped-roll.ts';
import { contoursOf, planeOf } from '../firmware/roll/surface.ts';
import { outcomeOf } from '../firmware/roll/verdict.ts';
import { median, ms, thousands, type BenchFigure, type BenchSize } from './figures.ts';

const COUNTS = { whole: { rounds: 9, putts: 50_000, lines: 50 }, tiny: { rounds: 1, putts: 10, lines: 1 } } as const;
const HOLE_FT = 10;

const GREEN = { stimp_ft: 10, x_factor: 1 };
const PLANE: SlopedGreen = { surface: planeOf({ up_percent: 1, side_percent: 2 }), ...GREEN };
const CONTOURS: SlopedGreen = {
  surface: contoursOf({
    heights_mm: Array.from(
      { length: 30 * 30 },
      (_, i) => 30 * Math.sin((i % 30) / 5) * Math.cos(Math.floor(i / 30) / 4),
    ),
    columns: 30,
    grid_m: 0.5,
    left_m: -3,
    top_m: -7,
  }),
  ...GREEN,
};

/** Returns putts of 2 to 3 m/s, within 6° of the line. */
const puttAt = (i: number) => ({ speed_mps: 2 + (i % 100) / 100, start_deg: -6 + (i % 37) / 3 });

export function benchRoll(size: BenchSize): readonly BenchFigure[] {
  const { rounds, putts, lines } = COUNTS[size];
  const hole_m = HOLE_FT * FOOT_M;
  const flat = rateOf(rounds, putts, (i) => outcomeOf(puttAt(i), GREEN, HOLE_FT));
  const plane = rateOf(rounds, putts, (i) => rollOver(puttAt(i), PLANE, { hole_m }));
  const contours = rateOf(rounds, putts / 10, (i) => rollOver(puttAt(i), CONTOURS, { hole_m }));
  const line = rateOf(rounds, lines, () => idealPutt(PLANE, { hole_m, past_m: 0.3 }));
  return [
    {
      what: 'verdicts a second on a plane slope',
      value: thousands(plane),
      beside: `aim 1,000,000; flat ${thousands(flat)}`,
    },
    { what: 'verdicts a second on contours', value: thousands(contours), beside: 'aim 100,000' },
    { what: 'ideal line on a plane slope', value: ms(1000 / line), beside: '' },
  ];
}

function rateOf(rounds: number, count: number, work: (i: number) => unknown): number {
  const rates = Array.from({ length: rounds }, () => {
    const start = performance.now();
    for (let i = 0; i < count; i++) work(i);
    return (1000 * count) / (performance.now() - start);
  });
  return median(rates);
}
