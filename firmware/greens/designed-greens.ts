// Greens designed by hand. `tee`: the distance of the ball from the hole, metres.

import { hill, step, type HeightAt } from './surface-from.ts';

interface DesignedGreen {
  readonly name: string;
  /** Shape in one line, for the pictures in docs/. */
  readonly about: string;
  shape(tee: number): HeightAt;
}

export const DESIGNED_GREENS: readonly DesignedGreen[] = [
  {
    name: 'Bowl',
    about: 'Gathers every ball into a hollow behind the hole.',
    shape: () => sumOf([-1, hill(0.8, 0.6, 7)]),
  },
  {
    name: 'Crown',
    about: 'Up over a dome, then away on all sides.',
    shape: (tee) => sumOf([1, hill(-0.45 * tee, 0.7, 6.5)]),
  },
  {
    name: 'Tier',
    about: 'A bank up to a level that leans to the right.',
    shape: (tee) => (x, y) => step(x, -0.62 * tee, 2.6) - 0.1 * y,
  },
  {
    name: 'Saddle',
    about: 'High on both sides, low at both ends.',
    shape: (tee) =>
      sumOf(
        [1, hill(-0.55 * tee, -4, 6)],
        [0.8, hill(-0.45 * tee, 4, 6)],
        [-0.8, hill(-1.2 * tee, 0, 6)],
        [-1, hill(1.5, 0.5, 6)],
      ),
  },
  {
    name: 'False front',
    about: 'Steep at first, then almost level.',
    shape: (tee) => (x, y) => step(x, -0.95 * tee, 0.45 * tee) - 0.02 * x + 0.06 * y,
  },
  {
    name: 'Spine',
    about: 'A ridge along the line to the hole.',
    shape: (tee) => {
      const ridge = (y: number): number => 1 - step(Math.abs(y - 0.15), 0, 3.5);
      return (x, y) => ridge(y + 0.12 * (x + 0.5 * tee)) + 0.03 * x;
    },
  },
  {
    name: 'Swale',
    about: 'Down through a valley and up again to the hole.',
    shape: (tee) => (x, y) => -(1 - step(Math.abs(x + 0.5 * tee - 0.2 * y), 0, 2.8)) + 0.05 * y,
  },
  {
    name: 'Redan',
    about: 'Falls away past a shoulder on the left.',
    shape: (tee) => {
      const shoulder = hill(-0.45 * tee, -2.2, 4.5);
      return (x, y) => -0.06 * x - 0.12 * y + 0.8 * shoulder(x, y);
    },
  },
  {
    name: 'Double break',
    about: 'To the right at first, to the left at the hole.',
    shape: (tee) =>
      sumOf(
        [1, hill(-0.85 * tee, -2.6, 4.5)],
        [-0.7, hill(-0.8 * tee, 3, 4.5)],
        [1, hill(-0.15 * tee, 2.6, 4.5)],
        [-0.7, hill(-0.2 * tee, -3, 4.5)],
      ),
  },
];

/** Returns the sum of hills and hollows, each with its height. */
function sumOf(...parts: readonly (readonly [height: number, shape: HeightAt])[]): HeightAt {
  return (x, y) => parts.reduce((sum, [height, shape]) => sum + height * shape(x, y), 0);
}
