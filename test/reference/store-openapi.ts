// OpenAPI document of the extension store's HTTP calls, generated from their table and the shapes that parse requests
// and answers.

import type { ErrorCode } from '../../wire/errors.ts';
import {
  OPERATIONS,
  REFUSAL_HEADERS,
  refusalsOf,
  statusOf,
  type Answer,
  type Caller,
  type Operation,
} from '../../cloud-stub/store/operations.ts';
import {
  entryShape,
  ownRecordShape,
  recordShape,
  refusalShape,
  servedShape,
  supportRecordShape,
  versionRecordShape,
} from '../../cloud-stub/store/shapes.ts';
import { openapiDocument, parameterOf, written, type Answers, type Described, type Json } from './openapi.ts';

const ANSWERS: Answers = {
  named: {
    ExtensionRecord: recordShape,
    OwnRecord: ownRecordShape,
    SupportRecord: supportRecordShape,
    VersionRecord: versionRecordShape,
    ServedVersion: servedShape,
    HistoryEntry: entryShape,
  },
  open: true,
};

const CODE: Json = {
  name: 'code',
  in: 'path',
  required: true,
  description: 'A share code, as somebody typed it: any case, O for 0, I and L for 1, with hyphens.',
  schema: { type: 'string' },
};

const TAGS: Readonly<Record<Caller, string>> = {
  authors: 'Publish extensions, with a token of their own.',
  everybody: 'Reads what is published; no token is needed.',
  devices: 'Keep what is installed current; no token is needed.',
  support: 'Decides what is listed and what every device has.',
};

const SECURITY: Readonly<Record<Caller, readonly Json[]>> = {
  authors: [{ author: [] }],
  everybody: [],
  devices: [],
  support: [{ support: [] }],
};

/** Description of each code: when the store sends it. */
const REFUSED: Readonly<Partial<Record<ErrorCode, string>>> = {
  bad_request: 'What was sent is not JSON or not UTF-8, or a field has a wrong type or range.',
  missing_description: 'There is no description, or a blank one.',
  description_too_long: 'The description has more than 1000 characters.',
  compile_error: 'The text has a syntax error, or begins with a byte order mark.',
  runaway_top_level: 'The top level of the text runs for too long, or takes too much memory.',
  double_manifest: 'The text has two manifests.',
  no_manifest: 'The text has no manifest.',
  bad_manifest: 'The manifest is not as it must be, or its version is too high.',
  unauthorized: 'There is no token or key, or one that is not good here.',
  not_owner: 'The extension is of another author.',
  not_found: 'There is no such code or version, or the store has no such API.',
  is_default: 'It is a default extension; support has to clear that first.',
  invalid_transition: 'The listing, or that it was taken down, does not allow this step.',
  version_changed: 'There is a newer version than the one that support looked at.',
  gone: 'It was deleted, or support has taken it down.',
  text_too_large: 'The text has more than 65,536 bytes, or the body around it more than 524,288.',
  too_large: 'The body has more than 16,384 bytes.',
  limited: 'That was too much for now.',
  issuer_unreachable: "The keys of the tokens' issuer can't be had just now.",
  checker_busy: 'Too many texts wait to be checked.',
  internal: 'The store failed; its log says why.',
};

const codesIn = (codes: readonly string[]): string =>
  Object.entries(REFUSED)
    .filter(([code]) => codes.includes(code))
    .map(([code, sentence]) => `\`${code}\`: ${sentence}`)
    .join(' ');

const textHeaders = (headers: Readonly<Record<string, string>>): Json =>
  Object.keys(headers).length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, description]) => [
            name,
            { description, required: true, schema: { type: 'string' } },
          ]),
        ),
      };

const DONE: Readonly<Record<Answer['status'], string>> = {
  200: 'As asked for.',
  201: 'It is published.',
  204: 'It is done.',
  304: 'It is what the caller has.',
};

function answered({ status, type, schema, headers }: Answer): [number, Json] {
  const content = schema ? written(schema, 'output', ANSWERS) : { type: 'string' };
  return [
    status,
    {
      description: DONE[status],
      ...textHeaders(headers),
      ...(type === null ? {} : { content: { [type]: { schema: content } } }),
    },
  ];
}

function described(operation: Operation): Described<ErrorCode> {
  const { id, method, path, caller, summary, query, headers, body, answers } = operation;
  return {
    method,
    path,
    summary,
    operationId: id,
    more: { tags: [caller], security: SECURITY[caller] },
    parameters: [
      ...(path.includes('{code}') ? [CODE] : []),
      // Written as output, so that numbers are documented as numbers.
      ...Object.entries(query).map(([name, field]) => parameterOf('query', name, field, 'output')),
      ...Object.entries(headers).map(([name, field]) => parameterOf('header', name, field, 'input')),
    ],
    body,
    answers: Object.fromEntries(answers.map(answered)),
    refusals: refusalsOf(operation),
  };
}

export const storeOpenapiFile = (): string =>
  openapiDocument({
    head: {
      info: {
        title: 'The extension store of tapin',
        version: '1',
        description:
          'Written by `npm run reference` from the shapes by which requests are read and to which answers are held; docs/store.md says how ' +
          'it is used. Answers may get further fields; fields of a request that are not named here are ignored.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    },
    calls: OPERATIONS.map(described),
    refusals: {
      shape: refusalShape,
      statusOf,
      describe: (status, codes) => ({ description: codesIn(codes), ...textHeaders(REFUSAL_HEADERS[status] ?? {}) }),
      shared: [401, 403, 410, 429, 500],
    },
    answers: ANSWERS,
    securitySchemes: {
      author: {
        type: 'http',
        scheme: 'bearer',
        description: 'A JWT of the identity provider, or a token with a name.',
      },
      support: {
        type: 'http',
        scheme: 'bearer',
        description: "Support's key, or a token of who is signed in to support.",
      },
    },
  });
