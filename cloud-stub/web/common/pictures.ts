// Pictures of extensions, made at publication and addressed by hash, so that browsers can cache them forever.

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

/** Returns an image element. `alt`: '' next to a name that says the same. */
export const pictureOf = (hash: string | null, alt: string): Html =>
  hash === null
    ? html`<div class="picture none"></div>`
    : html`<img class="picture" src="/pictures/${hash}" width="480" height="320" loading="lazy" alt="${alt}" />`;
