// All API calls of the store as data: parameters, answers and errors. It is the source of docs/store-openapi.json, and
// a test checks the routes and all answers of a running store against it. `refusalsOf` adds the errors that apply to
// all calls of a kind.

import * as v from 'valibot';
import type { ErrorCode } from '../../wire/errors.ts';
import { about } from '../../wire/relay/fields.ts';
import { CHECK, STORE_HEADER } from '../../wire/store/messages.ts';
import type { Method } from '../http/route.ts';
import { HTTP_STATUS, type RefusalCode } from '../http/status.ts';
import { DRAFT, FIRST_DRAFT } from './draft.ts';
import {
  COMMENT,
  DECISION,
  HANDOVER,
  HISTORY_QUERY,
  PAGE_QUERY,
  PUBLIC_QUERY,
  SUPPORT_QUERY,
  VERSION_QUERY,
  VERSIONS_QUERY,
  WISH,
} from './requests.ts';
import {
  decidedShape,
  documentShape,
  historyShape,
  offerShape,
  ownListShape,
  ownRecordShape,
  publicListShape,
  recordShape,
  servedShape,
  supportListShape,
  updateCheckShape,
  versionsShape,
  viewShape,
} from './shapes.ts';

type Schema = v.GenericSchema;
type Fields = Readonly<Record<string, Schema>>;

/** Intended callers of an API call; authors and support must authenticate. */
export type Audience = 'authors' | 'public' | 'devices' | 'support';

export interface AnswerShape {
  readonly status: 200 | 201 | 204 | 304;
  /** Null for an answer without a body. */
  readonly type: 'application/json' | 'text/plain' | null;
  /** Schema of a JSON body; null for any other. */
  readonly schema: Schema | null;
  /** Descriptions by lower-case header name. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface StoreOperation {
  /** Unique name. */
  readonly id: string;
  readonly method: Method;
  /** `/e/{code}` */
  readonly path: string;
  readonly caller: Audience;
  readonly summary: string;
  readonly query: Fields;
  /** Request headers by lower-case name. */
  readonly headers: Fields;
  readonly body: Schema | null;
  readonly answers: readonly AnswerShape[];
  /** In addition to those from `refusalsOf`. */
  readonly refusals: readonly RefusalCode[];
}

const json = (schema: Schema, status: 200 | 201 = 200, headers: AnswerShape['headers'] = {}): AnswerShape => ({
  status,
  type: 'application/json',
  schema,
  headers,
});
const empty = (status: 204 | 304, headers: AnswerShape['headers'] = {}): AnswerShape => ({
  status,
  type: null,
  schema: null,
  headers,
});

type Given = Pick<StoreOperation, 'id' | 'summary'> &
  Partial<Pick<StoreOperation, 'query' | 'headers' | 'body' | 'refusals'>> & {
    readonly answers: AnswerShape | readonly AnswerShape[];
  };

const operation = (caller: Audience, method: Method, path: string, { answers, ...given }: Given): StoreOperation => ({
  caller,
  method,
  path,
  query: {},
  headers: {},
  body: null,
  refusals: [],
  ...given,
  answers: [answers].flat(),
});

/** Returns a GET operation and its HEAD. */
const getAndHead = (caller: Audience, path: string, given: Given): readonly StoreOperation[] => {
  const get = operation(caller, 'GET', path, given);
  const { id, summary, answers } = get;
  return [
    get,
    {
      ...get,
      id: `${id}Head`,
      method: 'HEAD',
      summary: `${summary.replace(/\.$/, '')}: only the headers.`,
      answers: answers.map((answer) => ({ ...answer, type: null, schema: null })),
    },
  ];
};

const OF_CHECK = [
  'compile_error',
  'runaway_top_level',
  'double_manifest',
  'no_manifest',
  'bad_manifest',
] as const satisfies readonly RefusalCode[];
const OF_DRAFT = ['missing_description', 'description_too_long', ...OF_CHECK, 'checker_busy'] as const;

