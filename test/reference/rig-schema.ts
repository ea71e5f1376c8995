// The JSON Schema of a hardware map, by which editors complete one: written from the shapes by which maps are read.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { RIG } from '../../simulation/rigs/rig.ts';

/** Where it is, is written once it is there. */
const NOT_CONNECTED = {
  properties: { connected: { const: false } },
  not: { anyOf: [{ required: ['serial'] }, { required: ['panel'] }] },
};

/** What may be written: ranges that a check alone knows are left out. */
export function rigSchemaFile(): string {
  const rig = toJsonSchema(v.strictObject(RIG), { typeMode: 'input', errorMode: 'ignore' });
  const { $schema: _, ...items } = rig;
  return JSON.stringify({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A hardware map of tapin test --map',
    type: 'array',
    minItems: 1,
    items: { ...items, oneOf: [{ required: ['serial'] }, { required: ['panel', 'token_file'] }, NOT_CONNECTED] },
  });
}
