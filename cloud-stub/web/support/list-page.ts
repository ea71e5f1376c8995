// List of extensions that wait for support, and of all other extensions (store §4.2).

import { ok } from '../../../wire/errors.ts';
import type { HttpAnswer } from '../../http/answers.ts';
import { html, type Html } from '../common/html.ts';
import { dayOf } from '../common/page.ts';
import { tableOf } from '../common/table.ts';
import { capital, LISTING_WORDS, ON_EVERY_DEVICE, TAKEN_DOWN } from '../common/states.ts';
import { noticeOf } from '../common/said.ts';
import type { SupportRecord } from '../../store/extension.ts';
import type { SupportState } from '../../store/lists.ts';
import { readPage } from '../../store/requests.ts';
import { refusedPage, shown, type SupportPagesDeps, type SupportVisit } from './support-visit.ts';

const STATES: Readonly<Record<SupportState, string>> = {
  requested: capital(LISTING_WORDS.requested),
  pending: 'Newer version awaits review',
  public: capital(LISTING_WORDS.public),
  default: capital(ON_EVERY_DEVICE),
  none: capital(LISTING_WORDS.none),
  taken_down: capital(TAKEN_DOWN),
  all: 'All',
};

const isState = (text: string): text is SupportState => Object.hasOwn(STATES, text);

export function listPage({ store }: SupportPagesDeps, visit: SupportVisit): HttpAnswer {
  const { query } = visit.request;
  const requested = query.get('state') ?? 'requested';
  const state = isState(requested) ? requested : 'requested';
  const page = readPage(query, ok({ list: 'support', state }));
  if (!page.ok) return refusedPage(visit, 400, page.error.message);
  const { extensions, next_cursor } = store.supportList(page.value);
  const next = new URLSearchParams({ state, cursor: next_cursor ?? '' });
  return shown(visit, {
    title: STATES[state],
    current: '/support',
    content: html`${noticeOf(visit.request, {})}
      <nav aria-label="Lists" class="actions">
        ${Object.entries(STATES).map(
          ([name, text]) =>
            html`<a class="tag" href="/support?state=${name}" ${name === state ? html`aria-current="true"` : null}
              >${text}</a
            >`,
        )}
      </nav>
      ${extensions.length === 0 ? html`<p>No extensions.</p>` : extensionTable(extensions)}
      ${next_cursor === null ? null : html`<p><a class="button second" href="/support?${next.toString()}">More</a></p>`}`,
  });
}

const extensionTable = (records: readonly SupportRecord[]): Html =>
  tableOf(
    'Extensions',
    ['Code', 'Name', 'Author', { number: 'Version' }, 'Approved', 'Published', { number: 'Installs' }],
    records.map(({ id, name, author, version, approved_version, reviewer, ts, installs }) => [
      html`<a class="code-link" href="/support/extension/${id}">${id}</a>`,
      name,
      author,
      version,
      approved_version === null ? 'never' : `version ${approved_version}, by ${reviewer ?? 'support'}`,
      dayOf(ts),
      installs,
    ]),
  );
