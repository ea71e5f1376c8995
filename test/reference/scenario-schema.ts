// JSON Schema of a scenario, for completion in editors: generated from the shapes that parse scenarios.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { HEADER, STEPS } from '../../simulation/scenarios/reading/shapes.ts';

type Schema = Record<string, unknown>;

/** Returns the schema of a shape, without the ranges that only the checks know. */
function written(shape: v.GenericSchema): Schema {
  const { $schema: _, ...schema } = toJsonSchema(shape, { typeMode: 'input', errorMode: 'ignore' });
  return { ...schema };
}

/** Reference to a `for_each` or `save` value, allowed in the place of any text. */
const VALUE: Schema = { type: 'string', pattern: String.raw`\$\{\w+\}` };

function withValues(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withValues);
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.entries(schema).map(([name, each]): [string, unknown] => [
    name,
    name === 'propertyNames' ? each : withValues(each),
  ]);
  const inside = Object.fromEntries(fields);
  const is_bound = inside['type'] === 'string' && ('enum' in inside || 'pattern' in inside);
  if (!is_bound) return inside;
  const { description, ...type } = inside;
  return { ...(description === undefined ? {} : { description }), anyOf: [type, VALUE] };
}

const STEP_LIST: Schema = { type: 'array', minItems: 1, items: { $ref: '#/$defs/step' } };
const WITHOUT_VALUE = ['plug', 'unplug'];

function scenarioSchema(): Schema {
  const steps = Object.fromEntries(Object.entries(STEPS).map(([name, shape]) => [name, withValues(written(shape))]));
  const groups: Schema = {
    repeat: {
      type: 'object',
      properties: { times: { type: 'integer', minimum: 1, maximum: 1000 }, steps: STEP_LIST },
      required: ['times', 'steps'],
      additionalProperties: false,
    },
    for_each: {
      type: 'object',
      properties: { steps: STEP_LIST },
      required: ['steps'],
      minProperties: 2,
      maxProperties: 2,
      additionalProperties: { type: 'array' },
    },
    include: { type: 'string' },
  };
  const names = [...Object.keys(steps), ...Object.keys(groups)];
  const header = Object.entries(HEADER).map(([name, shape]): [string, Schema] => [name, written(shape)]);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A scenario of tapin test',
    type: 'object',
    properties: { ...Object.fromEntries(header), steps: STEP_LIST },
    required: ['steps'],
    additionalProperties: false,
    $defs: {
      step: {
        oneOf: [
          { enum: WITHOUT_VALUE },
          {
            type: 'object',
            properties: { on: { type: 'string' }, ...steps, ...groups },
            additionalProperties: false,
            oneOf: names.map((name) => ({ required: [name] })),
          },
        ],
      },
    },
  };
}

export const scenarioSchemaFile = (): string => JSON.stringify(scenarioSchema());
