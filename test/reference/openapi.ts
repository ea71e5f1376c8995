// The OpenAPI document of the panel's HTTP calls, out of the table by which they are registered and the shapes by which they are read.

import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { ErrorCode } from '../../wire/errors.ts';
import { STATUS_OF } from '../../sims/panel/access.ts';
import { errorsOf, type Query, type Route } from '../../sims/panel/api/route.ts';
import { ROUTES } from '../../sims/panel/api/routes.ts';
import { refusalShape } from '../../sims/panel/api/shapes.ts';

type Json = Record<string, unknown>;

function written(schema: v.GenericSchema, typeMode: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' });
  return { ...rest };
}

const isOptional = (schema: v.GenericSchema): boolean => v.is(schema, undefined);

const parametersOf = ({ schema, lists }: Query): Json[] =>
  Object.entries(schema.entries).map(([name, field]) => {
    const { description, ...rest } = written(field, 'input');
    return {
      name,
      in: 'query',
      required: !isOptional(field),
      ...(description === undefined ? {} : { description }),
      ...(lists.includes(name) ? { style: 'form', explode: true } : {}),
      schema: rest,
    };
  });

const INDEX: Json = {
  name: 'index',
  in: 'path',
  required: true,
  description: 'Of the device, as GET /api/devices has it.',
  schema: { type: 'integer', minimum: 0, maximum: 999 },
};

const DESCRIPTION: Readonly<Record<number, string>> = {
  400: 'What was sent is wrong, or can’t be done.',
  401: 'The token is missing or wrong.',
  403: 'The request is for another host, or from another page.',
  404: 'There is no such device.',
  409: 'The device is not in a state for it.',
  413: 'The body is too long.',
  429: 'Too many such calls are under way.',
  500: 'The panel failed; its log says why.',
};

/** Those of which every call that has the status has the same. */
const SHARED: readonly number[] = [401, 403, 404, 413, 429, 500];

const statusOf = (code: ErrorCode): number => STATUS_OF[code] ?? 400;

const refusal = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: DESCRIPTION[status],
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

function refusalsOf(route: Route): Json {
  const codes = Map.groupBy(errorsOf(route), statusOf);
  const responses = [...codes]
    .toSorted(([a], [b]) => a - b)
    .map(([status, all]): [number, Json] => [
      status,
      SHARED.includes(status) ? { $ref: `#/components/responses/${status}` } : refusal(status, all),
    ]);
  return Object.fromEntries(responses);
}

const sharedRefusals = (): Json => {
  const codes = ROUTES.flatMap(errorsOf);
  return Object.fromEntries(
    SHARED.map((status) => [
      status,
      refusal(
        status,
        codes.filter((code) => statusOf(code) === status),
      ),
    ]),
  );
};

function operationOf(route: Route): Json {
  const { path, summary, query, body, answer } = route;
  const parameters = [...(path.includes('{index}') ? [INDEX] : []), ...(query ? parametersOf(query) : [])];
  const type = answer.type.split(';', 1)[0] ?? '';
  const schema = answer.schema ? written(answer.schema, 'output') : { type: 'string' };
  return {
    summary,
    operationId: `${route.method.toLowerCase()} ${path.split('/').at(-1)}`.replaceAll(/[ .]+(\w)/g, (_, next: string) =>
      next.toUpperCase(),
    ),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? { requestBody: { required: true, content: { 'application/json': { schema: written(body, 'input') } } } }
      : {}),
    responses: {
      [answer.status]: { description: 'As asked for.', content: { [type]: { schema } } },
      ...refusalsOf(route),
    },
  };
}

const HEAD = {
  openapi: '3.1.0',
  info: {
    title: "The HTTP calls of tapin's front panel",
    version: '1',
    description:
      'Written by `npm run reference` from the shapes by which the calls are read; docs/http-api.md says how they are used.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: 'http://127.0.0.1:8321' }],
  security: [{ header: [] }, { query: [] }],
};

export function openapiFile(): string {
  const paths: Record<string, Json> = {};
  for (const route of ROUTES)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route) };
  return JSON.stringify({
    ...HEAD,
    paths,
    components: {
      schemas: { Refusal: written(refusalShape, 'output') },
      responses: sharedRefusals(),
      securitySchemes: {
        header: { type: 'http', scheme: 'bearer' },
        query: { type: 'apiKey', in: 'query', name: 'token' },
      },
    },
  });
}
