// OpenAPI document of the panel's HTTP calls, generated from the table that registers them and the shapes that parse
// them.

import type { ErrorCode } from '../../wire/errors.ts';
import { STATUS_OF } from '../../sims/panel/access.ts';
import { errorsOf, type Query, type PanelRoute } from '../../sims/panel/api/route.ts';
import { ROUTES } from '../../sims/panel/api/routes.ts';
import { refusalShape } from '../../sims/panel/api/shapes.ts';
import { openapiDocument, parameterOf, written, type Described, type Json } from './openapi.ts';

const parametersOf = ({ schema, lists }: Query): Json[] =>
  Object.entries(schema.entries).map(([name, field]) =>
    parameterOf('query', name, field, 'input', lists.includes(name) ? { style: 'form', explode: true } : {}),
  );

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
  500: 'The panel failed: see its log.',
};

function described(route: PanelRoute): Described<ErrorCode> {
  const { method, path, summary, query, body, answer } = route;
  const type = answer.type.split(';', 1)[0] ?? '';
  const schema = answer.schema ? written(answer.schema, 'output') : { type: 'string' };
  return {
    method,
    path,
    summary,
    operationId: `${method.toLowerCase()} ${path.split('/').at(-1)}`.replaceAll(/[ .]+(\w)/g, (_, next: string) =>
      next.toUpperCase(),
    ),
    parameters: [...(path.includes('{index}') ? [INDEX] : []), ...(query ? parametersOf(query) : [])],
    body,
    answers: { [answer.status]: { description: 'As asked for.', content: { [type]: { schema } } } },
    refusals: errorsOf(route),
  };
}

export const panelOpenapiFile = (): string =>
  openapiDocument({
    head: {
      info: {
        title: "The HTTP calls of tapin's front panel",
        version: '1',
        description:
          'Written by `npm run reference` from the shapes by which the calls are read; docs/http-api.md says how they are used.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: 'http://127.0.0.1:8321' }],
      security: [{ header: [] }, { query: [] }],
    },
    calls: ROUTES.map(described),
    refusals: {
      shape: refusalShape,
      statusOf: (code) => STATUS_OF[code] ?? 400,
      describe: (status) => ({ description: DESCRIPTION[status] }),
      shared: [401, 403, 404, 413, 429, 500],
    },
    securitySchemes: {
      header: { type: 'http', scheme: 'bearer' },
      query: { type: 'apiKey', in: 'query', name: 'token' },
    },
  });
