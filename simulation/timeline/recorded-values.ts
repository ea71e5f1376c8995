// Reads untyped values from a recording.

import { isFields, type JsonFields } from '../../wire/json-fields.ts';
import { fromJson } from '../recordings/values.ts';

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
export const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0);
export const fieldsIn = (value: unknown): JsonFields => (isFields(value) ? value : {});

export function bytesIn(value: unknown): Uint8Array {
  const bytes = fromJson(value);
  return bytes instanceof Uint8Array ? bytes : new Uint8Array();
}

/** Recordings resolve thousandths of a millisecond. */
export const nanoseconds = (ms: number): number => Math.round(ms * 1000) * 1000;

/** Returns the error of a failed answer; null if it succeeded. */
export function errorIn(answer: unknown): string | null {
  const { ok, error } = fieldsIn(answer);
  return ok === false ? textIn(fieldsIn(error)['message']) || textIn(fieldsIn(error)['code']) : null;
}
