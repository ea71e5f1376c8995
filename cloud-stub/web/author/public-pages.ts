// Public pages: the listed extensions, and a page per extension (store §1; C117). They need no JavaScript except for
// the player.

import type { HttpAnswer } from '../../http/answers.ts';
import type { Handler, HttpRequest, Methods, Route } from '../../http/route.ts';
import { compressed } from '../common/compressed.ts';
import { shownForm } from '../common/form-problem.ts';
import { html, type Html } from '../common/html.ts';
import { PLAYER_FILES, playerOf } from '../common/player.ts';
import { pictureOf } from '../common/pictures.ts';
import { counted, dayOf, pageAnswer } from '../common/page.ts';
import { BY_CODE, ON_EVERY_DEVICE } from '../common/states.ts';
import { quoteOf, tableOf } from '../common/table.ts';
import type { AuthorRecord, Version } from '../../store/extension.ts';
import { readPage, readPublicFilter } from '../../store/requests.ts';
import type { Store } from '../../store/store.ts';
import { luaText } from './lua-text.ts';
import { requestedVersions, olderVersions } from './version-pages.ts';
import type { Links } from './links.ts';

interface PublicPagesDeps {
  readonly store: Store;
  readonly links: Links;
}

const ON_A_PAGE = '12';

export function publicPages(deps: PublicPagesDeps): readonly Route[] {
  const get = (page: Handler): Methods => ({ GET: compressed(page), HEAD: compressed(page) });
  return [
    { path: '/', methods: get((request) => listPage(deps, request)) },
    { path: '/store/:code', methods: get((request, code) => extensionPage(deps, request, code)) },
    { path: '/store', methods: { GET: () => ({ status: 301, headers: { Location: '/' }, body: new Uint8Array() }) } },
  ];
}

function listPage({ store, links }: PublicPagesDeps, request: HttpRequest): HttpAnswer {
  const query = new URLSearchParams(request.query);
  query.set('limit', ON_A_PAGE);
  const requested = readPage(query, readPublicFilter(query));
  const { extensions, next_cursor } = requested.ok
    ? store.list(requested.value)
    : { extensions: [], next_cursor: null };
  const [q, kind, sort] = ['q', 'kind', 'sort'].map((name) => query.get(name) ?? '');
  const next = new URLSearchParams({ q: q ?? '', kind: kind ?? '', sort: sort || 'new', cursor: next_cursor ?? '' });
  return pageAnswer({
    title: 'Extensions for your putting device',
    links: links(request),
    current: '/',
    has_problem: !requested.ok,
    status: requested.ok ? 200 : 400,
    content: html`${searchForm(requested.ok ? null : requested.error.message, query)}
      ${requested.ok && extensions.length === 0 ? html`<p>No extensions ${q === '' && kind === '' ? 'yet' : 'found'}.</p>` : null}
      <ul class="cards">
        ${extensions.map((record) => cardOf(record, store.thumbnail(record.id, record.version)))}
      </ul>
      ${next_cursor === null ? null : html`<p><a class="button second" href="/?${next.toString()}">More</a></p>`}
      ${howToInstall()}`,
  });
}

const option = (value: string, chosen: string, text: string): Html =>
  html`<option value="${value}" ${value === chosen ? html`selected` : null}>${text}</option>`;

function searchForm(problem: string | null, query: URLSearchParams): Html {
  // An error about a field starts with its name.
  const field = /^(q|kind|sort) /.exec(problem ?? '')?.[1];
  const refused = problem === null ? null : { form: 'search', problem, field, typed: new Map(query) };
  const form = shownForm('search', refused);
  const [kind, sort] = [query.get('kind') ?? '', query.get('sort') ?? ''];
  return html`<form method="get" action="/" role="search" class="search">
    ${form.problem}
    <div>
      <label for="q">Search for</label>
      <input id="q" name="q" type="search" maxlength="100" value="${query.get('q') ?? ''}" ${form.about('q')} />
    </div>
    <div>
      <label for="kind">Kind</label>
      <select id="kind" name="kind" ${form.about('kind')}>
        ${option('', kind, 'Drills and games')} ${option('drill', kind, 'Drills')} ${option('game', kind, 'Games')}
      </select>
    </div>
    <div>
      <label for="sort">Sort by</label>
      <select id="sort" name="sort" ${form.about('sort')}>
        ${option('new', sort, 'Newest')} ${option('installs', sort, 'Most installed')} ${option('name', sort, 'Name')}
      </select>
    </div>
    <button>Search</button>
  </form>`;
}

