// Finds the runs that reached parts of the machines that no earlier run had reached.

import type { Coverage } from './coverage.ts';

interface SeedCoverage {
  readonly seed: number;
  readonly coverage: Coverage;
}

export interface FirstReached {
  readonly seed: number;
  /** Number of states, transitions and guard results that this run reached first. */
  readonly reached: number;
}

/** Returns the runs in order, without those that reached nothing new. */
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
