// Pages of an author's own extensions (C117): live and waiting versions, refusals with their reasons, and publishing,
// listing and deletion.

import type { HttpAnswer } from '../../http/answers.ts';
import type { Route } from '../../http/route.ts';
import { FORM_BYTES_MAX, type Form } from '../common/form.ts';
import { seeOther } from '../common/page.ts';
import type { AuthorRecord, Wish } from '../../store/extension.ts';
import { guarded, OWN_NOTICES, type AuthorForm, type OwnPagesDeps } from './author-visit.ts';
import { changesPage, publishAgain } from './changes-page.ts';
import { ownExtensionPage } from './own-extension-page.ts';
import { ownListPage } from './own-list-page.ts';
import { create, editPage, lateDraft, newPage, update } from './publish-pages.ts';

export function ownPages(deps: OwnPagesDeps): readonly Route[] {
  const { get, post } = guarded(deps);
  const { base, store } = deps;
  const back = (code: string, notice: keyof typeof OWN_NOTICES): HttpAnswer =>
    seeOther(`${base}/${code}?said=${notice}`);
  const wish =
    (wishOf: (form: Form) => Wish, noticeOf: (record: AuthorRecord) => keyof typeof OWN_NOTICES): AuthorForm =>
    (visit, form) => {
      const changed = store.wish(visit.author, visit.code, wishOf(form));
      return changed.ok
        ? back(changed.value.id, noticeOf(changed.value))
        : ownExtensionPage(deps, visit, changed.error.message);
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
    { path: base, methods: { GET: get((visit) => ownListPage(deps, visit)) } },
    {
      path: `${base}/new`,
      methods: {
        GET: get((visit) => newPage(deps, visit)),
        POST: post((visit, form) => create(deps, visit, form), lateDraft(deps, newPage)),
      },
      body_bytes_max: FORM_BYTES_MAX,
    },
    { path: `${base}/:code`, methods: { GET: get((visit) => ownExtensionPage(deps, visit)) } },
    {
      path: `${base}/:code/edit`,
      methods: {
        GET: get((visit) => editPage(deps, visit)),
        POST: post((visit, form) => update(deps, visit, form), lateDraft(deps, editPage)),
      },
      body_bytes_max: FORM_BYTES_MAX,
    },
    {
      path: `${base}/:code/changes`,
      methods: {
        GET: get((visit) => changesPage(deps, visit)),
        POST: post((visit, form) => publishAgain(deps, visit, form)),
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
          return removed.ok ? seeOther(`${base}?said=deleted`) : ownExtensionPage(deps, visit, removed.error.message);
        }),
      },
    },
  ];
}
