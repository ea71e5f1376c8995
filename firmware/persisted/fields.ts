// Fields with a range: read from data that may be anything, and stepped by keys.

import { inRange, type Range } from '../../wire/limits.ts';

export interface NumberField extends Range {
  readonly step: number;
  readonly default: number;
}

/** Unix seconds in stored data; 0 when the clock was not synced. */
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

/** Control characters, halves of characters, line and paragraph ends, and what turns the direction of writing. */
const UNREADABLE = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** One line of text; anything else, or what is too long or unreadable, gives `otherwise`. */
export const textOr = (data: unknown, chars_max: number, fallback: string): string =>
  typeof data === 'string' && Array.from(data).length <= chars_max && data.search(UNREADABLE) < 0 ? data : fallback;

/** The text as one line on a screen, whoever wrote it. */
export const readable = (text: string): string => text.replace(UNREADABLE, ' ');

/** What of a text can stand in one line: without unreadable characters, trimmed and cut. */
export const lineOf = (text: string, chars_max: number): string =>
  Array.from(text.replace(UNREADABLE, '').trim()).slice(0, chars_max).join('').trim();

/** The value one step up or down (direction 1 or −1), kept inside the range and free of binary dust. */
export function stepped(value: number, direction: 1 | -1, field: NumberField): number {
  const next = Math.round((value + direction * field.step) / field.step) * field.step;
  return Number(Math.min(field.max, Math.max(field.min, next)).toFixed(4));
}

/** The value a whole step up or down, wherever it stood; null where that is beyond the range. */
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
