// Page of an author's own extension: its code, state, installs and versions, with listing and deletion.

import type { HttpAnswer } from '../../http/answers.ts';
import { html, type Html } from '../common/html.ts';
import { noticeOf } from '../common/said.ts';
import { counted, dayOf, problemOf, timeOf } from '../common/page.ts';
import { REFUSED_WORDS, versionWords } from '../common/states.ts';
import { quoteOf, tableOf } from '../common/table.ts';
import type { SupportView } from '../../store/deciding.ts';
import { isVouchedFor, type OwnRecord, type VersionRecord } from '../../store/extension.ts';
import type { Refused } from '../../store/history.ts';
import { missing, OWN_NOTICES, shown, tokenField, type AuthorVisit, type OwnPagesDeps } from './author-visit.ts';
import { draftKey, publishedDraft } from './draft-form.ts';
import { installsPlot } from './installs-plot.ts';
import { stateTags } from './own-list-page.ts';
import { requestedVersions, olderVersions } from './version-pages.ts';

const refusedCard = ({ what, version, reason, ts }: Refused): Html =>
  html`<section class="card" aria-label="Support decision">
    <h2>${version === null ? '' : `Version ${version}: `}${REFUSED_WORDS[what]}, ${dayOf(ts)}</h2>
    <p class="quote">${reason === '' ? 'No reason given.' : reason}</p>
    ${what === 'take_down' ? null : html`<p class="hint">Fix it, publish a new version and ask again.</p>`}
  </section>`;

const isDown = ({ refused }: OwnRecord): boolean => refused?.what === 'take_down';

/** An extension that support has taken down can neither be installed nor viewed. */
function codeCard(record: OwnRecord): Html {
  const { id } = record;
  const is_down = isDown(record);
  return html`<section class="card" aria-label="Share code">
    <p class="hint">${is_down ? 'This code no longer installs it' : 'Enter this code on a device'}</p>
    <p class="share">${id}</p>
    <p>${stateTags(record)}</p>
    ${is_down ? null : html`<p><a href="/store/${id}">Public page</a></p>`}
  </section>`;
}

/** Maps a page message to the key of the draft that was just published. */
const PUBLISHED: ReadonlyMap<string, (code: string) => string> = new Map([
  ['created', () => 'new'],
  ['updated', (code: string) => code],
]);

export function ownExtensionPage(deps: OwnPagesDeps, visit: AuthorVisit, problem = ''): HttpAnswer {
  const { store, unix_s } = deps;
  const record = store.ownRecord(visit.author, visit.code);
  const versions = store.versions(visit.author, visit.code, requestedVersions(visit.request.query));
  const view = store.view(visit.code);
  if (!record.ok || !versions.ok || !view.ok) return missing(deps, visit, record);
  const { id, name, description, refused, listing, installs, sha256 } = record.value;
  const published = PUBLISHED.get(visit.request.query.get('said') ?? '')?.(id) ?? null;
  return shown(deps, visit, {
    title: name,
    current: '',
    has_problem: problem !== '',
    status: problem === '' ? 200 : 409,
    ...(published === null ? {} : { scripts: ['/site/editor.js'] }),
    content: html`${noticeOf(visit.request, OWN_NOTICES)}
      ${published === null ? null : publishedDraft(draftKey(visit, published), Buffer.from(store.text(sha256)).toString())}
      ${problemOf(problem)}
      <div class="two">
        ${codeCard(record.value)}
        <section>
          ${refused ? refusedCard(refused) : null}
          <p class="quote">${description}</p>
          <div class="actions">
            <a class="button" href="${visit.base}/${id}/edit">Write a new version</a>
            ${isDown(record.value) ? null : listingButton(visit, listing, id)}
          </div>
          ${isDown(record.value) ? null : releaseSection(visit, view.value)}
        </section>
      </div>
      <h2>Installs: ${installs}</h2>
      ${installsPlot(view.value.installs_by_day, Math.floor(unix_s() / 86_400))}
      <h2>Versions</h2>
      ${versionTable(visit, versions.value.versions, isDown(record.value))}
      ${olderVersions(`${visit.base}/${id}`, versions.value.next_cursor)} ${deleteForm(visit, record.value)}`,
  });
}

const LISTING_BUTTONS: Readonly<Record<OwnRecord['listing'], readonly [to: string, text: string]>> = {
  none: ['request', 'Request a listing'],
  requested: ['withdraw', 'Withdraw the request'],
  public: ['withdraw', 'Withdraw the listing'],
};

function listingButton(visit: AuthorVisit, listing: OwnRecord['listing'], code: string): Html {
  const [to, text] = LISTING_BUTTONS[listing];
  return html`<form method="post" action="${visit.base}/${code}/${to}">
    ${tokenField(visit)}<button class="second">${text}</button>
  </form>`;
}

/**
 * Shows how many devices have the extension, and the version that they get now and after support's approval has ended
 * (C135).
 */
function releaseSection(visit: AuthorVisit, { extension, devices }: SupportView): Html {
  const { code, listing, version, approved_version, released } = extension;
  const installed = counted(devices, 'device');
  if (isVouchedFor(extension))
    return html`<p class="hint">
      Installed on ${installed}. Once ${listing === 'public' ? 'unlisted' : 'off every device'}, it stays at version
      ${approved_version} until you release another.
    </p>`;
  if (approved_version === null || released)
    return html`<p class="hint">Installed on ${installed}. Each version that you publish is installed there.</p>`;
  const kept = html`Installed on ${installed}. It stays at version ${approved_version}, which support approved, until
  you release another.`;
  if (approved_version === version) return html`<p class="hint">${kept}</p>`;
  return html`<form method="post" action="${visit.base}/${code}/release">
    ${tokenField(visit)}<input type="hidden" name="version" value="${version}" />
    <p>${kept} Support has not approved version ${version}.</p>
    <button class="second">Release version ${version} to ${installed}</button>
  </form>`;
}

/** `is_down`: the public can no longer read the scripts; the author still can, on the change pages. */
const versionTable = ({ base, code }: AuthorVisit, versions: readonly VersionRecord[], is_down: boolean): Html =>
  tableOf(
    'Versions',
    [{ number: 'Version' }, 'Published (UTC)', 'State', 'Notes', 'Links'],
    versions.map((each) => {
      const { version, ts, notes } = each;
      return [
        version,
        timeOf(ts),
        versionWords(each),
        quoteOf(notes),
        html`<a href="${base}/${code}/changes?v=${version}">Changes in version ${version}</a>${
            is_down ? null : html`, <a href="/e/${code}?v=${version}">Source of version ${version}</a>`
          }`,
      ];
    }),
  );

const deleteForm = (visit: AuthorVisit, { id, default: is_default }: OwnRecord): Html =>
  is_default
    ? html`<h2>Delete extension</h2>
        <p>
          It is on every device, so it can’t be deleted. Once support has taken it off every device, you can delete it
          here.
        </p>`
    : html`<details>
        <summary>Delete extension</summary>
        <form method="post" action="${visit.base}/${id}/delete">
          ${tokenField(visit)}
          <p>
            This deletes all versions, and devices remove the extension at their next check. Its code is never reused.
            This can’t be undone; export everything first.
          </p>
          <button class="danger">Delete ${id} permanently</button>
        </form>
      </details>`;
