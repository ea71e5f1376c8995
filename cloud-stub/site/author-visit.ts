// Somebody who is signed in, at pages of one's own: who it is, the forms that are taken, and what such pages have in common (C117).

import type { HttpAnswer } from '../http/answers.ts';
import type { HttpRequest } from '../http/route.ts';
import { hiddenFields, readForm, readOpenForm } from '../pages/form.ts';
import { html, type Html } from '../pages/html.ts';
import { createOnce } from '../pages/once.ts';
import { pageAnswer, type SitePage } from '../pages/page.ts';
import type { SignedIn, SigningIn } from '../pages/signing-in.ts';
import type { Author } from '../store/author.ts';
import type { Outcome } from '../store/failures.ts';
import type { StoreLimits } from '../store/rate-limits.ts';
import type { Store } from '../store/store.ts';
import type { Links } from './links.ts';

export interface OwnPagesParts {
  /** Before the paths of these pages: `/own`. */
  readonly base: string;
  readonly store: Store;
  readonly limits: StoreLimits;
  readonly signing_in: SigningIn;
  /** Null where the account is no more. */
  readonly authorOf: (sub: string) => Author | null;
  readonly links: Links;
  readonly unix_s: () => number;
  /** A first extension, to begin with. */
  readonly first_text: string;
}

/** Somebody who is signed in, at one of these pages. */
export interface AuthorVisit {
  /** Before the paths of these pages. */
  readonly base: string;
  readonly author: Author;
  readonly signed_in: SignedIn;
  readonly request: HttpRequest;
  readonly code: string;
}

export type AuthorPage = (visit: AuthorVisit) => HttpAnswer | Promise<HttpAnswer>;
type Form = ReadonlyMap<string, string>;
export type AuthorForm = (visit: AuthorVisit, form: Form) => HttpAnswer | Promise<HttpAnswer>;

/** Of a form with what somebody has typed for long: nothing of it is done, and nothing of it is lost. */
export interface LateForm {
  /** Nobody is signed in any more. */
  signedOut(request: HttpRequest, form: Form): HttpAnswer;
  /** Somebody has signed in after the page was shown. */
  readonly again: AuthorForm;
}

/** Makes handlers of what is for an author who is signed in, and of forms that came from a page of theirs. */
export function guarded({
  base,
  signing_in,
  authorOf,
  unix_s,
}: Pick<OwnPagesParts, 'base' | 'signing_in' | 'authorOf' | 'unix_s'>) {
  const once = createOnce(unix_s);
  const visitOf = (request: HttpRequest, code: string): AuthorVisit | null => {
    const signed_in = signing_in.of(request);
    const author = signed_in && authorOf(signed_in.visit.sub);
    return signed_in && author ? { base, author, signed_in, request, code } : null;
  };
  /** Who is signed in and may not see this is told so: signing in again would change nothing. */
  const nobody = (request: HttpRequest): HttpAnswer =>
    signing_in.of(request) ? refusedPage(base, 'These pages are not for you.') : signing_in.ask(request);
  return {
    get:
      (page: AuthorPage) =>
      (request: HttpRequest, code: string): HttpAnswer | Promise<HttpAnswer> => {
        const visit = visitOf(request, code);
        return visit ? page(visit) : nobody(request);
      },
    post:
      (sent: AuthorForm, late?: LateForm) =>
      async (request: HttpRequest, code: string): Promise<HttpAnswer> => {
        const visit = visitOf(request, code);
        const unproven = late ? await readOpenForm(request) : null;
        if (!visit)
          return late && unproven && !signing_in.of(request) ? late.signedOut(request, unproven) : nobody(request);
        const form = await readForm(request, visit.signed_in.form_token);
        if (!form) return late && unproven ? late.again(visit, unproven) : refusedPage(base, FOREIGN_FORM);
        return once(visit.author.owner, request.path, form, () => sent(visit, form));
      },
  };
}

const refusedPage = (base: string, sentence: string): HttpAnswer =>
  pageAnswer({
    title: 'That did not work',
    links: [[base, 'My extensions']],
    current: '',
    status: 403,
    content: html`<p>${sentence}</p>`,
  });

const FOREIGN_FORM = 'This form is too old, or of another page. Go back, load the page again, and send it from there.';

export const tokenField = ({ signed_in }: Pick<AuthorVisit, 'signed_in'>): Html => hiddenFields(signed_in.form_token);

export const shown = ({ links }: OwnPagesParts, { request }: AuthorVisit, page: Omit<SitePage, 'links'>): HttpAnswer =>
  pageAnswer({ ...page, links: links(request) });

/** What a page of one's own says. */
export const OWN_SAID = {
  created: 'It is published. Whoever has its code can install it.',
  updated: 'The new version is published.',
  requested: 'Support will look at it. What it decides will stand on this page.',
  withdrawn: 'It is not listed.',
  deleted: 'It is deleted, and its code is never given again.',
} as const;

const MISSING: ReadonlyMap<string, string> = new Map([
  ['gone', 'It is deleted'],
  ['not_owner', 'That is not one of yours'],
]);

export function missing(parts: OwnPagesParts, visit: AuthorVisit, found: Outcome<unknown>): HttpAnswer {
  const { code = '', message } = found.ok ? { message: 'There is no extension with this code.' } : found.error;
  return shown(parts, visit, {
    title: MISSING.get(code) ?? 'There is no such extension',
    current: '',
    status: code === 'gone' ? 410 : 404,
    content: html`<p>${message}</p>
      <p><a href="${visit.base}">My extensions</a></p>`,
  });
}
