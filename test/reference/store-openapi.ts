// OpenAPI document of the extension store's HTTP calls, generated from their table and the shapes that parse requests
// and answers.

import type { ErrorCode } from '../../wire/errors.ts';
import {
  OPERATIONS,
  REFUSAL_HEADERS,
  refusalsOf,
  statusOf,
  type AnswerShape,
  type Audience,
  type StoreOperation,
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
  description: 'Share code, as typed: any case, O for 0, I and L for 1, hyphens allowed.',
  schema: { type: 'string' },
};

const TAGS: Readonly<Record<Audience, string>> = {
  authors: 'Publish extensions; requires an author token.',
  public: 'Read published extensions; requires no token.',
  devices: 'Keep installed extensions up to date; requires no token.',
  support: 'Review extensions, and decide on listings and defaults; requires a support key or token.',
};

const SECURITY: Readonly<Record<Audience, readonly Json[]>> = {
  authors: [{ author: [] }],
  public: [],
  devices: [],
  support: [{ support: [] }],
};

/** Description of each code: when the store sends it. */
const REFUSED: Readonly<Partial<Record<ErrorCode, string>>> = {
  bad_request: 'The request is not JSON or not UTF-8, or a field has a wrong type or range.',
  missing_description: 'The description is missing or blank.',
  description_too_long: 'The description is longer than 1000 characters.',
  compile_error: 'The text has a syntax error or starts with a byte order mark.',
  runaway_top_level: 'The top level of the text runs too long or uses too much memory.',
  double_manifest: 'The text has two manifests.',
  no_manifest: 'The text has no manifest.',
  bad_manifest: 'The manifest is invalid, or its version is too high.',
  unauthorized: 'The token or key is missing or not valid here.',
  not_owner: 'The extension belongs to another author.',
  not_found: 'Unknown code or version, or the store does not have this API.',
  is_default: 'The extension is a default; support must clear that first.',
  invalid_transition: 'The listing or a take-down does not allow this step.',
  version_changed: 'There is a newer version than the named one.',
  gone: 'The extension was deleted, or support has taken it down.',
  text_too_large: 'The text has more than 65,536 bytes, or the body around it more than 524,288.',
  too_large: 'The body is larger than 16,384 bytes.',
  limited: 'Too many requests.',
  issuer_unreachable: "The issuer's keys are unavailable.",
  checker_busy: 'Too many scripts are waiting to be checked.',
  internal: 'Internal error; see the log of the store.',
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

const DONE: Readonly<Record<AnswerShape['status'], string>> = {
  200: 'Success.',
  201: 'Created.',
  204: 'Done.',
  304: "The caller's copy is current.",
};

function answered({ status, type, schema, headers }: AnswerShape): [number, Json] {
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

function described(operation: StoreOperation): Described<ErrorCode> {
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
        title: 'tapin extension store',
        version: '1',
        description:
          'Generated by `npm run reference` from the schemas that parse requests and check answers; docs/store.md explains how to use ' +
          'it. Answers may get additional fields; unknown request fields are ignored.',
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
        description: 'A JWT of the identity provider, or a named token.',
      },
      support: {
        type: 'http',
        scheme: 'bearer',
        description: 'The support key, or the token of a signed-in member of support.',
      },
    },
  });
