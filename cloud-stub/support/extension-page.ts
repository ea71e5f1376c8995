// One extension as support sees it: its text, what has changed since the version that is approved, its history, and what can be decided.

import { textAnswer, type HttpAnswer } from '../http/answers.ts';
import { html, type Html } from '../pages/html.ts';
import { PREVIEW_FILES, previewOf } from '../pages/preview.ts';
import { counted, dayOf, problemOf, seeOther, timeOf } from '../pages/page.ts';
import { pictureOf } from '../pages/pictures.ts';
import { figuresTable } from '../site/figures-table.ts';
import { diffTable } from '../site/diff-table.ts';
import { luaText } from '../site/lua-text.ts';
import type { SupportView } from '../store/deciding.ts';
import { isDefault, type Decision, type Extension, type Version } from '../store/extension.ts';
import type { HistoryEntry, Action } from '../store/history.ts';
import { REASON_CHARS_MAX } from '../store/requests.ts';
import { characters } from '../../wire/relay/fields.ts';
import { CANNED_REASONS } from './canned-reasons.ts';
import { refusedPage, shown, tokenField, type SupportPagesParts, type SupportVisit } from './support-visit.ts';

export function extensionPage(parts: SupportPagesParts, visit: SupportVisit, problem = ''): HttpAnswer {
  const { store } = parts;
  const view = store.view(visit.code);
  if (!view.ok) return refusedPage(visit, view.error.code === 'gone' ? 410 : 404, view.error.message);
  const { extension, versions, approved, history } = view.value;
  const textOf = (version: Version): string => Buffer.from(store.text(version.sha256)).toString();
  const newest = versions[0];
  if (!newest) return refusedPage(visit, 404, 'It has no version.');
  const done = visit.request.query.has('done');
  return shown(visit, {
    title: `${newest.name} (${extension.code})`,
    current: '',
    ...PREVIEW_FILES,
    status: problem === '' ? 200 : 409,
    content: html`${done ? html`<p class="said" role="status">It is done, and stands in the history below.</p>` : null}
      ${problemOf(problem)}
      <div class="two">${factsOf(parts, view.value, newest)} ${decideForm(parts, visit, extension)}</div>
      ${
        approved && approved.version !== newest.version
          ? html`<h2>Since version ${approved.version}, which is approved</h2>
              ${diffTable(textOf(approved), textOf(newest))}`
          : null
      }
      <div class="pictures">
        ${store.pictures(extension.code, newest.version).map((hash, at) => pictureOf(hash, at === 0 ? 'As it begins' : 'After a putt'))}
      </div>
      <h2>What it takes</h2>
      ${figuresTable(store.figures(extension.code, newest.version))}
      <h2>Try version ${newest.version}</h2>
      ${previewOf(`/support/extension/${extension.code}/text`)}
      <h2>Text of version ${newest.version}${approved ? '' : ', of which none is approved yet'}</h2>
      ${luaText(textOf(newest))}
      <h2>Versions</h2>
      ${versionTable(versions)} ${commentForm(visit, newest.version)}
      <h2>History</h2>
      ${historyTable(history)}`,
  });
}

function factsOf(
  { identity, devices }: SupportPagesParts,
  { extension, versions }: SupportView,
  newest: Version,
): Html {
  const { owner, listing, approved_version, reviewer, installs, taken_down } = extension;
  const account = identity.accounts.account(owner);
  const since = account ? html` (${account.email}, since ${dayOf(account.created_s)})` : html` (${owner})`;
  return html`<section class="card" aria-label="What it is">
    <p>
      <span class="tag">${newest.kind}</span>
      <span class="tag">${taken_down ? 'taken down' : listing}</span>
      ${isDefault(extension) ? html`<span class="tag strong">on every device</span>` : null}
    </p>
    <dl>
      <dt>Author</dt>
      <dd>${newest.author}${since}</dd>
      <dt>Version</dt>
      <dd>${newest.version} of ${dayOf(newest.ts)}, ${newest.size} bytes, of ${counted(versions.length, 'version')}</dd>
      <dt>Approved</dt>
      <dd>${approved_version === null ? 'never' : `version ${approved_version}, by ${reviewer ?? 'support'}`}</dd>
      <dt>Installs</dt>
      <dd>${installs}; there are ${counted(devices(), 'device')}</dd>
      <dt>Description</dt>
      <dd class="quote">${newest.description}</dd>
      <dt>About</dt>
      <dd class="quote">${newest.about}</dd>
      <dt>Notes</dt>
      <dd class="quote">${newest.notes}</dd>
    </dl>
    <p><a href="/store/${extension.code}">The page that others see</a></p>
  </section>`;
}

