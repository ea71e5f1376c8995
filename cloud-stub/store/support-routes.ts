// Support API (store §4.2, C41): extensions that wait for support, and its decisions. The key is a secret of the
// operator; signed-in support members use a token (C116).

import { hash, timingSafeEqual } from 'node:crypto';
import {
  badRequest,
  emptyAnswer,
  failureAnswer,
  jsonAnswer,
  limited,
  refusal,
  unauthorized,
  type HttpAnswer,
} from '../http/answers.ts';
import type { Handler, HttpRequest, Route } from '../http/route.ts';
import { bearerOf, readSmallBody } from './author-routes.ts';
import type { StoreLimits } from './rate-limits.ts';
import {
  readComment,
  readDecision,
  readHistoryPage,
  readPage,
  readSupportFilter,
  readVersionsPage,
} from './requests.ts';
import type { SupportView, VersionPage } from './deciding.ts';
import { supportRecordOf, versionRecordOf } from './extension.ts';
import type { Store } from './store.ts';

interface SupportRouteDeps {
  readonly store: Store;
  readonly limits: StoreLimits;
  /** API key for machines; null if none. */
  readonly key: string | null;
  /** Returns the name of the support member with this token; null if invalid. */
  readonly reviewerOf: (token: string) => Promise<string | null>;
}

const REALM = 'tapin support';

/** `member`: signed-in member; undefined if the caller only has the key. */
type Supported = (request: HttpRequest, code: string, member: string | undefined) => HttpAnswer | Promise<HttpAnswer>;

export function supportRoutes({ store, limits, key, reviewerOf }: SupportRouteDeps): readonly Route[] {
  const right_key = key === null ? null : digestOf(key);
  const supported =
    (run: Supported): Handler =>
    async (request, code) => {
      const given = bearerOf(request);
      // Compares hashes, which have the same length, so that the timing reveals nothing.
      if (given !== undefined && right_key && timingSafeEqual(digestOf(given), right_key))
        return run(request, code, undefined);
      const member = given === undefined ? null : await reviewerOf(given);
      if (member !== null) return run(request, code, member);
      // Without a key, the API is hidden from everyone but support (C41).
      if (!right_key) return refusal('not_found', 'Nothing at this address.');
      const wait_s = limits.refused(request.address);
      if (wait_s !== null) return limited(wait_s);
      return unauthorized(REALM, 'Requires a support key or token: Authorization: Bearer.', given !== undefined);
    };

  const list = supported(({ query }) => {
    const page = readPage(query, readSupportFilter(query));
    return page.ok ? jsonAnswer(200, store.supportList(page.value)) : badRequest(page.error);
  });
  const decide = supported(async ({ readBody }, code, member) => {
    const decision = readSmallBody(await readBody(), readDecision);
    if ('answer' in decision) return decision.answer;
    const decided = store.decide(code, member === undefined ? decision.value : { ...decision.value, reviewer: member });
    return decided.ok ? jsonAnswer(200, decided.value.record) : failureAnswer(decided.error);
  });
  const view = supported(({ query }, code) => {
    const page = readVersionsPage(query);
    if (!page.ok) return badRequest(page.error);
    const found = store.view(code);
    if (!found.ok) return failureAnswer(found.error);
    return jsonAnswer(200, viewShown(found.value, store.versionPage(found.value.extension.code, page.value)));
  });
  const comment = supported(async ({ readBody }, code, member) => {
    const given = readSmallBody(await readBody(), readComment);
    if ('answer' in given) return given.answer;
    const { text, version, reviewer } = given.value;
    const noted = store.comment(code, version ?? null, text, member ?? reviewer ?? 'support');
    return noted.ok ? emptyAnswer(204) : failureAnswer(noted.error);
  });
  const history = supported(({ query }) => {
    const page = readHistoryPage(query);
    if (!page.ok) return badRequest(page.error);
    const { limit, before } = page.value;
    const entries = store.history(limit, before);
    return jsonAnswer(200, { history: entries, next_before: entries.length < limit ? null : entries.at(-1)?.serial });
  });
  return [
    { path: '/support/extensions', methods: { GET: list, HEAD: list }, options: 'methods' },
    { path: '/support/extensions/:code', methods: { PATCH: decide }, options: 'methods' },
    { path: '/support/extensions/:code/history', methods: { GET: view }, options: 'methods' },
    { path: '/support/extensions/:code/comments', methods: { POST: comment }, options: 'methods' },
    { path: '/support/history', methods: { GET: history }, options: 'methods' },
  ];
}

const viewShown = (
  { extension, newest, history, installs_by_day }: SupportView,
  { versions, next_cursor }: VersionPage,
) => ({
  extension: supportRecordOf(extension, newest),
  versions: versions.map((version) => ({ ...versionRecordOf(extension, version), author: version.author })),
  next_cursor,
  history,
  installs_by_day,
});

const digestOf = (key: string): Buffer => hash('sha256', key, 'buffer');
