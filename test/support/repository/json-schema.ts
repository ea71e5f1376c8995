// A JSON Schema validator for the keywords of the project's own schemas: type, const, enum, properties, required,
// minimum, maximum, if and then.

import * as v from 'valibot';
import { fieldsOf, readAs } from '../read-json.ts';

type Schema = Readonly<Record<string, unknown>>;

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  if (value === null) return 'null';
  return typeof value === 'number' && Number.isInteger(value) ? 'integer' : typeof value;
};

const KNOWN = [
  '$schema',
  'title',
  'description',
  'type',
  'const',
  'enum',
  'properties',
  'required',
  'minimum',
  'maximum',
  'if',
  'then',
];

/** Returns the violations of a value, one line each. */
export function misfits(schema: Schema, value: unknown, at = ''): readonly string[] {
  const strange = Object.keys(schema).filter((word) => !KNOWN.includes(word));
  if (strange.length > 0) throw new Error(`the schema has unsupported keywords: ${strange.join(', ')}`);
  const found: string[] = [];
  const { type, enum: options, minimum, maximum } = schema;
  const is = typeOf(value);
  if (type !== undefined && type !== is && !(type === 'number' && is === 'integer'))
    found.push(`${at} is ${is}, not ${JSON.stringify(type)}`);
  if ('const' in schema && schema['const'] !== value) found.push(`${at} is not ${String(schema['const'])}`);
  if (Array.isArray(options) && !options.includes(value)) found.push(`${at} is none of ${options.join(', ')}`);
  if (typeof minimum === 'number' && Number(value) < minimum) found.push(`${at} is below ${minimum}`);
  if (typeof maximum === 'number' && Number(value) > maximum) found.push(`${at} is above ${maximum}`);
  if (is === 'object') {
    const fields = fieldsOf(value);
    for (const name of readAs(v.array(v.string()), schema['required'] ?? []))
      if (!(name in fields)) found.push(`${at}/${name} is missing`);
    for (const [name, subschema] of Object.entries(fieldsOf(schema['properties'] ?? {})))
      if (name in fields) found.push(...misfits(fieldsOf(subschema), fields[name], `${at}/${name}`));
  }
  const condition = schema['if'];
  if (condition !== undefined && misfits(fieldsOf(condition), value).length === 0)
    found.push(...misfits(fieldsOf(schema['then'] ?? {}), value, at));
  return found;
}

/** Returns the property names that a schema defines for an object. */
export const namesOf = (schema: Schema): readonly string[] => {
  const then = fieldsOf(schema['then'] ?? {});
  return [...Object.keys(schema['properties'] ?? {}), ...Object.keys(then['properties'] ?? {})];
};