/** What can be decided now, each with its words. */
function choicesFor(extension: Extension, devices: number): readonly (readonly [action: Action, text: string])[] {
  const { listing, taken_down } = extension;
  if (taken_down) return [['restore', 'Restore it: devices may have it again']];
  return [
    ...(listing === 'none' ? [] : ([['approve', 'Approve: list this version']] as const)),
    ...(listing === 'requested' ? ([['decline', 'Decline']] as const) : []),
    ...(listing === 'public' ? ([['unlist', 'Unlist']] as const) : []),
    ...(isDefault(extension)
      ? ([
          ['default', 'Approve this version as the one on every device'],
          ['not_default', 'No longer on every device'],
        ] as const)
      : ([['default', `Put it on every device: it reaches ${counted(devices, 'device')}`]] as const)),
    ['take_down', 'Take it down: devices remove it at their next check'],
  ];
}

function decideForm({ devices }: SupportPagesParts, visit: SupportVisit, extension: Extension): Html {
  const canned = CANNED_REASONS[Number(visit.request.query.get('reason'))];
  return html`<form method="post" action="/support/extension/${extension.code}">
    <h2>Decide</h2>
    ${tokenField(visit)}
    <input type="hidden" name="version" value="${extension.version}" />
    <fieldset>
      <legend>What becomes of version ${extension.version}?</legend>
      ${choicesFor(extension, devices()).map(
        ([action, text]) =>
          html`<p>
            <label><input type="radio" name="action" value="${action}" required />${text}</label>
          </p>`,
      )}
    </fieldset>
    <label for="reason">Reason</label>
    <p class="hint" id="reason-hint">The author reads it, and gets it by mail. Begin with one of these:</p>
    <ul class="hint">
      ${CANNED_REASONS.map(
        ({ title }, at) =>
          html`<li><a href="/support/extension/${extension.code}?reason=${at}#reason">${title}</a></li>`,
      )}
    </ul>
    <textarea id="reason" name="reason" rows="5" aria-describedby="reason-hint">${canned?.text ?? ''}</textarea>
    <button>Decide</button>
  </form>`;
}

const commentForm = (visit: SupportVisit, version: number): Html =>
  html`<form method="post" action="/support/extension/${visit.code}/comment">
    <h2>Comment</h2>
    ${tokenField(visit)}
    <label for="comment">Comment</label>
    <p class="hint" id="comment-hint">Support alone sees it.</p>
    <textarea id="comment" name="comment" rows="3" required aria-describedby="comment-hint"></textarea>
    <label for="comment-version">On version</label>
    <input id="comment-version" name="version" type="number" min="1" value="${version}" required />
    <button class="second">Comment</button>
  </form>`;

