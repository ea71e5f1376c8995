// Which strike of one sensor is which of the other.

import type { StrikeValues } from '../../hal/sensor/swing.ts';

export interface Pair {
  readonly a: StrikeValues;
  readonly b: StrikeValues;
}

export interface Pairing {
  readonly pairs: readonly Pair[];
  /** Those without a partner, by their places in their lists, from 1. */
  readonly alone_a: readonly number[];
  readonly alone_b: readonly number[];
}

/** Strokes that were struck on both, in the same order: null where a sensor had nothing of one. */
export function pairByStroke(a: readonly (StrikeValues | null)[], b: readonly (StrikeValues | null)[]): Pairing {
  const strokes = a.map((_, at) => ({ a: a[at] ?? null, b: b[at] ?? null, place: at + 1 }));
  return {
    pairs: strokes.flatMap(({ a: one, b: other }) => (one && other ? [{ a: one, b: other }] : [])),
    alone_a: strokes.filter(({ a: one, b: other }) => one && !other).map(({ place }) => place),
    alone_b: strokes.filter(({ a: one, b: other }) => other && !one).map(({ place }) => place),
  };
}

/** Strikes of which only the order is known: of the longer list those are left out with which the others lie nearest to each other. */
export function pairInOrder(a: readonly StrikeValues[], b: readonly StrikeValues[]): Pairing {
  if (a.length < b.length) {
    const { pairs, alone_a, alone_b } = pairInOrder(b, a);
    return { pairs: pairs.map((pair) => ({ a: pair.b, b: pair.a })), alone_a: alone_b, alone_b: alone_a };
  }
  const chosen = nearest(a, b);
  return {
    pairs: chosen.flatMap((at, place) => {
      const [one, other] = [a[at], b[place]];
      return one && other ? [{ a: one, b: other }] : [];
    }),
    alone_a: a.map((_, at) => at + 1).filter((place) => !chosen.includes(place - 1)),
    alone_b: [],
  };
}

/** For each of the shorter list its partner in the longer one: the least sum of distances, found row by row. */
function nearest(long: readonly StrikeValues[], short: readonly StrikeValues[]): readonly number[] {
  // cost[i][j]: of the first j of the short list among the first i of the long one.
  const cost: number[][] = [[0, ...short.map(() => Infinity)]];
  for (const [i, one] of long.entries()) {
    const before = cost[i] ?? [];
    cost.push([
      0,
      ...short.map((other, j) => Math.min(before[j + 1] ?? Infinity, (before[j] ?? Infinity) + distance(one, other))),
    ]);
  }
  const chosen: number[] = [];
  let i = long.length;
  for (let j = short.length; j > 0; i--) {
    if (cost[i]?.[j] === cost[i - 1]?.[j]) continue;
    chosen.unshift(i - 1);
    j--;
  }
  return chosen;
}

/** A twentieth of the speed weighs as much as a degree. */
const distance = (one: StrikeValues, other: StrikeValues): number =>
  Math.abs(Math.log(one.club_speed_mps / other.club_speed_mps)) / 0.05 +
  Math.abs(one.face_angle_deg - other.face_angle_deg);
