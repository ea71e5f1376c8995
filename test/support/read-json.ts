// Reads JSON and other untyped data in tests: returns data of the expected shape, or throws one sentence about the
// mismatch.

import { inspect } from 'node:util';
import * as v from 'valibot';
import { isFields, type JsonFields } from '../../wire/json-fields.ts';

const SHOWN_CHARS_MAX = 300;
const shown = (data: unknown): string => inspect(data, { breakLength: Infinity }).slice(0, SHOWN_CHARS_MAX);

/** Returns the data, checked against the schema. */
export function readAs<const S extends v.GenericSchema>(schema: S, data: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, data);
  if (read.success) return read.output;
  const wrong = read.issues.map((issue) => `${v.getDotPath(issue) ?? 'it'}: ${issue.message}`);
  throw new Error(`${wrong.join('; ')} in ${shown(data)}`);
}

export const readJson = <const S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> =>
  readAs(schema, JSON.parse(text));

/** Returns the fields of a value that must be an object, unchanged. */
export function fieldsOf(data: unknown): JsonFields {
  if (isFields(data)) return data;
  throw new Error(`not an object: ${shown(data)}`);
}

/** Returns the fields of each item of a value that must be a list of objects. */
export function listOf(data: unknown): readonly JsonFields[] {
  if (Array.isArray(data)) return data.map(fieldsOf);
  throw new Error(`not a list: ${shown(data)}`);
}

/** Returns the fields of a text that must be a JSON object. */
export const fieldsIn = (text: string): JsonFields => fieldsOf(JSON.parse(text));
