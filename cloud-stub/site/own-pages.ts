// The pages of an author's own extensions (C117): what is live, what waits, what support has refused and why; and how each is published, listed
// and deleted.

import type { HttpAnswer } from '../http/answers.ts';
import type { Route } from '../http/route.ts';
import { FORM_BYTES_MAX } from '../pages/form.ts';
import { seeOther } from '../pages/page.ts';
import { guarded, type AuthorForm, type OwnPagesParts } from './author-visit.ts';
import { changesPage, publishAgain } from './changes-page.ts';
import { ownExtensionPage } from './own-extension-page.ts';
import { ownListPage } from './own-list-page.ts';
import { create, editPage, lateDraft, newPage, update } from './publish-pages.ts';

export function ownPages(parts: OwnPagesParts): readonly Route[] {
  const { get, post } = guarded(parts);
  const { base, store } = parts;
  const back = (code: string, said: string): HttpAnswer => seeOther(`${base}/${code}?said=${said}`);
  const wish =
    (wanted: boolean): AuthorForm =>
    (visit) => {
      const changed = store.requestListing(visit.author, visit.code, wanted);
      return changed.ok
        ? back(changed.value.id, wanted ? 'requested' : 'withdrawn')
        : ownExtensionPage(parts, visit, changed.error.message);
    };
  return [
    { path: base, methods: { GET: get((visit) => ownListPage(parts, visit)) } },
    {
      path: `${base}/new`,
      methods: {
        GET: get((visit) => newPage(parts, visit)),
        POST: post((visit, form) => create(parts, visit, form), lateDraft(parts, newPage)),
      },
      body_bytes_max: FORM_BYTES_MAX,
    },
    { path: `${base}/:code`, methods: { GET: get((visit) => ownExtensionPage(parts, visit)) } },
    {
      path: `${base}/:code/edit`,
      methods: {
        GET: get((visit) => editPage(parts, visit)),
        POST: post((visit, form) => update(parts, visit, form), lateDraft(parts, editPage)),
      },
      body_bytes_max: FORM_BYTES_MAX,
    },
    {
      path: `${base}/:code/changes`,
      methods: {
        GET: get((visit) => changesPage(parts, visit)),
        POST: post((visit, form) => publishAgain(parts, visit, form)),
      },
    },
    { path: `${base}/:code/request`, methods: { POST: post(wish(true)) } },
    { path: `${base}/:code/withdraw`, methods: { POST: post(wish(false)) } },
    {
      path: `${base}/:code/delete`,
      methods: {
        POST: post((visit) => {
          const removed = store.remove(visit.author, visit.code);
          return removed.ok ? seeOther(`${base}?said=deleted`) : ownExtensionPage(parts, visit, removed.error.message);
        }),
      },
    },
  ];
}
