// What every benchmark gives: a figure, and beside it the aim or a peer measured in the same run, or a table of them. Nothing is asserted.

export interface Figure {
  readonly what: string;
  readonly value: string;
  /** The aim, or a peer of the same run. */
  readonly beside: string;
}

/** Several figures of each of several things. */
export interface Tabled {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly string[] }[];
  /** What a reader has to know of it. */
  readonly notes: readonly string[];
}

/** Options of the benchmark `relay`. */
export interface Settings {
  /** Requests held at once. */
  readonly held?: number;
  readonly inputs?: number;
}

/** How much a bench does: `whole` for figures to compare, `tiny` to see that it works, as the tests do. */
export type Size = 'whole' | 'tiny';

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);
export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;
export const thousands = (value: number): string => Math.round(value).toLocaleString('en');