const cardOf = ({ id, name, kind, author, installs, description }: AuthorRecord, picture: string | null): Html =>
  html`<li>
    ${pictureOf(picture, '')}
    <div class="body">
      <h2><a href="/store/${id}">${name}</a></h2>
      <p><span class="tag">${kind}</span> by ${author}</p>
      <p>${shortened(description)}</p>
      <p class="hint"><strong>${id}</strong> · ${counted(installs, 'install')}</p>
    </div>
  </li>`;

const DESCRIPTION_CHARS = 160;

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= DESCRIPTION_CHARS
    ? text
    : `${characters.slice(0, DESCRIPTION_CHARS).join('').trimEnd()}…`;
}

const howToInstall = (): Html =>
  html`<h2>How to install an extension</h2>
    <p>
      On the device, open Settings, Manage extensions, Install with a code, and enter the five characters. From then on,
      the extension updates itself.
    </p>`;

const PICTURED = ['at the start', 'after a putt'];

function extensionPage({ store, links }: PublicPagesDeps, request: HttpRequest, typed: string): HttpAnswer {
  const read = store.read(typed);
  const view = read.ok ? store.view(typed) : read;
  if (!read.ok || !view.ok)
    return pageAnswer({
      title: 'Extension not found',
      links: links(request),
      current: '',
      status: read.ok || read.error.code !== 'gone' ? 404 : 410,
      content: html`<p>${view.ok ? '' : view.error.message}</p>
        <p><a href="/">All extensions</a></p>`,
    });
  const { extension, served: newest } = view.value;
  const { code, installs, listing, default_since } = extension;
  const { limit, up_to = newest.version } = requestedVersions(request.query);
  const { versions, next_cursor } = store.versionPage(code, { limit, up_to: Math.min(up_to, newest.version) });
  const { name, kind, author, description, about, sha256 } = newest;
  const pictures = store.pictures(code, newest.version);
  return pageAnswer({
    title: name,
    links: links(request),
    current: '',
    headers: listing === 'public' ? {} : { 'X-Robots-Tag': 'noindex' },
    ...PLAYER_FILES,
    content: html`<div class="two">
        <section class="card" aria-label="Install">
          <p class="hint">Enter this code on your device</p>
          <p class="share">${code}</p>
          <p>
            <span class="tag">${kind}</span>
            ${default_since === null ? null : html`<span class="tag strong">${ON_EVERY_DEVICE}</span>`}
            ${listing === 'public' || default_since !== null ? null : html`<span class="tag">${BY_CODE}</span>`}
          </p>
          <p>by ${author} · version ${newest.version}, ${dayOf(newest.ts)} · ${counted(installs, 'install')}</p>
        </section>
        <section aria-label="Details">
          <div class="pictures">
            ${pictures.map((hash, at) => pictureOf(hash, `${name}, ${PICTURED[at] ?? 'later'}`))}
          </div>
          <p class="quote">${description}</p>
          ${
            about === ''
              ? null
              : html`<h2>About</h2>
                  <p class="quote">${about}</p>`
          }
        </section>
      </div>
      <h2>Try it here</h2>
      ${playerOf(`/e/${code}`)}
      <h2>Versions</h2>
      ${versionList(versions)} ${olderVersions(`/store/${code}`, next_cursor)}
      <h2>Source</h2>
      <p><a href="/e/${code}">Source only</a></p>
      ${luaText(Buffer.from(store.text(sha256)).toString())}`,
  });
}

const versionList = (versions: readonly Version[]): Html =>
  tableOf(
    'Versions',
    [{ number: 'Version' }, 'Published', 'What’s new', 'Links'],
    versions.map(({ code, version, ts, notes }) => [
      version,
      dayOf(ts),
      quoteOf(notes),
      html`<a href="/e/${code}?v=${version}">Source of version ${version}</a>`,
    ]),
  );
