// Web session of a signed-in support member on the support pages (C116).

import type { HttpAnswer } from '../../http/answers.ts';
import type { SupportAccount } from '../../accounts/database-accounts.ts';
import type { IdentityService } from '../../accounts/endpoint.ts';
import { hiddenFields } from '../common/form.ts';
import { createGuarded, FOREIGN_FORM, type Guarded, type PageVisit } from '../common/guarded.ts';
import { html, type Html } from '../common/html.ts';
import { pageAnswer, type SitePage } from '../common/page.ts';
import type { SigningIn } from '../common/signing-in.ts';
import type { Store } from '../../store/store.ts';

export interface SupportPagesDeps {
  readonly store: Store;
  readonly identity: Pick<IdentityService, 'support' | 'accounts' | 'mail_place'>;
  readonly signing_in: SigningIn;
  /** Returns the number of devices. */
  readonly devices: () => number;
  readonly unix_s: () => number;
  /** Returns the public origin of the cloud. */
  readonly origin: () => string;
}

export interface SupportVisit extends PageVisit {
  readonly account: SupportAccount;
  readonly code: string;
}

/** Returns wrappers for handlers that require a support member, and for forms from the support pages. */
export const forSupport = ({
  identity,
  signing_in,
  unix_s,
}: Pick<SupportPagesDeps, 'identity' | 'signing_in' | 'unix_s'>): Guarded<SupportVisit> =>
  createGuarded({
    signing_in,
    unix_s,
    visitOf(visit, code) {
      const account = identity.support.account(visit.signed_in.session.sub);
      return account && { ...visit, account, code };
    },
    notForThem: (request) => signing_in.ask(request),
    foreignForm: (visit) => refusedPage(visit, 403, FOREIGN_FORM),
  });

export const tokenField = ({ signed_in }: SupportVisit): Html => hiddenFields(signed_in.form_token);

const linksOf = ({ is_main }: SupportAccount): SitePage['links'] => [
  ['/support', 'Extensions'],
  ['/support/log', 'Log'],
  ['/support/people', 'People'],
  ...(is_main ? ([['/support/own', 'FooGolf’s own']] as const) : []),
];

export const shown = ({ account, ...visit }: SupportVisit, page: Omit<SitePage, 'links'>): HttpAnswer =>
  pageAnswer({
    ...page,
    links: linksOf(account),
    content: html`${page.content}
      <form method="post" action="/support/sign-out" class="actions">
        ${tokenField({ account, ...visit })}
        <span>You are signed in as <strong>${account.name}</strong>.</span>
        <button class="second">Sign out</button>
      </form>`,
  });

export const refusedPage = (
  visit: SupportVisit,
  status: number,
  sentence: string,
  title = 'That did not work',
): HttpAnswer =>
  shown(visit, {
    title,
    current: '',
    status,
    content: html`<p>${sentence}</p>
      <p><a href="/support">Extensions</a></p>`,
  });
