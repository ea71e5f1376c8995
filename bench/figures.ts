// Results of a benchmark: a value next to its target or to a peer measured in the same run, or a table of values.
// Nothing is asserted.

export interface BenchFigure {
  readonly what: string;
  readonly value: string;
  /** Aim, or the figure of a peer from the same run. */
  readonly beside: string;
}

/** Table of figures: several for each row. */
export interface Tabled {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
  /** Footnotes for the reader. */
  readonly notes: readonly string[];
}

/** Options of the benchmark `relay`. */
export interface BenchSettings {
  /** Number of concurrently held requests. */
  readonly held?: number;
  readonly inputs?: number;
}

/** Size of a benchmark run: `whole` gives figures to compare, `tiny` only checks that it works, as in the tests. */
export type BenchSize = 'whole' | 'tiny';

/** Returns the value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const thousands = (value: number): string => Math.round(value).toLocaleString('en');
