// Parses the bodies and queries of the store's routes, except drafts (C31, C33, C41). Values are never clamped; the
// first invalid field is refused with a sentence.

import * as v from 'valibot';
import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Range } from '../../wire/limits.ts';
import { about, flag, oneOf, sentenceOf, text, whole } from '../../wire/relay/fields.ts';
import { foldedForSearch } from './database.ts';
import type { Decision, Wish } from './extension.ts';
import { PUBLIC_SORTS, readCursor, SUPPORT_STATES, type ListFilter, type ListQuery } from './lists.ts';

/** C31: extensions per page of a list. */
const LIST_LIMIT = { min: 1, max: 100, default: 50 } as const;
/** C90: limit of a reviewer's name and of a search, in characters. */
const REVIEWER_CHARS_MAX = 64;
const SEARCH_CHARS_MAX = 100;
/** C114: limit of a reason and of a comment, in characters. */
export const REASON_CHARS_MAX = 2000;

/** Only true: a release cannot be undone. */
const release = v.pipe(v.boolean('must be true'), v.literal(true, 'must be true'));
const version = whole({ min: 1, max: EXTENSION_VERSION_MAX });

export const WISH = v.pipe(
  v.object({
    request_listing: v.optional(
      about(flag(), 'True requests a public listing; false withdraws the request or the listing.'),
    ),
    release: v.optional(
      about(release, 'True releases the newest version to devices that kept the approved one (C135).'),
    ),
    version: v.optional(about(version, 'Version to release. Default: the newest.')),
  }),
  v.check(
    (given) => given.request_listing !== undefined || given.release !== undefined,
    'must have request_listing, release or both',
  ),
);

/** Limit of a typed code with its spaces and hyphens, in characters. */
const HANDOVER_CHARS_MAX = 32;
export const HANDOVER = v.object({
  handover: about(text({ min: 1, max: HANDOVER_CHARS_MAX }), 'Handover code from the author of the extension.'),
});

const reviewed_version = about(version, 'Version that support reviewed.');
const reviewer = about(
  text({ min: 1, max: REVIEWER_CHARS_MAX }),
  'Name of the reviewer; ignored for a token of support, which names its member.',
);

export const DECISION = v.pipe(
  v.object({
    listing: v.optional(
      about(oneOf(['public', 'none']), 'public approves the newest version; none declines or unlists.'),
    ),
    default: v.optional(about(flag(), 'Whether every device gets it; true approves the newest version.')),
    version: v.optional(reviewed_version),
    reviewer: v.optional(reviewer),
    release: v.optional(about(release, 'True approves the newest version for devices without listing it (C135).')),
    taken_down: v.optional(about(flag(), 'True removes it from all devices and pages at once; false restores it.')),
    reason: v.optional(about(text({ min: 0, max: REASON_CHARS_MAX }), 'Reason for the author.')),
  }),
  v.check(
    ({ listing, default: is_default, taken_down, release: releases }) =>
      [listing, is_default, taken_down, releases].some((given) => given !== undefined),
    'must have at least one of listing, default, taken_down and release',
  ),
);

export const COMMENT = v.object({
  text: text({ min: 1, max: REASON_CHARS_MAX }),
  version: v.optional(reviewed_version),
  reviewer: v.optional(reviewer),
});
type Comment = Readonly<v.InferOutput<typeof COMMENT>>;

/** Returns the schema of a whole number in a query. */
const digits = (range: Range) => {
  const number = whole(range);
  const message = `must be a whole number from ${range.min} to ${range.max}`;
  return v.pipe(v.string(), v.regex(/^\d{1,10}$/, message), v.transform(Number), number);
};

const limit = about(v.optional(digits(LIST_LIMIT)), `Entries per page. Default: ${LIST_LIMIT.default}.`);

/** Query of every list; `readPage` checks the cursor. */
export const PAGE_QUERY = v.object({
  limit,
  cursor: v.optional(about(v.string(), 'next_cursor of the previous page.')),
});

export const PUBLIC_QUERY = v.object({
  sort: v.optional(
    about(oneOf(PUBLIC_SORTS), 'Order: most recently approved first, most installed first, or by name.'),
    PUBLIC_SORTS[0],
  ),
  kind: v.optional(about(oneOf(['', 'drill', 'game']), 'Only drills, or only games.'), ''),
  q: v.optional(
    about(
      v.pipe(v.string(), v.trim(), text({ min: 0, max: SEARCH_CHARS_MAX })),
      'Text to find in the name, description, about, author or code; case-insensitive.',
    ),
    '',
  ),
});

export const SUPPORT_QUERY = v.object({
  state: v.optional(
    about(oneOf(SUPPORT_STATES), 'pending: public or default, with a newer version that support has not reviewed.'),
    SUPPORT_STATES[0],
  ),
});

