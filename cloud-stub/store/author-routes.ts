// Routes of authors (store §4.1, C30, C31). Order of the checks: the token, the owner of the extension, then the body.

import { ok } from '../../wire/errors.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import {
  badRequest,
  bodyTooLarge,
  emptyAnswer,
  failureAnswer,
  jsonAnswer,
  limited,
  refusal,
  unauthorized,
  type HttpAnswer,
} from '../http/answers.ts';
import { readJsonBody } from '../http/json-body.ts';
import type { Handler, HttpRequest, RequestHead, Route } from '../http/route.ts';
import type { AuthorOf } from './authors.ts';
import { readDraft, type Draft } from './draft.ts';
import type { Author } from './author.ts';
import type { StoreLimits } from './rate-limits.ts';
import { readHandover, readPage, readVersionsPage, readWish } from './requests.ts';
import type { Store } from './store.ts';

/** C90: body limit of a published text, in bytes. */
const PUBLISH_BODY_BYTES_MAX = 524_288;

interface AuthorRouteDeps {
  readonly store: Store;
  readonly limits: StoreLimits;
  readonly authorOf: AuthorOf;
}

const REALM = 'tapin';
const BEARER = /^Bearer +(?=\S)/i;

/** Returns the token or key of a request; undefined if none. */
export function bearerOf({ header }: RequestHead): string | undefined {
  const given = header('authorization') ?? '';
  const scheme = BEARER.exec(given)?.[0];
  return scheme === undefined ? undefined : given.slice(scheme.length).trimEnd();
}

type Authored = (author: Author, request: HttpRequest, code: string) => HttpAnswer | Promise<HttpAnswer>;

/** Returns a wrapper for handlers that require an author. */
function authenticating({ limits, authorOf }: Pick<AuthorRouteDeps, 'limits' | 'authorOf'>) {
  const refused = (address: string, message: string, shown: boolean): HttpAnswer => {
    const wait_s = limits.refused(address);
    return wait_s === null ? unauthorized(REALM, message, shown) : limited(wait_s);
  };
  return (run: Authored): Handler =>
    async (request, code) => {
      const token = bearerOf(request);
      if (token === undefined)
        return refused(request.address, 'Requires an author token: Authorization: Bearer.', false);
      const author = await authorOf(token);
      if (author.ok) return run(author.value, request, code);
      if (author.error.code === 'unauthorized') return refused(request.address, author.error.message, true);
      return failureAnswer(author.error);
    };
}

export function authorRoutes({ store, limits, authorOf }: AuthorRouteDeps): readonly Route[] {
  const authored = authenticating({ limits, authorOf });
  /** Reads a draft, counts it against the limits, and publishes it. */
  const published = async (
    { owner }: Author,
    { readBody }: HttpRequest,
    is_update: boolean,
    publish: (draft: Draft) => Promise<HttpAnswer>,
  ): Promise<HttpAnswer> => {
    const json = readJsonBody(await readBody());
    if (!json.ok) return badRequest(json.error);
    const draft = readDraft(json.value, is_update);
    if (!draft.ok) return failureAnswer(draft.error);
    const wait_s = limits.publish(owner);
    return wait_s === null ? publish(draft.value) : limited(wait_s);
  };

  const create = authored((author, request) =>
    published(author, request, false, async (draft) => {
      const made = await store.create(author, draft);
      if (!made.ok) return failureAnswer(made.error);
      return jsonAnswer(201, made.value, { Location: `/extensions/${made.value.extension_id}` });
    }),
  );
  const own = authored(({ owner }, { query }) => {
    const page = readPage(query, ok({ list: 'own', owner }));
    return page.ok ? jsonAnswer(200, store.ownList(page.value)) : badRequest(page.error);
  });
  const update = authored((author, request, code) => {
    const extension = store.own(author, code);
    if (!extension.ok) return failureAnswer(extension.error);
    return published(author, request, true, async (draft) => {
      const updated = await store.update(author, code, draft);
      return updated.ok ? jsonAnswer(200, updated.value) : failureAnswer(updated.error);
    });
  });
  const patch = authored(async (author, { readBody }, code) => {
    const extension = store.own(author, code);
    if (!extension.ok) return failureAnswer(extension.error);
    const wanted = readSmallBody(await readBody(), readWish);
    if ('answer' in wanted) return wanted.answer;
    const patched = store.wish(author, code, wanted.value);
    return patched.ok ? jsonAnswer(200, patched.value) : failureAnswer(patched.error);
  });
  const versions = authored((author, { query }, code) => {
    const page = readVersionsPage(query);
    if (!page.ok) return badRequest(page.error);
    const found = store.versions(author, code, page.value);
    return found.ok ? jsonAnswer(200, found.value) : failureAnswer(found.error);
  });
  const remove = authored((author, _request, code) => {
    const removed = store.remove(author, code);
    return removed.ok ? emptyAnswer(204) : failureAnswer(removed.error);
  });
  return [
    { path: '/extensions', methods: { GET: own, POST: create }, ...ROUTE },
    { path: '/extensions/:code', methods: { PUT: update, PATCH: patch, DELETE: remove }, ...ROUTE },
    { path: '/extensions/:code/versions', methods: { GET: versions }, ...ROUTE },
    ...handoverRoutes({ store, limits }, authored),
  ];
}

function handoverRoutes(
  { store, limits }: Pick<AuthorRouteDeps, 'store' | 'limits'>,
  authored: (run: Authored) => Handler,
): readonly Route[] {
  const offer = authored((author, _request, code) => {
    const offered = store.offer(author, code);
    return offered.ok ? jsonAnswer(201, offered.value) : failureAnswer(offered.error);
  });
  const accept = authored(async (author, { readBody, address }) => {
    const given = readSmallBody(await readBody(), readHandover);
    if ('answer' in given) return given.answer;
    const accepted = store.accept(author, given.value);
    if (accepted.ok) return jsonAnswer(200, accepted.value);
    // Limits guessing.
    const wait_s = limits.refused(address);
    return wait_s === null ? failureAnswer(accepted.error) : limited(wait_s);
  });
  return [
    { path: '/extensions/:code/handover', methods: { POST: offer }, ...ROUTE },
    { path: '/handovers', methods: { POST: accept }, ...ROUTE },
  ];
}

/** Returns the answer to a body larger than any valid text. */
const draftTooLarge = (): HttpAnswer =>
  refusal('text_too_large', `The body is larger than ${PUBLISH_BODY_BYTES_MAX} bytes, so the text is too long.`);

const ROUTE = {
  options: 'browsers',
  body_bytes_max: PUBLISH_BODY_BYTES_MAX,
  tooLarge: draftTooLarge,
} as const satisfies Partial<Route>;

/** Parses a small JSON body, or returns the answer that refuses it. */
export function readSmallBody<T>(
  body: Uint8Array,
  read: (
    data: unknown,
  ) => { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: { readonly message: string } },
): { readonly value: T } | { readonly answer: HttpAnswer } {
  if (body.length > BODY_BYTES_MAX) return { answer: bodyTooLarge(BODY_BYTES_MAX) };
  const json = readJsonBody(body);
  const result = json.ok ? read(json.value) : json;
  return result.ok ? { value: result.value } : { answer: badRequest(result.error) };
}
