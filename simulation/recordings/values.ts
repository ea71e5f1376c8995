// Values of a recording as JSON and back: bytes, and numbers that JSON has none of.
//
// Bytes are `{"$bytes": base64}`, NaN and the infinities `{"$number": name}`; a key of somebody else that begins with `$` has another `$`
// before it. A field that is undefined is left out.

import { isFields } from '../../wire/json-fields.ts';

/** What `JSON.stringify` keeps whole. */
export function toJson(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return { $number: String(value) };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(toJson);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.startsWith('$') ? `$${key}` : key, toJson(each)]),
  );
}

/** The opposite of `toJson`. */
export function fromJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromJson);
  if (!isFields(value)) return value;
  const { $bytes, $number } = value;
  if (typeof $bytes === 'string') return new Uint8Array(Buffer.from($bytes, 'base64'));
  if (typeof $number === 'string') return Number($number);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key.startsWith('$$') ? key.slice(1) : key, fromJson(each)]),
  );
}
