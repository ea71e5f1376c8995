// Fields with a range: read from data that may be anything, and stepped by keys.

import { inRange, type Range } from '../../wire/limits.ts';

export interface NumberField extends Range {
  readonly step: number;
  readonly default: number;
}

export const numberOr = (data: unknown, field: NumberField): number =>
  typeof data === 'number' && inRange(data, field) ? data : field.default;

export const integerOr = (data: unknown, field: NumberField): number => {
  const value = numberOr(data, field);
  return Number.isInteger(value) ? value : field.default;
};

export const textOr = (data: unknown, chars_max: number, otherwise: string): string =>
  typeof data === 'string' && Array.from(data).length <= chars_max ? data : otherwise;

/** The value one step up or down (direction 1 or −1), kept inside the range and free of binary dust. */
export function stepped(value: number, direction: 1 | -1, field: NumberField): number {
  const next = Math.round((value + direction * field.step) / field.step) * field.step;
  return Number(Math.min(field.max, Math.max(field.min, next)).toFixed(4));
}

export const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);
export const recordsOf = (data: unknown): Record<string, unknown>[] =>
  Array.isArray(data) ? data.filter((entry) => isRecord(entry)) : [];
