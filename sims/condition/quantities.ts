// Quantities in scenarios: a time with its unit, a figure with its tolerance.

import * as v from 'valibot';
import { nearestWord } from '../../wire/nearest-word.ts';

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };
const DURATION = /^(\d+(?:\.\d+)?) ?(ms|s|min|h)$/;
const DURATION_MS_MAX = 24 * 3_600_000;

const msOf = (text: string): number => {
  const [, count = '0', unit = 'ms'] = DURATION.exec(text) ?? [];
  return Number(count) * (MS[unit] ?? 1);
};

const DURATION_FORM = 'must be a time such as 5 s, 200 ms or 2 min';

/** Returns the message for an invalid time; a bare number lacks its unit. */
const noDuration = (given: unknown): string =>
  /^\d+(\.\d+)?$/.test(String(given)) ? `: ${String(given)} has no unit; write ${String(given)} s` : DURATION_FORM;

/** Parses `5 s`, `200 ms`, `2 min` or `1 h` to milliseconds, a day at most. */
export const duration = v.pipe(
  v.string(({ input }) => noDuration(input)),
  v.regex(DURATION, ({ input }) => noDuration(input)),
  v.transform(msOf),
  v.maxValue(DURATION_MS_MAX, 'must be at most 24 h'),
);

export interface ExpectedFigure {
  readonly value: number;
  readonly tolerance: number;
  /** Unit; '' for a figure without one. */
  readonly unit: string;
}

/** Units that can follow figures on the screen. */
const UNITS = ['mph', 'm/s', 'ft', 'm', '°', '°/in', '%', 'min', 'pt', 'pts', 'point', 'points', 'putt', 'putts', 'stroke', 'strokes', 'hole', 'holes', 'skin', 'skins', 'in'] as const; // oxfmt-ignore
const NUMBER = String.raw`[-+−]?\d+(?:\.\d+)?`;
const TOLERANCE = String.raw`(?: ?(?:±|\+-|\+\/-) ?(\d+(?:\.\d+)?))?`;
/** Format of a figure in a scenario. */
const FIGURE = new RegExp(`^(${NUMBER})${TOLERANCE} ?(${UNITS.join('|')})?$`);
/** Format of a figure on the screen, optionally followed by words. */
const SHOWN = new RegExp(String.raw`^(${NUMBER})${TOLERANCE} ?([^\d\s±+][^\d±]*)?$`);
export const FIGURE_FORM = 'must be a figure such as 5.7 ± 0.1 mph, or 3 without a tolerance';

/** Returns why a text is not a valid figure; names its unit if only that is wrong. */
function noFigure(text: string): string {
  const unit = SHOWN.exec(text)?.[3];
  if (unit === undefined) return FIGURE_FORM;
  const near = nearestWord(unit, UNITS);
  const shown = near === null ? `allowed: ${UNITS.join(', ')}` : `did you mean ${near}?`;
  return `has the unknown unit ${JSON.stringify(unit.slice(0, 40))}; ${shown}`;
}

const numberOf = (text: string): number => Number(text.replace('−', '-'));

function figureOf(given: string | number): ExpectedFigure {
  const [, value = '0', tolerance = '0', unit = ''] = FIGURE.exec(String(given)) ?? [];
  return { value: numberOf(value), tolerance: Number(tolerance), unit: unit.trim() };
}

/** Parses `5.7 ± 0.1 mph`; without a tolerance, only the exact value matches. */
export const figure = v.pipe(
  v.union(
    [
      v.number(),
      v.pipe(
        v.string(),
        v.regex(FIGURE, ({ input }) => noFigure(input)),
      ),
    ],
    FIGURE_FORM,
  ),
  v.transform(figureOf),
);

/** Parses a figure on the screen, such as `5.7 mph`; null if there is none. */
export function figureIn(text: string): ExpectedFigure | null {
  const [, value, tolerance = '0', words = ''] = SHOWN.exec(text) ?? [];
  return value === undefined ? null : { value: numberOf(value), tolerance: Number(tolerance), unit: unitIn(words) };
}

/** Returns the unit at the start of the words, as in `% max`; all the words if they start with none. */
const unitIn = (words: string): string =>
  UNITS.find((unit) => words.startsWith(unit) && /^(?:$|[\s,;:])/.test(words.slice(unit.length))) ?? words.trim();

const COMPARED = new RegExp(`^(<=|>=|<|>) ?(${NUMBER}) ?(${UNITS.join('|')})?$`);

/** Comparison of a figure on the screen with a limit, such as `>= 5 mph`. */
export interface ComparedFigure {
  readonly sign: string;
  readonly value: number;
  readonly unit: string;
}

/** Parses `>= 5 mph`; null if it is not a comparison. */
export function comparisonIn(text: string): ComparedFigure | null {
  const [, sign, value = '0', unit = ''] = COMPARED.exec(text) ?? [];
  return sign === undefined ? null : { sign, value: numberOf(value), unit };
}

const COMPARE: Readonly<Record<string, (shown: number, limit: number) => boolean>> = {
  '<': (shown, limit) => shown < limit,
  '<=': (shown, limit) => shown <= limit,
  '>': (shown, limit) => shown > limit,
  '>=': (shown, limit) => shown >= limit,
};

export const compares = (shown: ExpectedFigure, { sign, value, unit }: ComparedFigure): boolean =>
  (unit === '' || shown.unit === unit) && (COMPARE[sign]?.(shown.value, value) ?? false);

/** Allowance for floating-point rounding. */
const ROUNDING = 1e-9;

export const meets = (shown: ExpectedFigure, { value, tolerance, unit }: ExpectedFigure): boolean =>
  (unit === '' || shown.unit === unit) && Math.abs(shown.value - value) <= tolerance + ROUNDING;

export const figureText = ({ value, tolerance, unit }: ExpectedFigure): string =>
  `${value}${tolerance > 0 ? ` ± ${tolerance}` : ''}${unit && ` ${unit}`}`;
