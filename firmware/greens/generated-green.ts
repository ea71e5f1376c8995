// Greens derived from the numbers of a course and a hole: a tilt, three to five hills and hollows, and a bank on about one
// green in three.

import { fractionsOf } from '../../wire/fractions.ts';
import { hill, step, type HeightAt } from './surface-from.ts';

/** Least height of a hill and depth of a hollow; the highest are 1.3. */
const LOWEST = 0.3;

/** Returns the shape of the green of a hole. The same numbers give the same green on every device. */
export function generatedGreen(course: number, hole: number, tee_m: number): HeightAt {
  const fractions = fractionsOf(`green ${course} ${hole}`).values();
  const between = (low: number, high: number): number => low + (high - low) * (fractions.next().value ?? 0);
  const [tilt_x, tilt_y] = [between(-0.12, 0.12), between(-0.16, 0.16)];
  const has_bank = between(0, 3) < 1;
  const [bank_x, lean] = [-tee_m * between(0.3, 0.8), between(-0.4, 0.4)];
  const hills = Array.from({ length: 3 + Math.floor(between(0, 3)) }, () => {
    const shape = hill(between(-tee_m - 1, 3), between(-4.5, 4.5), between(3, 7));
    const height = between(-1, 1);
    return { shape, height: height < 0 ? height - LOWEST : height + LOWEST };
  });
  return (x, y) =>
    hills.reduce((sum, { shape, height }) => sum + height * shape(x, y), tilt_x * x + tilt_y * y) +
    (has_bank ? step(x + lean * y, bank_x, 2.4) : 0);
}
