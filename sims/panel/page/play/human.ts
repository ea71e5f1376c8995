// Adds a human player's spread to an intended stroke of the pad.

import { randomFrom, type Random } from '../../../../hal/random/random.ts';
import { perfectStroke, withSpread } from '../../../putter/golfer.ts';

/** Returns the stroke with random deviations. `numbers`: the intended values, as far as given. */
export function asPersonSwings(
  numbers: Readonly<Record<string, number>>,
  random: Pick<Random, 'normal'> = ofPage,
): Readonly<Record<string, number>> {
  const { club_speed_mps = 0 } = numbers;
  const swung = withSpread({ ...perfectStroke(club_speed_mps), ...numbers }, random);
  return Object.fromEntries(Object.entries(swung).map(([name, value]) => [name, Math.round(value * 1000) / 1000]));
}

const ofPage: Random = randomFrom(
  () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
  () => ofPage,
);
