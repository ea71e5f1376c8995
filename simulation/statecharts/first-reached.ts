// Of several runs, one after the other: which of them reached something of the machines that none before it had.

import type { Coverage } from './coverage.ts';

interface SeedCoverage {
  readonly seed: number;
  readonly coverage: Coverage;
}

export interface FirstReached {
  readonly seed: number;
  /** States, transitions, and ways that a guard went, which it was the first to reach. */
  readonly reached: number;
}

/** In the order of the runs; those that reached nothing new are left out. */
export function firstReached(runs: readonly SeedCoverage[]): readonly FirstReached[] {
  const known = new Set<string>();
  return runs.flatMap(({ seed, coverage }) => {
    const before = known.size;
    for (const name of reachedIn(coverage)) known.add(name);
    return known.size > before ? [{ seed, reached: known.size - before }] : [];
  });
}

const reachedIn = (coverage: Coverage): readonly string[] =>
  coverage.flatMap(({ id, states, transitions }) => [
    ...states.flatMap(({ path, entered }) => (entered > 0 ? [`${id} ${path}`] : [])),
    ...transitions.flatMap(({ name, taken, guard_true, guard_false }) => [
      ...(taken > 0 ? [`${id} ${name}`] : []),
      ...(guard_true > 0 ? [`${id} ${name} true`] : []),
      ...(guard_false > 0 ? [`${id} ${name} false`] : []),
    ]),
  ]);
