// Writes an OpenAPI 3.1 document out of calls as data and the valibot schemas by which they are read.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

export type Json = Record<string, unknown>;
type Schema = v.GenericSchema;
type Mode = 'input' | 'output';

/** How a document writes answers. */
export interface Answers {
  /** Schemas that stand once in the document, by their names. */
  readonly named: Readonly<Record<string, Schema>>;
  /** Objects may get further fields, whatever the schemas say. */
  readonly open: boolean;
}

const ALL_INLINE: Answers = { named: {}, open: false };

/** Of a call. */
export interface Described<Code extends string> {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly operationId: string;
  /** What the document says of it beside. */
  readonly more?: Json;
  readonly parameters: readonly Json[];
  readonly body: Schema | null;
  /** By their HTTP status. */
  readonly answers: Json;
  readonly refusals: readonly Code[];
}

/** How a document says no. */
interface Refusals<Code extends string> {
  readonly shape: Schema;
  statusOf(code: Code): number;
  /** What a response has beside its content: a description, and headers. */
  describe(status: number, codes: readonly Code[]): Json;
  /** Those of which every call that has the status has the same. */
  readonly shared: readonly number[];
}

interface Written<Code extends string> {
  /** What stands before the calls. */
  readonly head: Json;
  readonly calls: readonly Described<Code>[];
  readonly refusals: Refusals<Code>;
  readonly answers?: Answers;
  readonly securitySchemes: Json;
}

/** What the schema lets in, or gives out. */
export function written(schema: Schema, typeMode: Mode, { named, open }: Answers = ALL_INLINE): Json {
  const {
    $schema: _,
    $defs: __,
    ...rest
  } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    definitions: { ...named },
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideSchema: ({ jsonSchema: { additionalProperties, ...others } }) =>
      open && additionalProperties === false ? others : null,
  });
  return { ...rest };
}

const isOptional = (schema: Schema): boolean => v.is(schema, undefined);

/** A parameter of a query or a header. */
export function parameterOf(
  place: 'query' | 'header',
  name: string,
  field: Schema,
  typeMode: Mode,
  more: Json = {},
): Json {
  const { description, ...schema } = written(field, typeMode);
  return {
    name,
    in: place,
    required: !isOptional(field),
    ...(description === undefined ? {} : { description }),
    ...more,
    schema,
  };
}

const refusal = <Code extends string>({ describe }: Refusals<Code>, status: number, codes: readonly Code[]): Json => ({
  ...describe(status, codes),
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Refusal' },
          { properties: { error: { enum: [...new Set(codes)].toSorted() } } },
        ],
      },
    },
  },
});

function refusalsOf<Code extends string>(call: Described<Code>, refusals: Refusals<Code>): Json {
  const codes = Map.groupBy(call.refusals, refusals.statusOf);
  const responses = [...codes]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]): [number, Json] => [
      status,
      refusals.shared.includes(status) ? { $ref: `#/components/responses/${status}` } : refusal(refusals, status, all),
    ]);
  return Object.fromEntries(responses);
}

function sharedRefusals<Code extends string>(calls: readonly Described<Code>[], refusals: Refusals<Code>): Json {
  const codes = calls.flatMap((call) => call.refusals);
  const responses = refusals.shared.map((status): [number, Json] => [
    status,
    refusal(
      refusals,
      status,
      codes.filter((code) => refusals.statusOf(code) === status),
    ),
  ]);
  return Object.fromEntries(responses);
}

function operationOf<Code extends string>(call: Described<Code>, refusals: Refusals<Code>): Json {
  const { summary, operationId, more = {}, parameters, body, answers } = call;
  return {
    summary,
    operationId,
    ...more,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: written(body, 'input') } } } }
      : {}),
    responses: { ...answers, ...refusalsOf(call, refusals) },
  };
}

export function openapiDocument<Code extends string>({
  head,
  calls,
  refusals,
  answers = ALL_INLINE,
  securitySchemes,
}: Written<Code>): string {
  const paths: Record<string, Json> = {};
  for (const call of calls)
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, refusals) };
  return JSON.stringify({
    openapi: '3.1.0',
    ...head,
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries({ Refusal: refusals.shape, ...answers.named }).map(([name, schema]) => [
          name,
          written(schema, 'output', { ...answers, named: {} }),
        ]),
      ),
      responses: sharedRefusals(calls, refusals),
      securitySchemes,
    },
  });
}
