// Building blocks for the schemas of relay and store. An error message completes a sentence that starts with the
// field's name.

import * as v from 'valibot';
import { isFields } from '../json-fields.ts';
import { CFG_ENTRIES_MAX, CFG_KEY_CHARS_MAX, type Range } from '../limits.ts';

/** Counts characters as Unicode code points (C71). */
export const characters = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Schema of a whole number that JavaScript represents exactly. */
export const whole = ({ min, max }: Range = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return v.pipe(
    v.number(message),
    v.safeInteger(message),
    v.minValue(min, message),
    v.maxValue(max, message),
    v.transform(plain),
  );
};

export const WHOLE_FROM_0: Range = { min: 0, max: Number.MAX_SAFE_INTEGER };

/** Schema of any finite number. */
export const finite = () =>
  v.pipe(v.number('must be a number'), v.finite('must be a finite number'), v.transform(plain));

/** Turns −0 into 0, so that a value and its JSON text agree. */
const plain = (value: number): number => value + 0;

export const flag = () => v.boolean('must be true or false');

/** Schema of 0 or 1. */
export const bit = () => whole({ min: 0, max: 1 });

export const text = ({ min, max }: Range) => {
  const message =
    min > 0 ? `must be a string of ${min} to ${max} characters` : `must be a string of at most ${max} characters`;
  return v.pipe(
    v.string(message),
    v.check((given) => {
      const count = characters(given);
      return count >= min && count <= max;
    }, message),
    // JSON Schema counts code points too.
    v.metadata({ ...(min > 0 ? { minLength: min } : {}), maxLength: max }),
  );
};

/** Adds a sentence to a schema, for readers of the documentation generated from it. */
export const about = <S extends v.GenericSchema>(schema: S, text: string) => v.pipe(schema, v.description(text));

export const oneOf = <const T extends readonly string[]>(options: T) =>
  v.picklist(options, `must be one of ${options.filter((option) => option !== '').join(', ')}`);

/**
 * Schema of an experience's settings: short names with whole numbers, sorted by name (C22). `__proto__` is allowed as a
 * name.
 */
export const cfg = () =>
  v.pipe(
    v.custom<Readonly<Record<string, number>>>(isFields, 'must be an object'),
    v.check((given) => Object.keys(given).length <= CFG_ENTRIES_MAX, `must have at most ${CFG_ENTRIES_MAX} entries`),
    v.check(
      (given) => Object.keys(given).every((key) => characters(key) <= CFG_KEY_CHARS_MAX),
      `must have names of at most ${CFG_KEY_CHARS_MAX} characters`,
    ),
    v.check(
      (given) => Object.values(given).every((value) => Number.isSafeInteger(value)),
      'must have whole numbers as values',
    ),
    v.transform(sorted),
  );

const sorted = (given: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(given)
      .map(([key, value]): [string, number] => [key, plain(value)])
      .sort(([a], [b]) => byCodeUnit(a, b)),
  );

export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns one sentence about the first error in the data. */
export function sentenceOf([issue]: readonly v.BaseIssue<unknown>[]): string {
  if (!issue) return 'Invalid data.';
  const path = v.getDotPath(issue) ?? 'the body';
  const missing = issue.received === 'undefined' ? 'is missing' : null;
  return `${path} ${missing ?? issue.message}.`;
}
