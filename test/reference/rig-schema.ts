// JSON Schema of a hardware map, for completion in editors: generated from the shapes that parse maps.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { RIG } from '../../simulation/rigs/rig.ts';

/** An unconnected device has no address yet. */
const NOT_CONNECTED = {
  properties: { connected: { const: false } },
  not: { anyOf: [{ required: ['serial'] }, { required: ['panel'] }] },
};

/** Returns the schema, without the ranges that only the checks know. */
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
