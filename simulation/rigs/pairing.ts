// Pairs the strikes of two sensors.

import type { StrikeValues } from '../../hal/sensor/swing.ts';

export interface Pair {
  readonly a: StrikeValues;
  readonly b: StrikeValues;
}

export interface Pairing {
  readonly pairs: readonly Pair[];
  /** 1-based positions of the unpaired strikes in each list. */
  readonly alone_a: readonly number[];
  readonly alone_b: readonly number[];
}

/** Pairs strikes of strokes made on both in the same order; null marks a stroke that a sensor missed. */
export function pairByStroke(a: readonly (StrikeValues | null)[], b: readonly (StrikeValues | null)[]): Pairing {
  const strokes = a.map((_, at) => ({ a: a[at] ?? null, b: b[at] ?? null, place: at + 1 }));
  return {
    pairs: strokes.flatMap(({ a: one, b: other }) => (one && other ? [{ a: one, b: other }] : [])),
    alone_a: strokes.filter(({ a: one, b: other }) => one && !other).map(({ place }) => place),
    alone_b: strokes.filter(({ a: one, b: other }) => other && !one).map(({ place }) => place),
  };
}

/**
 * Pairs strikes only by order: drops the strikes of the longer list whose removal brings the remaining pairs closest
 * together.
 */
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

/** Finds a partner in the longer list for each strike of the shorter one with the least total distance, row by row. */
function nearest(long: readonly StrikeValues[], short: readonly StrikeValues[]): readonly number[] {
  // cost[i][j]: least cost of the first j of the short list among the first i of the long one.
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

/** Weights a 5 % difference in speed like one degree. */
const distance = (one: StrikeValues, other: StrikeValues): number =>
  Math.abs(Math.log(one.club_speed_mps / other.club_speed_mps)) / 0.05 +
  Math.abs(one.face_angle_deg - other.face_angle_deg);
