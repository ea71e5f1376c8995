// Quantities as a scenario writes them: a time with its unit, a figure with its tolerance.

import * as v from 'valibot';
import { nearestWord } from '../../wire/nearest-word.ts';

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000 };
const DURATION = /^(\d+(?:\.\d+)?) ?(ms|s|min|h)$/;
const DURATION_MS_MAX = 24 * 3_600_000;

const msOf = (text: string): number => {
  const [, count = '0', unit = 'ms'] = DURATION.exec(text) ?? [];
  return Number(count) * (MS[unit] ?? 1);
};

const DURATION_FORM = 'is a time such as 5 s, 200 ms or 2 min';

/** A number alone is a time without its unit. */
const noDuration = (given: unknown): string =>
  /^\d+(\.\d+)?$/.test(String(given)) ? `: ${String(given)} has no unit; write ${String(given)} s` : DURATION_FORM;

/** `5 s`, `200 ms`, `2 min`, `1 h`; read as milliseconds, a day at most. */
export const duration = v.pipe(
  v.string(({ input }) => noDuration(input)),
  v.regex(DURATION, ({ input }) => noDuration(input)),
  v.transform(msOf),
  v.maxValue(DURATION_MS_MAX, 'is a day at most'),
);

export interface Figure {
  readonly value: number;
  readonly tolerance: number;
  /** '' for a figure without one. */
  readonly unit: string;
}

/** Units that stand behind figures on the screen. */
const UNITS = ['mph', 'm/s', 'ft', 'm', '°', '°/in', '%', 'min', 'pt', 'pts', 'point', 'points', 'putt', 'putts', 'stroke', 'strokes', 'hole', 'holes', 'skin', 'skins', 'in'] as const; // oxfmt-ignore
const NUMBER = String.raw`[-+−]?\d+(?:\.\d+)?`;
const TOLERANCE = String.raw`(?: ?(?:±|\+-|\+\/-) ?(\d+(?:\.\d+)?))?`;
/** As a scenario writes it. */
const FIGURE = new RegExp(`^(${NUMBER})${TOLERANCE} ?(${UNITS.join('|')})?$`);
/** As the screen shows it, with any words behind it. */
const SHOWN = new RegExp(String.raw`^(${NUMBER})${TOLERANCE} ?([^\d\s±+][^\d±]*)?$`);
export const FIGURE_FORM = 'is a figure such as 5.7 ± 0.1 mph, or 3 without a tolerance';

/** Why a text is no figure: its unit, where nothing else is wrong with it. */
function noFigure(text: string): string {
  const unit = SHOWN.exec(text)?.[3];
  if (unit === undefined) return FIGURE_FORM;
  const near = nearestWord(unit, UNITS);
  const shown = near === null ? `a device shows ${UNITS.join(', ')}` : `did you mean ${near}?`;
  return `has the unit ${JSON.stringify(unit.slice(0, 40))}; ${shown}`;
}

const numberOf = (text: string): number => Number(text.replace('−', '-'));

function figureOf(given: string | number): Figure {
  const [, value = '0', tolerance = '0', unit = ''] = FIGURE.exec(String(given)) ?? [];
  return { value: numberOf(value), tolerance: Number(tolerance), unit: unit.trim() };
}

/** `5.7 ± 0.1 mph`; a figure without a tolerance is met by nothing else. */
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

/** The figure in a text of the screen, such as `5.7 mph`; null where there is none. */
export function figureIn(text: string): Figure | null {
  const [, value, tolerance = '0', words = ''] = SHOWN.exec(text) ?? [];
  return value === undefined ? null : { value: numberOf(value), tolerance: Number(tolerance), unit: unitIn(words) };
}

/** The unit before further words, as in `% max`; the words where they begin with none. */
const unitIn = (words: string): string =>
  UNITS.find((unit) => words.startsWith(unit) && /^(?:$|[\s,;:])/.test(words.slice(unit.length))) ?? words.trim();

/** Half of what the last digit of a figure counts is lost when it is written. */
const ROUNDING = 1e-9;

export const meets = (shown: Figure, { value, tolerance, unit }: Figure): boolean =>
  (unit === '' || shown.unit === unit) && Math.abs(shown.value - value) <= tolerance + ROUNDING;

export const figureText = ({ value, tolerance, unit }: Figure): string =>
  `${value}${tolerance > 0 ? ` ± ${tolerance}` : ''}${unit && ` ${unit}`}`;
