// Web session of a signed-in author on the author pages: identity, accepted forms, and shared page parts (C117).

import type { HttpAnswer } from '../../http/answers.ts';
import { hiddenFields } from '../common/form.ts';
import { createGuarded, FOREIGN_FORM, type FormFor, type Guarded, type PageVisit } from '../common/guarded.ts';
import { html, type Html } from '../common/html.ts';
import { pageAnswer, type SitePage } from '../common/page.ts';
import type { SigningIn } from '../common/signing-in.ts';
import type { Author } from '../../store/author.ts';
import type { StoreResult } from '../../store/failures.ts';
import type { StoreLimits } from '../../store/rate-limits.ts';
import type { Store } from '../../store/store.ts';
import type { Links } from './links.ts';

export interface OwnPagesDeps {
  /** Path prefix of these pages: `/own`. */
  readonly base: string;
  readonly store: Store;
  readonly limits: StoreLimits;
  readonly signing_in: SigningIn;
  /** Returns the author; null if the account no longer exists. */
  readonly authorOf: (sub: string) => Author | null;
  readonly links: Links;
  readonly unix_s: () => number;
  /** Initial text of a new extension. */
  readonly first_text: string;
}

/** A request of a signed-in author to one of these pages. */
export interface AuthorVisit extends PageVisit {
  /** Path prefix of these pages. */
  readonly base: string;
  readonly author: Author;
  readonly code: string;
}

export type AuthorForm = FormFor<AuthorVisit>;

/** Returns wrappers for handlers that require a signed-in author, and for forms from the author's own pages. */
export const guarded = ({
  base,
  signing_in,
  authorOf,
  unix_s,
}: Pick<OwnPagesDeps, 'base' | 'signing_in' | 'authorOf' | 'unix_s'>): Guarded<AuthorVisit> =>
  createGuarded({
    signing_in,
    unix_s,
    visitOf(visit, code) {
      const author = authorOf(visit.signed_in.session.sub);
      return author && { ...visit, base, author, code };
    },
    // Signing in again would not help.
    notForThem: () => refusedPage(base, 'You do not have access to these pages.'),
    foreignForm: () => refusedPage(base, FOREIGN_FORM),
  });

const refusedPage = (base: string, sentence: string): HttpAnswer =>
  pageAnswer({
    title: 'That did not work',
    links: [[base, 'My extensions']],
    current: '',
    status: 403,
    content: html`<p>${sentence}</p>`,
  });

export const tokenField = ({ signed_in }: Pick<AuthorVisit, 'signed_in'>): Html => hiddenFields(signed_in.form_token);

export const shown = ({ links }: OwnPagesDeps, { request }: AuthorVisit, page: Omit<SitePage, 'links'>): HttpAnswer =>
  pageAnswer({ ...page, links: links(request) });

/** Success messages of the author pages. */
export const OWN_NOTICES = {
  created: 'Extension published. Anyone with its code can install it.',
  updated: 'New version published.',
  requested: 'Support will review it. The decision will appear on this page.',
  listed: 'The extension is listed.',
  withdrawn: 'The extension is not listed.',
  released: 'Devices get the newest version at their next check.',
  deleted: 'Extension deleted. Its code is never reused.',
} as const;

const MISSING: ReadonlyMap<string, string> = new Map([
  ['gone', 'Extension deleted'],
  ['not_owner', 'Not your extension'],
]);

export function missing(deps: OwnPagesDeps, visit: AuthorVisit, found: StoreResult<unknown>): HttpAnswer {
  const { code = '', message } = found.ok ? { message: 'No extension has this code.' } : found.error;
  return shown(deps, visit, {
    title: MISSING.get(code) ?? 'Extension not found',
    current: '',
    status: code === 'gone' ? 410 : 404,
    content: html`<p>${message}</p>
      <p><a href="${visit.base}">My extensions</a></p>`,
  });
}
