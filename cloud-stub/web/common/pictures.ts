// Pictures of extensions, made when they were published: by their hash, so that a browser keeps them for ever.

import { emptyAnswer } from '../../http/answers.ts';
import type { Route } from '../../http/route.ts';
import type { Store } from '../../store/store.ts';
import { html, type Html } from './html.ts';

const HASH = /^[\da-f]{64}$/;

export const pictureRoute = (store: Pick<Store, 'picture'>): Route => ({
  path: '/pictures/:hash',
  methods: {
    GET(_request, hash) {
      const bytes = HASH.test(hash) ? store.picture(hash) : null;
      if (!bytes) return emptyAnswer(404);
      const headers = {
        'Content-Type': 'image/webp',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': "default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
      };
      return { status: 200, headers, body: bytes };
    },
  },
});

/** `alt`: '' beside a name that says the same. */
export const pictureOf = (hash: string | null, alt: string): Html =>
  hash === null
    ? html`<div class="picture none"></div>`
    : html`<img class="picture" src="/pictures/${hash}" width="480" height="320" loading="lazy" alt="${alt}" />`;
