// Somebody of support who is signed in, at the pages of support (C116).

import type { HttpAnswer } from '../http/answers.ts';
import type { HttpRequest } from '../http/route.ts';
import type { SupportAccount } from '../identity/database-accounts.ts';
import type { Identity } from '../identity/endpoint.ts';
import { hiddenFields, readForm } from '../pages/form.ts';
import { html, type Html } from '../pages/html.ts';
import { createOnce } from '../pages/once.ts';
import { pageAnswer, type SitePage } from '../pages/page.ts';
import type { SignedIn, SigningIn } from '../pages/signing-in.ts';
import type { Store } from '../store/store.ts';

export interface SupportPagesParts {
  readonly store: Store;
  readonly identity: Pick<Identity, 'support' | 'accounts' | 'mail_place'>;
  readonly signing_in: SigningIn;
  /** How many devices there are. */
  readonly devices: () => number;
  readonly unix_s: () => number;
  /** Where the cloud is reached from outside. */
  readonly origin: () => string;
}

export interface SupportVisit {
  readonly account: SupportAccount;
  readonly signed_in: SignedIn;
  readonly request: HttpRequest;
  readonly code: string;
}

export type SupportPage = (visit: SupportVisit) => HttpAnswer | Promise<HttpAnswer>;
export type SupportForm = (visit: SupportVisit, form: ReadonlyMap<string, string>) => HttpAnswer | Promise<HttpAnswer>;

/** Makes handlers of what is for support alone, and of forms that came from a page of theirs. */
export function forSupport({
  identity,
  signing_in,
  unix_s,
}: Pick<SupportPagesParts, 'identity' | 'signing_in' | 'unix_s'>) {
  const once = createOnce(unix_s);
  const visitOf = (request: HttpRequest, code: string): SupportVisit | null => {
    const signed_in = signing_in.of(request);
    const account = signed_in && identity.support.account(signed_in.visit.sub);
    return signed_in && account ? { account, signed_in, request, code } : null;
  };
  return {
    get:
      (page: SupportPage) =>
      (request: HttpRequest, code: string): HttpAnswer | Promise<HttpAnswer> => {
        const visit = visitOf(request, code);
        return visit ? page(visit) : signing_in.ask(request);
      },
    post:
      (sent: SupportForm) =>
      async (request: HttpRequest, code: string): Promise<HttpAnswer> => {
        const visit = visitOf(request, code);
        if (!visit) return signing_in.ask(request);
        const form = await readForm(request, visit.signed_in.form_token);
        if (!form) return refusedPage(visit, 403, 'This form is too old, or of another page.');
        return once(visit.account.sub, request.path, form, () => sent(visit, form));
      },
  };
}

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
