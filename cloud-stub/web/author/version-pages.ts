// Versions of an extension on its page: a hundred per page, with a link to older ones (C111).

import { html, type Html } from '../common/html.ts';
import { readVersionsPage } from '../../store/requests.ts';
import type { Store } from '../../store/store.ts';
import type { Version } from '../../store/extension.ts';

const FIRST_PAGE = { limit: 100 } as const;

/** Returns the requested page of versions; the first one if the query is invalid. */
export function requestedVersions(query: URLSearchParams): {
  readonly limit: number;
  readonly up_to?: number | undefined;
} {
  const page = readVersionsPage(query);
  return page.ok ? page.value : FIRST_PAGE;
}

/** `next_cursor`: null on the last page. */
export const olderVersions = (path: string, next_cursor: string | null): Html | null =>
  next_cursor === null
    ? null
    : html`<p><a class="button second" href="${path}?cursor=${next_cursor}">Older versions</a></p>`;

/** Returns a version and the previous one; undefined if they do not exist. */
export function versionAt(
  store: Pick<Store, 'versionPage'>,
  code: string,
  number: string | null | undefined,
): readonly [Version | undefined, Version | undefined] {
  const up_to = /^[1-9]\d{0,9}$/.test(number ?? '') ? Number(number) : 0;
  const [chosen, before] = store.versionPage(code, { limit: 2, up_to }).versions;
  return chosen?.version === up_to ? [chosen, before] : [undefined, undefined];
}
