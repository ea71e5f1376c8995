// Routes of the support pages (C116): waiting extensions, decisions, log, and support members.

import type { HttpAnswer } from '../../http/answers.ts';
import type { Route } from '../../http/route.ts';
import { SUPPORT_CLIENT } from '../../accounts/oidc/clients.ts';
import type { IdentityService } from '../../accounts/endpoint.ts';
import { FORM_BYTES_MAX } from '../common/form.ts';
import { createOnce } from '../common/once.ts';
import { createSigningIn } from '../common/signing-in.ts';
import { ownPages } from '../author/own-pages.ts';
import { FOOGOLF_OWNER } from '../../store/author.ts';
import type { StoreLimits } from '../../store/rate-limits.ts';
import type { Store } from '../../store/store.ts';
import { comment, decide, extensionPage, newestText } from './extension-page.ts';
import { listPage } from './list-page.ts';
import { exportLog, logPage } from './log-page.ts';
import { changePeople, join, peoplePage, showJoin } from './people-page.ts';
import { forSupport } from './support-visit.ts';

interface SupportSiteDeps {
  readonly store: Store;
  readonly limits: StoreLimits;
  readonly identity: IdentityService;
  /** Returns the number of devices. */
  readonly devices: () => number;
  readonly unix_s: () => number;
  /** Returns the public origin of the cloud. */
  readonly origin: () => string;
  /** Initial text of a new extension. */
  readonly first_text: string;
}

export function supportRoutes({ first_text, limits, ...given }: SupportSiteDeps): readonly Route[] {
  const { store, identity, unix_s, origin } = given;
  const signing_in = createSigningIn({ identity, client: SUPPORT_CLIENT, base: '/support', origin, unix_s });
  const deps = { ...given, signing_in };
  const { get, post } = forSupport(deps);
  const joined = createOnce<HttpAnswer>(unix_s);
  return [
    ...signing_in.routes,
    { path: '/support', methods: { GET: get((visit) => listPage(deps, visit)) } },
    {
      path: '/support/extension/:code',
      methods: {
        GET: get((visit) => extensionPage(deps, visit)),
        POST: post((visit, form) => decide(deps, visit, form)),
      },
      body_bytes_max: FORM_BYTES_MAX,
    },
    {
      path: '/support/extension/:code/comment',
      methods: { POST: post((visit, form) => comment(deps, visit, form)) },
      body_bytes_max: FORM_BYTES_MAX,
    },
    { path: '/support/extension/:code/text', methods: { GET: get((visit) => newestText(deps, visit)) } },
    { path: '/support/log', methods: { GET: get((visit) => logPage(deps, visit)) } },
    { path: '/support/log/export', methods: { GET: get(() => exportLog(deps)) } },
    {
      path: '/support/people',
      methods: {
        GET: get((visit) => peoplePage(deps, visit)),
        POST: post((visit, form) => changePeople(deps, visit, form)),
      },
    },
    { path: '/support/join', methods: { GET: showJoin, POST: (request) => join(deps, request, joined) } },
    ...ownPages({
      base: '/support/own',
      store,
      limits,
      signing_in,
      authorOf: (sub) => (identity.support.account(sub)?.is_main ? { owner: FOOGOLF_OWNER, label: 'FooGolf' } : null),
      links: () => [
        ['/support', 'Extensions'],
        ['/support/own', 'FooGolf’s own'],
      ],
      unix_s,
      first_text,
    }),
  ];
}