const AUTHORS: readonly StoreOperation[] = [
  operation('authors', 'GET', '/extensions', {
    id: 'listOwnExtensions',
    summary: "Lists the author's extensions, newest first.",
    query: PAGE_QUERY.entries,
    answers: json(ownListShape),
  }),
  operation('authors', 'POST', '/extensions', {
    id: 'createExtension',
    summary: 'Publishes an extension under a new code.',
    body: FIRST_DRAFT,
    answers: json(recordShape, 201, { location: 'Path of the extension.' }),
    refusals: OF_DRAFT,
  }),
  operation('authors', 'PUT', '/extensions/{code}', {
    id: 'updateExtension',
    summary: "Publishes a new version of one of the author's extensions; listing and default do not change.",
    body: DRAFT,
    answers: json(ownRecordShape),
    refusals: OF_DRAFT,
  }),
  operation('authors', 'PATCH', '/extensions/{code}', {
    id: 'requestListing',
    summary: 'Requests or withdraws the public listing of an extension, or releases its newest version to devices.',
    body: WISH,
    answers: json(ownRecordShape),
    refusals: ['invalid_transition', 'version_changed', 'too_large'],
  }),
  operation('authors', 'DELETE', '/extensions/{code}', {
    id: 'deleteExtension',
    summary: "Deletes one of the author's extensions; its code is never reused.",
    answers: empty(204),
    refusals: ['is_default'],
  }),
  operation('authors', 'POST', '/extensions/{code}/handover', {
    id: 'offerExtension',
    summary: 'Returns a code, valid for a week, with which another author can take over the extension.',
    answers: json(offerShape, 201),
  }),
  operation('authors', 'POST', '/handovers', {
    id: 'takeOverExtension',
    summary: 'Takes over an extension with a handover code from its author.',
    body: HANDOVER,
    answers: json(recordShape),
    refusals: ['not_found', 'limited', 'too_large'],
  }),
  operation('authors', 'GET', '/extensions/{code}/versions', {
    id: 'listVersions',
    summary: "Lists the versions of one of the author's extensions, newest first.",
    query: VERSIONS_QUERY.entries,
    answers: json(versionsShape),
  }),
];

const OF_TEXT = {
  etag: 'SHA-256 of the text, in quotes.',
  'x-extension-id': 'Share code of the extension.',
  'x-extension-code': 'Share code of the extension.',
  'x-extension-version': 'Version of the text.',
  'x-extension-name': 'Name of the extension, percent-encoded.',
  'x-extension-kind': 'drill or game.',
  'x-extension-sha256': 'SHA-256 of the text, in lower-case hex.',
  'x-extension-author': "The author's label, percent-encoded.",
};
const if_none_match = v.optional(about(v.string(), 'ETag of the copy that the caller has.'));

const PUBLIC: readonly StoreOperation[] = [
  ...getAndHead('public', '/public', {
    id: 'listPublic',
    summary: 'Lists public extensions, each with the data of its approved version.',
    query: { ...PUBLIC_QUERY.entries, ...PAGE_QUERY.entries },
    answers: json(publicListShape),
  }),
  ...getAndHead('public', '/e/{code}', {
    id: 'getText',
    summary: 'Returns the Lua text of an extension.',
    query: VERSION_QUERY.entries,
    headers: {
      [STORE_HEADER.device]: v.optional(
        about(v.string(), 'Id of the fetching device; a GET then counts as an install.'),
      ),
      [STORE_HEADER.update]: v.optional(
        about(v.string(), '1 for an update by a device; it does not count as an install.'),
      ),
      'if-none-match': if_none_match,
    },
    answers: [{ status: 200, type: 'text/plain', schema: null, headers: OF_TEXT }, empty(304, OF_TEXT)],
    refusals: ['limited'],
  }),
  ...getAndHead('public', '/e/{code}/version', {
    id: 'getVersion',
    summary: 'Returns the served version of an extension.',
    answers: json(servedShape),
    refusals: ['limited'],
  }),
  operation('devices', 'POST', '/e/check', {
    id: 'checkForUpdates',
    summary: 'Returns the served version of each extension on a device, and the default extensions.',
    body: CHECK,
    answers: json(updateCheckShape),
    refusals: ['limited', 'too_large'],
  }),
  ...getAndHead('public', '/openapi.json', {
    id: 'getDocument',
    summary: 'Returns this document.',
    headers: { 'if-none-match': if_none_match },
    answers: [
      json(documentShape, 200, { etag: 'SHA-256 of the document, in quotes.' }),
      empty(304, { etag: 'SHA-256 of the document, in quotes.' }),
    ],
  }),
];

