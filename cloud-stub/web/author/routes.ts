// Routes of the author site (C117): public pages, and the author pages if this cloud has accounts.

import type { Route } from '../../http/route.ts';
import { SITE_CLIENT } from '../../accounts/oidc/clients.ts';
import type { IdentityService } from '../../accounts/endpoint.ts';
import { compressed } from '../common/compressed.ts';
import { pictureRoute } from '../common/pictures.ts';
import { createSigningIn } from '../common/signing-in.ts';
import { STYLE } from '../common/style.ts';
import { FOOGOLF_OWNER } from '../../store/author.ts';
import type { StoreLimits } from '../../store/rate-limits.ts';
import type { Store } from '../../store/store.ts';
import { accountPages } from './account-pages.ts';
import { fileRoutes, type SiteFiles } from './files.ts';
import { linksFor } from './links.ts';
import { ownPages } from './own-pages.ts';
import { publicPages } from './public-pages.ts';

export interface SiteDeps {
  /** Static files of the pages. */
  readonly files: SiteFiles;
  readonly store: Store;
  readonly limits: StoreLimits;
  /** Null if authors sign in elsewhere. */
  readonly identity: IdentityService | null;
  readonly unix_s: () => number;
  /** Public origin of the cloud. */
  readonly origin: () => string;
  /** Initial text of a new extension. */
  readonly first_text: string;
}

const STYLE_ROUTE: Route = {
  path: '/site.css',
  methods: {
    GET: compressed(() => ({
      status: 200,
      headers: {
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': 'max-age=300',
        'X-Content-Type-Options': 'nosniff',
      },
      body: Buffer.from(STYLE),
    })),
  },
};

export function siteRoutes({ files, store, limits, identity, unix_s, origin, first_text }: SiteDeps): readonly Route[] {
  if (!identity)
    return [STYLE_ROUTE, ...fileRoutes(files), pictureRoute(store), ...publicPages({ store, links: linksFor(null) })];
  const signing_in = createSigningIn({ identity, client: SITE_CLIENT, base: '', origin, unix_s });
  const links = linksFor(signing_in);
  const authorOf = (sub: string) => {
    const account = identity.accounts.account(sub);
    return account && { owner: sub, label: account.name, isThere: () => identity.accounts.account(sub) !== null };
  };
  const own = {
    base: '/own',
    store,
    limits,
    signing_in,
    authorOf,
    links,
    unix_s,
    first_text,
  };
  return [
    STYLE_ROUTE,
    ...fileRoutes(files),
    pictureRoute(store),
    ...publicPages({ store, links }),
    ...signing_in.routes,
    ...ownPages(own),
    ...accountPages({ ...own, identity, heir: FOOGOLF_OWNER }),
  ];
}