const versionTable = (versions: readonly Version[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Versions">
    <table>
      <thead>
        <tr>
          <th class="number">Version</th>
          <th>Published (UTC)</th>
          <th class="number">Bytes</th>
          <th>Notes</th>
        </tr>
      </thead>
      <tbody>
        ${versions.map(
          ({ version, ts, size, notes }) =>
            html`<tr>
              <td class="number">${version}</td>
              <td>${timeOf(ts)}</td>
              <td class="number">${size}</td>
              <td class="quote">${notes}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  request: 'asked for a listing',
  withdraw: 'withdrew the listing',
  approve: 'approved',
  decline: 'declined',
  unlist: 'unlisted',
  default: 'put it on every device',
  not_default: 'took it from every device',
  take_down: 'took it down',
  restore: 'restored it',
  comment: 'commented',
  transfer: 'gave it to another account',
  delete: 'deleted it',
};

/** `with_codes`: of several extensions. */
export const historyTable = (history: readonly HistoryEntry[], with_codes = false): Html =>
  history.length === 0
    ? html`<p>There is nothing yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="History">
        <table>
          <thead>
            <tr>
              <th>When (UTC)</th>
              <th>Who</th>
              <th>What</th>
              ${with_codes ? html`<th>Extension</th>` : null}
              <th class="number">Version</th>
              <th>Words</th>
            </tr>
          </thead>
          <tbody>
            ${history.map(
              ({ ts, who, what, code, version, text }) =>
                html`<tr>
                  <td>${timeOf(ts)}</td>
                  <td>${who}</td>
                  <td>${ACTION_WORDS[what]}</td>
                  ${with_codes ? html`<td><a href="/support/extension/${code}">${code}</a></td>` : null}
                  <td class="number">${version}</td>
                  <td class="quote">${text}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`;

/** Of the newest version, also of what is taken down. */
export function newestText({ store }: SupportPagesParts, visit: SupportVisit): HttpAnswer {
  const view = store.view(visit.code);
  const newest = view.ok ? view.value.versions[0] : undefined;
  if (!newest) return refusedPage(visit, 404, 'There is no such extension.');
  return textAnswer(store.text(newest.sha256), { 'Cache-Control': 'no-store' });
}

const DECISIONS: ReadonlyMap<string, Pick<Decision, 'listing' | 'default' | 'taken_down'>> = new Map(
  Object.entries({
    approve: { listing: 'public' },
    decline: { listing: 'none' },
    unlist: { listing: 'none' },
    default: { default: true },
    not_default: { default: false },
    take_down: { taken_down: true },
    restore: { taken_down: false },
  }),
);
/** Of what somebody should hear why. */
const WANTS_REASON: ReadonlySet<string> = new Set(['decline', 'unlist', 'take_down']);

export function decide(parts: SupportPagesParts, visit: SupportVisit, form: ReadonlyMap<string, string>): HttpAnswer {
  const action = form.get('action') ?? '';
  const reason = (form.get('reason') ?? '').replaceAll('\r\n', '\n').trim();
  const decision = DECISIONS.get(action);
  if (!decision) return extensionPage(parts, visit, 'Choose what becomes of it.');
  if (WANTS_REASON.has(action) && reason === '') return extensionPage(parts, visit, 'Say why: the author reads it.');
  if (characters(reason) > REASON_CHARS_MAX)
    return extensionPage(parts, visit, `A reason has at most ${REASON_CHARS_MAX} characters.`);
  const { name } = visit.account;
  const version = Number(form.get('version'));
  const decided = parts.store.decide(visit.code, { ...decision, version, reviewer: name, reason }, name);
  return decided.ok
    ? seeOther(`/support/extension/${visit.code}?done`)
    : extensionPage(parts, visit, decided.error.message);
}

export function comment(parts: SupportPagesParts, visit: SupportVisit, form: ReadonlyMap<string, string>): HttpAnswer {
  const text = (form.get('comment') ?? '').replaceAll('\r\n', '\n').trim();
  if (text === '' || characters(text) > REASON_CHARS_MAX)
    return extensionPage(parts, visit, `A comment has 1 to ${REASON_CHARS_MAX} characters.`);
  const version = Number(form.get('version'));
  const noted = parts.store.comment(
    visit.code,
    Number.isSafeInteger(version) && version > 0 ? version : null,
    text,
    visit.account.name,
  );
  return noted.ok
    ? seeOther(`/support/extension/${visit.code}?done`)
    : extensionPage(parts, visit, noted.error.message);
}
