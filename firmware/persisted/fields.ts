// Fields with a range: reads them from untrusted data and steps them with keys.

import { inRange, type Range } from '../../wire/limits.ts';

export interface NumberField extends Range {
  readonly step: number;
  readonly default: number;
}

/** Range of Unix seconds in stored data; 0 if the clock was not synced. */
export const UNIX_S: Range = { min: 0, max: 2 ** 40 };

export const isNumberIn = (data: unknown, range: Range): data is number =>
  typeof data === 'number' && inRange(data, range);
export const isIntegerIn = (data: unknown, range: Range): data is number =>
  isNumberIn(data, range) && Number.isInteger(data);

export const numberOr = (data: unknown, field: NumberField): number => (isNumberIn(data, field) ? data : field.default);

export const integerOr = (data: unknown, field: NumberField): number => {
  const value = numberOr(data, field);
  return Number.isInteger(value) ? value : field.default;
};

/** Control characters, lone surrogates, line and paragraph separators, and bidirectional controls. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Returns the data if it is one line of readable text within the limit, else `fallback`. */
export const textOr = (data: unknown, chars_max: number, fallback: string): string =>
  typeof data === 'string' && Array.from(data).length <= chars_max && data.search(UNREADABLE) < 0 ? data : fallback;

/** Makes untrusted text safe to show: one line, unreadable characters as spaces. */
export const readable = (text: string): string => text.replace(UNREADABLE, ' ');

/** Reduces the text to one line: drops unreadable characters, trims and truncates. */
export const lineOf = (text: string, chars_max: number): string =>
  Array.from(text.replace(UNREADABLE, '').trim()).slice(0, chars_max).join('').trim();

/** Returns the next multiple of the step, up or down, clamped to the range and without floating-point noise. */
export function stepped(value: number, direction: 1 | -1, field: NumberField): number {
  const next = Math.round((value + direction * field.step) / field.step) * field.step;
  return Number(Math.min(field.max, Math.max(field.min, next)).toFixed(4));
}

/** Returns the value plus or minus one full step, without snapping to multiples; null if out of range. */
export function wholeStep(value: number, direction: 1 | -1, field: NumberField): number | null {
  const next = Number((value + direction * field.step).toFixed(9));
  return inRange(next, field) ? next : null;
}

export const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
export const isListOfRecords = (data: unknown): data is Record<string, unknown>[] =>
  Array.isArray(data) && data.every((entry) => isRecord(entry));
export const recordsOf = (data: unknown): Record<string, unknown>[] =>
  Array.isArray(data) ? data.filter((entry) => isRecord(entry)) : [];