export const HISTORY_QUERY = v.object({
  limit,
  before: v.optional(about(digits({ min: 1, max: EXTENSION_VERSION_MAX }), 'next_before of the previous page.')),
});

/** C111: versions or history entries per page of one extension. */
const OF_ONE_LIMIT = { min: 1, max: 100, default: 100 } as const;
const next_of_versions = digits({ min: 1, max: EXTENSION_VERSION_MAX });

export const VERSIONS_QUERY = v.object({
  limit: about(v.optional(digits(OF_ONE_LIMIT)), `Entries per page. Default: ${OF_ONE_LIMIT.default}.`),
  cursor: v.optional(about(next_of_versions, 'next_cursor of the previous page.')),
});

export const VERSION_QUERY = v.object({
  v: v.optional(
    about(
      digits({ min: 1, max: EXTENSION_VERSION_MAX }),
      'Version to return, byte for byte; does not count as an install.',
    ),
  ),
});

function read<S extends v.GenericSchema>(schema: S, data: unknown): Result<v.InferOutput<S>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return fail('bad_value', 'The body is not a JSON object.');
  const result = v.safeParse(schema, data, { abortEarly: true, abortPipeEarly: true });
  return result.success ? ok(result.output) : fail('bad_value', sentenceOf(result.issues));
}

/** Parses a query: the first value of repeated fields, without fields that are not in the schema. */
function readQuery<S extends v.GenericSchema & { readonly entries: Readonly<Record<string, unknown>> }>(
  schema: S,
  query: URLSearchParams,
): Result<v.InferOutput<S>> {
  return read(
    schema,
    Object.fromEntries(Object.keys(schema.entries).map((name) => [name, query.get(name) ?? undefined])),
  );
}

/** Parses the body of an author's PATCH. */
export const readWish = (data: unknown): Result<Wish> => read(WISH, data);

/** Parses the handover code that an author submits. */
export function readHandover(data: unknown): Result<string> {
  const given = read(HANDOVER, data);
  return given.ok ? ok(given.value.handover) : given;
}

/** Parses the body of support's PATCH. */
export const readDecision = (data: unknown): Result<Decision> => read(DECISION, data);

/** Parses a comment of support. */
export const readComment = (data: unknown): Result<Comment> => read(COMMENT, data);

/** Parses `limit` and `before` of the history. */
export function readHistoryPage(query: URLSearchParams): Result<{ limit: number; before: number | undefined }> {
  const given = readQuery(HISTORY_QUERY, query);
  return given.ok ? ok({ limit: given.value.limit ?? LIST_LIMIT.default, before: given.value.before }) : given;
}

/** A page of the versions of one extension. */
export interface VersionsPage {
  readonly limit: number;
  /** The newest version on the page. Default: the newest one. */
  readonly up_to?: number | undefined;
}

export function readVersionsPage(query: URLSearchParams): Result<VersionsPage> {
  const given = readQuery(VERSIONS_QUERY, query);
  if (!given.ok) return given;
  const { limit = OF_ONE_LIMIT.default, cursor } = given.value;
  return ok({ limit, up_to: cursor });
}

/** Parses `?v=N`; null if absent. */
export function readVersion(query: URLSearchParams): Result<number | null> {
  const given = readQuery(VERSION_QUERY, query);
  return given.ok ? ok(given.value.v ?? null) : given;
}

/** Parses the page parameters of a list. */
export function readPage(query: URLSearchParams, filter: Result<ListFilter>): Result<ListQuery> {
  if (!filter.ok) return filter;
  const given = readQuery(PAGE_QUERY, query);
  if (!given.ok) return given;
  const { limit = LIST_LIMIT.default, cursor } = given.value;
  const after = cursor === undefined ? null : readCursor(filter.value, cursor);
  if (cursor !== undefined && after === null)
    return fail('bad_value', 'cursor must be the next_cursor of the previous page.');
  return ok({ filter: filter.value, limit, after });
}

/** Parses the query of `GET /public`: `q`, `kind`, `sort`. */
export function readPublicFilter(query: URLSearchParams): Result<ListFilter> {
  const given = readQuery(PUBLIC_QUERY, query);
  if (!given.ok) return given;
  const { sort, q, kind } = given.value;
  return ok({ list: 'public', sort, q: foldedForSearch(q), kind: kind === '' ? null : kind });
}

/** Parses the query of support's list: `state`. */
export function readSupportFilter(query: URLSearchParams): Result<ListFilter> {
  const given = readQuery(SUPPORT_QUERY, query);
  return given.ok ? ok({ list: 'support', state: given.value.state }) : given;
}
