// Stores the figures of several runs in a file and compares them with earlier ones: medians with their spread, and
// which moved beyond it.

import { readFileSync, writeFileSync } from 'node:fs';
import * as v from 'valibot';
import { fail, messageOf, ok, type Result } from '../wire/errors.ts';
import { median, type BenchFigure, type Tabled } from './figures.ts';

const figureShape = v.object({
  bench: v.string(),
  what: v.string(),
  unit: v.string(),
  /** One value per run, in order. */
  values: v.pipe(v.array(v.number()), v.minLength(1)),
  /** Aim or peer, as printed by the last run. */
  beside: v.optional(v.string(), ''),
});
const fileShape = v.object({
  tapin_figures: v.literal(1),
  /** Timestamp in UTC. */
  at: v.string(),
  machine: v.string(),
  figures: v.array(figureShape),
});

export type KeptFigure = v.InferOutput<typeof figureShape>;
export type KeptFigures = v.InferOutput<typeof fileShape>;

/** Splits `1,260 ms` into a number and its unit; null if it is not a number. */
export function readValue(value: string): { readonly number: number; readonly unit: string } | null {
  const [, digits = '', unit = ''] = /^(-?[\d,]+(?:\.\d+)?)(?: (\S+))?$/.exec(value) ?? [];
  return digits === '' ? null : { number: Number(digits.replaceAll(',', '')), unit };
}

/**
 * Adds the printed result of a benchmark to the figures of the earlier runs; each cell of a table counts as one figure.
 */
export function withFigures(kept: readonly KeptFigure[], bench: string, printed: BenchFigure | Tabled): KeptFigure[] {
  const all = [...kept];
  for (const [what, value, beside] of valuesIn(printed)) {
    const read = readValue(value);
    if (!read) continue;
    const at = all.findIndex((each) => each.bench === bench && each.what === what);
    const values = [...(all[at]?.values ?? []), read.number];
    all.splice(at === -1 ? all.length : at, 1, { bench, what, unit: read.unit, values, beside });
  }
  return all;
}

const valuesIn = (printed: BenchFigure | Tabled): readonly (readonly [what: string, value: string, beside: string])[] =>
  'value' in printed
    ? [[printed.what, printed.value, printed.beside]]
    : printed.rows.flatMap(({ name, cells }) =>
        cells.map((cell, at) => [`${printed.title}: ${name}, ${printed.heads[at] ?? ''}`, cell, ''] as const),
      );

/** Writes the figures to a file. Errors: `bad_value`. */
export function writeFigures(path: string, figures: KeptFigures): Result<void> {
  try {
    writeFileSync(path, `${JSON.stringify(figures, null, 1)}\n`);
    return ok(undefined);
  } catch (thrown) {
    return fail('bad_value', `${path} can't be written: ${messageOf(thrown)}.`);
  }
}

/** Reads the figures from a file. Errors: `bad_value`. */
export function readFigures(path: string): Result<KeptFigures> {
  try {
    const read = v.safeParse(fileShape, JSON.parse(readFileSync(path, 'utf8')));
    return read.success ? ok(read.output) : fail('bad_value', `${path} has no figures; write them with --json.`);
  } catch (thrown) {
    return fail('bad_value', `${path} can't be read: ${messageOf(thrown)}.`);
  }
}

/** Returns a line with the ratio for each figure present in both, those that moved first. */
export function comparisonOf(before: KeptFigures, now: readonly KeptFigure[]): readonly string[] {
  const pairs = now.flatMap((each) => {
    const old = before.figures.find(({ bench, what, unit }) => bench === each.bench && what === each.what && unit === each.unit); // oxfmt-ignore
    return old ? [{ each, old, moved: isApart(old.values, each.values) }] : [];
  });
  const lines = [...pairs.filter(({ moved }) => moved), ...pairs.filter(({ moved }) => !moved)].map(
    ({ each, old, moved }) => {
      const times = (median(each.values) / median(old.values)).toFixed(2);
      return `${moved ? '*' : ' '} ${each.what.padEnd(66)} ${spreadText(old).padStart(22)} → ${spreadText(each).padEnd(22)} ${times} ×`;
    },
  );
  const apart = pairs.filter(({ moved }) => moved).length;
  return [
    `Compared with the figures of ${before.at} on ${before.machine}: median (least to most).`,
    ...lines,
    `${apart} of ${pairs.length} moved beyond their spread (*).`,
  ];
}

/** True if the two ranges do not overlap. */
const isApart = (a: readonly number[], b: readonly number[]): boolean =>
  Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a);

/** Formats as `2,708 (2,600–2,900) ms`. */
export function spreadText({ values, unit }: Pick<KeptFigure, 'values' | 'unit'>): string {
  const text = (value: number): string => value.toLocaleString('en', { maximumSignificantDigits: 4 });
  const spread = values.length > 1 ? ` (${text(Math.min(...values))}–${text(Math.max(...values))})` : '';
  return `${text(median(values))}${spread}${unit === '' ? '' : ` ${unit}`}`;
}