const SUPPORT: readonly StoreOperation[] = [
  ...getAndHead('support', '/support/extensions', {
    id: 'listForSupport',
    summary: 'Lists extensions in one state, oldest first.',
    query: { ...SUPPORT_QUERY.entries, ...PAGE_QUERY.entries },
    answers: json(supportListShape),
  }),
  operation('support', 'PATCH', '/support/extensions/{code}', {
    id: 'decide',
    summary:
      'Approves, declines, unlists or releases an extension, sets or clears its default flag, takes it down or restores it.',
    body: DECISION,
    answers: json(decidedShape),
    refusals: ['invalid_transition', 'version_changed', 'too_large'],
  }),
  operation('support', 'GET', '/support/extensions/{code}/history', {
    id: 'getHistoryOfExtension',
    summary: 'Returns an extension with its versions, its history and its installs by day.',
    query: VERSIONS_QUERY.entries,
    answers: json(viewShape),
  }),
  operation('support', 'POST', '/support/extensions/{code}/comments', {
    id: 'comment',
    summary: 'Adds a comment that the author of the extension never sees.',
    body: COMMENT,
    answers: empty(204),
    refusals: ['too_large'],
  }),
  operation('support', 'GET', '/support/history', {
    id: 'getHistory',
    summary: 'Lists the history of all extensions, newest first.',
    query: HISTORY_QUERY.entries,
    answers: json(historyShape),
  }),
];

export const OPERATIONS: readonly StoreOperation[] = [...AUTHORS, ...PUBLIC, ...SUPPORT];

const OF_CALLER: Readonly<Record<Audience, readonly RefusalCode[]>> = {
  authors: ['unauthorized', 'limited', 'issuer_unreachable'],
  public: [],
  devices: [],
  // Without a key, the support API does not exist (C41).
  support: ['unauthorized', 'limited', 'not_found'],
};

/** Returns all errors with which a call may be refused. */
export function refusalsOf({ caller, method, path, query, body, refusals }: StoreOperation): readonly ErrorCode[] {
  const has_code = path.includes('{code}');
  return [
    ...new Set<ErrorCode>([
      ...(has_code || body || Object.keys(query).length > 0 ? (['bad_request'] as const) : []),
      ...OF_CALLER[caller],
      ...(has_code ? (['not_found', 'gone'] as const) : []),
      ...(has_code && caller === 'authors' ? (['not_owner'] as const) : []),
      ...(body && caller === 'authors' ? (['text_too_large'] as const) : []),
      ...refusals,
      ...(caller !== 'devices' && method !== 'GET' && method !== 'HEAD' ? (['storage_full'] as const) : []),
      'internal',
    ]),
  ];
}

const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = { ...HTTP_STATUS, internal: 500 };

/** Returns the HTTP status of an error. */
export const statusOf = (code: ErrorCode): number => STATUS[code] ?? 500;

/** Headers that every refusal with this status has. */
export const REFUSAL_HEADERS: Readonly<Partial<Record<number, AnswerShape['headers']>>> = {
  401: { 'www-authenticate': 'The required authentication (RFC 6750).' },
  429: { 'retry-after': 'Whole seconds.' },
  503: { 'retry-after': 'Whole seconds.' },
};
