// Bodies and queries of the store's routes, but for what is published (C31, C33, C41). Nothing is clamped; the first wrong field is
// refused with a sentence.

import * as v from 'valibot';
import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { characters, flag, oneOf, sentenceOf, text, whole } from '../../wire/relay/fields.ts';
import { foldedForSearch } from './database.ts';
import type { Decision } from './extension.ts';
import { PUBLIC_SORTS, readCursor, SUPPORT_STATES, type ListFilter, type ListQuery } from './lists.ts';

/** C31: extensions on a page of a list. */
const LIST_LIMIT = { min: 1, max: 100, default: 50 } as const;
/** C90: characters of a reviewer's name, and of a search. */
const REVIEWER_CHARS_MAX = 64;
const SEARCH_CHARS_MAX = 100;
/** C114: characters of a reason, and of a comment. */
export const REASON_CHARS_MAX = 2000;

const wish = v.object({ request_listing: flag() });

const decision = v.pipe(
  v.object({
    listing: v.optional(oneOf(['public', 'none'])),
    default: v.optional(flag()),
    version: v.optional(whole({ min: 1, max: EXTENSION_VERSION_MAX })),
    reviewer: v.optional(text({ min: 1, max: REVIEWER_CHARS_MAX })),
    taken_down: v.optional(flag()),
    reason: v.optional(text({ min: 0, max: REASON_CHARS_MAX })),
  }),
  v.check(
    (given) => given.listing !== undefined || given.default !== undefined || given.taken_down !== undefined,
    'has listing, default or taken_down, or several',
  ),
);

const comment = v.object({
  text: text({ min: 1, max: REASON_CHARS_MAX }),
  version: v.optional(whole({ min: 1, max: EXTENSION_VERSION_MAX })),
  reviewer: v.optional(text({ min: 1, max: REVIEWER_CHARS_MAX })),
});
export type Comment = Readonly<v.InferOutput<typeof comment>>;

function read<S extends v.GenericSchema>(schema: S, data: unknown): Result<v.InferOutput<S>> {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return fail('bad_value', 'The body is a JSON object.');
  const result = v.safeParse(schema, data, { abortEarly: true, abortPipeEarly: true });
  return result.success ? ok(result.output) : fail('bad_value', sentenceOf(result.issues));
}

/** The body of an author's PATCH: whether a listing is wanted. */
export function readWish(data: unknown): Result<boolean> {
  const given = read(wish, data);
  return given.ok ? ok(given.value.request_listing) : given;
}

/** The body of support's PATCH. */
export const readDecision = (data: unknown): Result<Decision> => read(decision, data);

/** A comment of support's. */
export const readComment = (data: unknown): Result<Comment> => read(comment, data);

/** `limit` and `before` of the history. */
export function readHistoryPage(query: URLSearchParams): Result<{ limit: number; before: number | undefined }> {
  const limit = wholeIn(query, 'limit', LIST_LIMIT.min, LIST_LIMIT.max);
  if (!limit.ok) return limit;
  const before = wholeIn(query, 'before', 1, EXTENSION_VERSION_MAX);
  return before.ok ? ok({ limit: limit.value ?? LIST_LIMIT.default, before: before.value ?? undefined }) : before;
}

/** One of these values, the first where the query says nothing. */
function choice<T extends string>(query: URLSearchParams, name: string, options: readonly [T, ...T[]]): Result<T> {
  const given = query.get(name) ?? options[0];
  const found = options.find((option) => option === given);
  return found === undefined ? fail('bad_value', `${name} is one of ${options.join(', ')}.`) : ok(found);
}

/** A whole number of a query; null where it says nothing. */
function wholeIn(query: URLSearchParams, name: string, min: number, max: number): Result<number | null> {
  const given = query.get(name);
  if (given === null) return ok(null);
  const value = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN;
  return value >= min && value <= max
    ? ok(value)
    : fail('bad_value', `${name} is a whole number from ${min} to ${max}.`);
}

/** `?v=N`; null where the query says nothing. */
export const readVersion = (query: URLSearchParams): Result<number | null> =>
  wholeIn(query, 'v', 1, EXTENSION_VERSION_MAX);

/** The page of a list that a query asks for. */
export function readPage(query: URLSearchParams, filter: Result<ListFilter>): Result<ListQuery> {
  if (!filter.ok) return filter;
  const limit = wholeIn(query, 'limit', LIST_LIMIT.min, LIST_LIMIT.max);
  if (!limit.ok) return limit;
  const cursor = query.get('cursor');
  const after = cursor === null ? null : readCursor(filter.value, cursor);
  if (cursor !== null && after === null) return fail('bad_value', 'cursor is the next_cursor of the page before.');
  return ok({ filter: filter.value, limit: limit.value ?? LIST_LIMIT.default, after });
}

/** What `GET /public` is asked for: `q`, `kind`, `sort`. */
export function readPublicFilter(query: URLSearchParams): Result<ListFilter> {
  const sort = choice(query, 'sort', PUBLIC_SORTS);
  if (!sort.ok) return sort;
  const kind = choice(query, 'kind', ['', 'drill', 'game']);
  if (!kind.ok) return fail('bad_value', 'kind is one of drill, game.');
  const q = (query.get('q') ?? '').trim();
  if (characters(q) > SEARCH_CHARS_MAX)
    return fail('bad_value', `q is a text of at most ${SEARCH_CHARS_MAX} characters.`);
  return ok({ list: 'public', sort: sort.value, q: foldedForSearch(q), kind: kind.value === '' ? null : kind.value });
}

/** What support asks for: `state`. */
export function readSupportFilter(query: URLSearchParams): Result<ListFilter> {
  const state = choice(query, 'state', SUPPORT_STATES);
  return state.ok ? ok({ list: 'support', state: state.value }) : state;
}
