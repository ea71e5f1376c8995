// Converts recorded values to JSON and back, including bytes and numbers that JSON lacks. Bytes are `{"$bytes":
// base64}`, NaN and the infinities `{"$number": name}`; any other key that starts with `$` gets another `$` in front.
// Undefined fields are omitted.

import { fromBase64, toBase64 } from '../../wire/bytes.ts';
import { isFields } from '../../wire/json-fields.ts';

/** Converts a value so that `JSON.stringify` loses nothing. */
export function toJson(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (value instanceof Uint8Array) return { $bytes: toBase64(value) };
  if (Array.isArray(value)) return value.map(toJson);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.startsWith('$') ? `$${key}` : key, toJson(each)]),
  );
}

/** Inverse of `toJson`. */
export function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (!isFields(value)) return value;
  const { $bytes, $number } = value;
  if (typeof $bytes === 'string') return fromBase64($bytes) ?? new Uint8Array();
  if (typeof $number === 'string') return Number($number);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.startsWith('$$') ? key.slice(1) : key, fromJson(each)]),
  );
}
