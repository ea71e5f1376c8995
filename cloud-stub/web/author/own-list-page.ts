// List of an author's extensions, each with its live version, the waiting one, and any refusal by support.

import { ok } from '../../../wire/errors.ts';
import type { HttpAnswer } from '../../http/answers.ts';
import { html, type Html } from '../common/html.ts';
import { noticeOf } from '../common/said.ts';
import { BY_CODE, LISTING_WORDS, ON_EVERY_DEVICE, REFUSED_WORDS } from '../common/states.ts';
import { tableOf } from '../common/table.ts';
import type { OwnRecord } from '../../store/extension.ts';
import { readPage } from '../../store/requests.ts';
import { OWN_NOTICES, shown, type AuthorVisit, type OwnPagesDeps } from './author-visit.ts';

/** Returns all extensions of an author, page by page. */
export function ownRecords({ store }: Pick<OwnPagesDeps, 'store'>, owner: string): readonly OwnRecord[] {
  const all: OwnRecord[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = new URLSearchParams({ limit: '100', ...(cursor === '' ? {} : { cursor }) });
    const page = readPage(query, ok({ list: 'own', owner }));
    if (!page.ok) break;
    const answer = store.ownList(page.value);
    all.push(...answer.extensions);
    cursor = answer.next_cursor;
  }
  return all;
}

export function ownListPage(deps: OwnPagesDeps, visit: AuthorVisit): HttpAnswer {
  const records = ownRecords(deps, visit.author.owner);
  return shown(deps, visit, {
    title: 'My extensions',
    current: visit.base,
    content: html`${noticeOf(visit.request, OWN_NOTICES)}
      <p class="actions">
        <a class="button" href="${visit.base}/new">Write an extension</a>
        ${records.length === 0 ? null : html`<a class="button second" href="${visit.base}/export">Export everything</a>`}
      </p>
      ${records.length === 0 ? firstSteps() : ownTable(visit, records)}`,
  });
}

const firstSteps = (): Html =>
  html`<div class="card">
    <h2>No extensions yet</h2>
    <p>
      An extension is a drill or a game written in Lua. Write it here, or on your own machine with
      <code>tapin extension new</code>, and publish it. You get a five-character code with which any device can install
      it.
    </p>
  </div>`;

const ownTable = (visit: AuthorVisit, records: readonly OwnRecord[]): Html =>
  tableOf(
    'My extensions',
    ['Code', 'Name', { number: 'Version' }, 'State', { number: 'Installs' }],
    records.map((record) => [
      html`<a class="code-link" href="${visit.base}/${record.id}">${record.id}</a>`,
      record.name,
      record.version,
      stateTags(record),
      record.installs,
    ]),
  );

export function stateTags(record: OwnRecord): Html {
  const { listing, approved_version, version, served_version, default: is_default, refused } = record;
  const vouched = listing === 'public' || is_default;
  const waits = vouched && approved_version !== version;
  return html`${is_default ? html`<span class="tag strong">${ON_EVERY_DEVICE}</span>` : null}
  ${listing === 'public' ? html`<span class="tag strong">${LISTING_WORDS.public}</span>` : null}
  ${listing === 'requested' ? html`<span class="tag">${LISTING_WORDS.requested}</span>` : null}
  ${waits ? html`<span class="tag">version ${approved_version} is live, version ${version} awaits review</span>` : null}
  ${isHeld(record) ? html`<span class="tag">devices get version ${served_version}, version ${version} is not released</span>` : null}
  ${refused ? html`<span class="tag alarm">${REFUSED_WORDS[refused.what]}</span>` : null}
  ${listing === 'none' && !is_default && !refused ? html`<span class="tag">${BY_CODE}</span>` : null}`;
}

/** Whether devices keep the approved version until the author releases the newest one (C135). */
const isHeld = ({ listing, default: is_default, served_version, version, refused }: OwnRecord): boolean =>
  listing !== 'public' && !is_default && served_version !== version && refused?.what !== 'take_down';
