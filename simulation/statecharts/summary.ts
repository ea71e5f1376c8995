// Summarises coverage: counts of states, transitions and guards, and the gaps, by the names that the exceptions use. A
// guard counts as reached after it has returned true and false.

import type { Coverage, MachineCoverage, TransitionCoverage } from './coverage.ts';
import { reasonFor, type Exceptions } from './exceptions.ts';

export interface Share {
  readonly hit: number;
  readonly of: number;
}

/** An unreachable part and the reason. */
interface Excused {
  readonly name: string;
  readonly reason: string;
}

export interface MachineSummary {
  readonly id: string;
  readonly file: string;
  readonly states: Share;
  readonly transitions: Share;
  readonly guards: Share;
  /** Share of all three together, 0 to 100. */
  readonly percent: number;
  /** Names of the parts that were not reached. */
  readonly gaps: readonly string[];
  readonly excused: readonly Excused[];
}

export type Totals = Pick<MachineSummary, 'states' | 'transitions' | 'guards' | 'percent'>;

/** A part that can be reached. */
interface Point {
  readonly name: string;
  readonly hit: boolean;
  readonly reason: string | null;
}

export function summaryOf(machine: MachineCoverage, exceptions: Exceptions): MachineSummary {
  const { id, file } = machine;
  const why = (name: string): string | null => reasonFor(exceptions, id, name);
  const states = machine.states.map(({ path, entered }): Point => {
    const name = stateName(path);
    return { name, hit: entered > 0, reason: why(name) };
  });
  const transitions = machine.transitions.map(({ name, taken }): Point => ({
    name,
    hit: taken > 0,
    reason: why(name),
  }));
  const guards = machine.transitions.filter(({ guard }) => guard !== null).map((each) => guardPoint(each, why));
  const all = [...states, ...transitions, ...guards];
  const missing = all.filter(({ hit, reason }) => !hit && reason === null).map(({ name }) => name);
  const excused = all.flatMap(({ name, hit, reason }) => (hit || reason === null ? [] : [{ name, reason }]));
  return {
    id,
    file,
    ...totalsOf(shareOf(states), shareOf(transitions), shareOf(guards)),
    gaps: [...new Set(missing)],
    excused: [...new Map(excused.map((each) => [each.name, each])).values()],
  };
}

export const stateName = (path: string): string => `state ${path}`;
const neverFalse = (transition: string): string => `${transition} · never false`;

/** A guard that was never true is the same gap as its transition. */
function guardPoint(
  { name, guard_true, guard_false }: TransitionCoverage,
  why: (name: string) => string | null,
): Point {
  const never_false = neverFalse(name);
  if (guard_true > 0) return { name: never_false, hit: guard_false > 0, reason: why(never_false) };
  return { name, hit: false, reason: why(name) };
}

const shareOf = (points: readonly Point[]): Share => ({
  hit: points.filter(({ hit }) => hit).length,
  of: points.filter(({ hit, reason }) => hit || reason === null).length,
});

function totalsOf(states: Share, transitions: Share, guards: Share): Totals {
  return { states, transitions, guards, percent: percentOf(plus(plus(states, transitions), guards)) };
}

const plus = (one: Share, other: Share): Share => ({ hit: one.hit + other.hit, of: one.of + other.of });

/** Rounds down to a tenth: 100 means everything. */
const percentOf = ({ hit, of }: Share): number => (of === 0 ? 100 : Math.floor((hit / of) * 1000) / 10);

export function sumOf(summaries: readonly MachineSummary[]): Totals {
  const sum = (of: (summary: MachineSummary) => Share): Share => summaries.map(of).reduce(plus, { hit: 0, of: 0 });
  return totalsOf(
    sum(({ states }) => states),
    sum(({ transitions }) => transitions),
    sum(({ guards }) => guards),
  );
}

/** Returns one sentence per exception that names an unknown part, or one that was reached. */
export function wrongExceptions(coverage: Coverage, exceptions: Exceptions): readonly string[] {
  const reached = new Map(coverage.map((machine) => [machine.id, reachedIn(machine)]));
  return Object.entries(exceptions).flatMap(([id, names]) =>
    Object.keys(names).flatMap((name) => {
      const machine = reached.get(id);
      if (!machine) return [`The exceptions name an unknown machine: ${id}.`];
      const hit = machine.get(name);
      if (hit === undefined) return [`The exceptions of ${id} name an unknown entry: "${name}".`];
      return hit ? [`The exceptions of ${id} name "${name}", which was reached.`] : [];
    }),
  );
}

const reachedIn = ({ states, transitions }: MachineCoverage): ReadonlyMap<string, boolean> =>
  new Map([
    ...states.map(({ path, entered }) => [stateName(path), entered > 0] as const),
    ...transitions.flatMap(({ name, guard, taken, guard_false }) => [
      [name, taken > 0] as const,
      ...(guard === null ? [] : [[neverFalse(name), guard_false > 0] as const]),
    ]),
  ]);
