// Pages of an author's own extensions (C117): live and waiting versions, refusals with their reasons, and publishing,
// listing and deletion.

import type { HttpAnswer } from '../../http/answers.ts';
import type { Route } from '../../http/route.ts';
import { FORM_BYTES_MAX, type Form } from '../common/form.ts';
import { seeOther } from '../common/page.ts';
import type { AuthorRecord, Wish } from '../../store/extension.ts';
import { guarded, OWN_SAID, type AuthorForm, type OwnPagesParts } from './author-visit.ts';
import { changesPage, publishAgain } from './changes-page.ts';
import { ownExtensionPage } from './own-extension-page.ts';
import { ownListPage } from './own-list-page.ts';
import { create, editPage, lateDraft, newPage, update } from './publish-pages.ts';

export function ownPages(parts: OwnPagesParts): readonly Route[] {
  const { get, post } = guarded(parts);
  const { base, store } = parts;
  const back = (code: string, said: keyof typeof OWN_SAID): HttpAnswer => seeOther(`${base}/${code}?said=${said}`);
  const wish =
    (wishOf: (form: Form) => Wish, saidOf: (record: AuthorRecord) => keyof typeof OWN_SAID): AuthorForm =>
    (visit, form) => {
      const changed = store.wish(visit.author, visit.code, wishOf(form));
      return changed.ok
        ? back(changed.value.id, saidOf(changed.value))
        : ownExtensionPage(parts, visit, changed.error.message);
    };
  const request = wish(
    () => ({ request_listing: true }),
    ({ listing }) => (listing === 'public' ? 'listed' : 'requested'),
  );
  const withdraw = wish(
    () => ({ request_listing: false }),
    () => 'withdrawn',
  );
  const release = wish(
    (form) => ({ release: true, version: Number(form.get('version')) || 0 }),
    () => 'released',
  );
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
    { path: `${base}/:code/request`, methods: { POST: post(request) } },
    { path: `${base}/:code/withdraw`, methods: { POST: post(withdraw) } },
    { path: `${base}/:code/release`, methods: { POST: post(release) } },
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
