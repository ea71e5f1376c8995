// The support API (store §4.2, C41): what waits for support, and what support decides. Its key is a secret of whoever runs the store.

import { hash, timingSafeEqual } from 'node:crypto';
import { badRequest, failureAnswer, jsonAnswer, limited, unauthorized } from '../http/answers.ts';
import type { Handler, Route } from '../http/route.ts';
import { bearerOf, readSmallBody } from './author-routes.ts';
import type { StoreLimits } from './rate-limits.ts';
import { readDecision, readPage, readSupportFilter } from './requests.ts';
import type { Store } from './store.ts';

export interface SupportRouteParts {
  readonly store: Store;
  readonly limits: StoreLimits;
  readonly key: string;
}

const REALM = 'tapin support';

export function supportRoutes({ store, limits, key }: SupportRouteParts): readonly Route[] {
  const right_key = digestOf(key);
  const supported =
    (run: Handler): Handler =>
    (request, code) => {
      const given = bearerOf(request);
      // Of hashes, which have one length, so that the time tells nothing.
      if (given !== undefined && timingSafeEqual(digestOf(given), right_key)) return run(request, code);
      const wait_s = limits.refused(request.address);
      if (wait_s !== null) return limited(wait_s);
      return unauthorized(REALM, "Support's key is needed: Authorization: Bearer.", given !== undefined);
    };

  const list = supported(({ query }) => {
    const page = readPage(query, readSupportFilter(query));
    return page.ok ? jsonAnswer(200, store.supportList(page.value)) : badRequest(page.error);
  });
  const decide = supported(({ body }, code) => {
    const decision = readSmallBody(body, readDecision);
    if ('answer' in decision) return decision.answer;
    const decided = store.decide(code, decision.value);
    return decided.ok ? jsonAnswer(200, decided.value) : failureAnswer(decided.error);
  });
  return [
    { path: '/support/extensions', methods: { GET: list, HEAD: list }, options: 'methods' },
    { path: '/support/extensions/:code', methods: { PATCH: decide }, options: 'methods' },
  ];
}

const digestOf = (key: string): Buffer => hash('sha256', key, 'buffer');
