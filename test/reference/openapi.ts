// Generates an OpenAPI 3.1 document from the call table and the valibot schemas that parse requests.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';

export type Json = Record<string, unknown>;
type Schema = v.GenericSchema;
type Mode = 'input' | 'output';

/** Options for writing answers in a document. */
export interface Answers {
  /** Shared schemas of the document, by name. */
  readonly named: Readonly<Record<string, Schema>>;
  /** True if objects may have additional fields regardless of the schemas. */
  readonly open: boolean;
}

const ALL_INLINE: Answers = { named: {}, open: false };

/** Description of a call. */
export interface Described<Code extends string> {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly operationId: string;
  /** Additional fields of the call's description. */
  readonly more?: Json;
  readonly parameters: readonly Json[];
  readonly body: Schema | null;
  /** Answers by HTTP status. */
  readonly answers: Json;
  readonly refusals: readonly Code[];
}

/** Options for writing refusals in a document. */
interface Refusals<Code extends string> {
  readonly shape: Schema;
  statusOf(code: Code): number;
  /** Returns the fields of a response other than its content: a description, and headers. */
  describe(status: number, codes: readonly Code[]): Json;
  /** HTTP statuses whose response is the same for all calls. */
  readonly shared: readonly number[];
}

interface Written<Code extends string> {
  /** Fields of the document before the calls. */
  readonly head: Json;
  readonly calls: readonly Described<Code>[];
  readonly refusals: Refusals<Code>;
  readonly answers?: Answers;
  readonly securitySchemes: Json;
}

/** Returns the JSON Schema for the schema's input or output. */
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

/** Returns a query or header parameter. */
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
