// Support page of one extension: text, changes since the approved version, history, and possible decisions.

import { textAnswer, type HttpAnswer, type Refusal } from '../../http/answers.ts';
import type { Form } from '../common/form.ts';
import type { FormProblem } from '../common/form-problem.ts';
import { html, type Html } from '../common/html.ts';
import { PLAYER_FILES, playerOf } from '../common/player.ts';
import { counted, dayOf, seeOther, timeOf } from '../common/page.ts';
import { noticeOf } from '../common/said.ts';
import { LISTING_WORDS, ON_EVERY_DEVICE, TAKEN_DOWN } from '../common/states.ts';
import { quoteOf, tableOf } from '../common/table.ts';
import { pictureOf } from '../common/pictures.ts';
import { figuresTable } from '../author/figures-table.ts';
import { diffTable } from '../author/diff-table.ts';
import { luaText } from '../author/lua-text.ts';
import { requestedVersions, olderVersions } from '../author/version-pages.ts';
import type { SupportView } from '../../store/deciding.ts';
import { isDefault, servedVersion, type Decision, type Version } from '../../store/extension.ts';
import type { HistoryEntry, Action } from '../../store/history.ts';
import { REASON_CHARS_MAX } from '../../store/requests.ts';
import { characters } from '../../../wire/relay/fields.ts';
import { readTypedNumber } from '../../../wire/typed-number.ts';
import { cannedReason, placeholderIn } from './canned-reasons.ts';
import { commentForm, decideForm } from './decide-form.ts';
import { refusedPage, shown, type SupportPagesDeps, type SupportVisit } from './support-visit.ts';

const NOTICES = { done: 'Done. See the history below.' } as const;

export function extensionPage(
  deps: SupportPagesDeps,
  visit: SupportVisit,
  refused: FormProblem | null = null,
  problem_status = 409,
): HttpAnswer {
  const { store } = deps;
  const view = store.view(visit.code);
  if (!view.ok) return missingPage(visit, view.error);
  const { extension, newest, approved, history } = view.value;
  const { versions, next_cursor } = store.versionPage(extension.code, requestedVersions(visit.request.query));
  const textOf = (version: Version): string => Buffer.from(store.text(version.sha256)).toString();
  const has_problem = refused !== null && refused.problem !== '';
  return shown(visit, {
    title: `${newest.name} (${extension.code})`,
    current: '',
    ...PLAYER_FILES,
    has_problem,
    status: has_problem ? problem_status : 200,
    content: html`${noticeOf(visit.request, NOTICES)}
      <div class="two">${detailsOf(deps, view.value)} ${decideForm(visit, view.value, deps.devices(), refused)}</div>
      ${
        approved && approved.version !== newest.version
          ? html`<h2>Changes since approved version ${approved.version}</h2>
              ${diffTable(textOf(approved), textOf(newest))}`
          : null
      }
      <div class="pictures">
        ${store.pictures(extension.code, newest.version).map((hash, at) => pictureOf(hash, at === 0 ? 'At the start' : 'After a putt'))}
      </div>
      <h2>Resource use</h2>
      ${figuresTable(store.figures(extension.code, newest.version))}
      <h2>Try version ${newest.version}</h2>
      ${playerOf(`/support/extension/${extension.code}/text`)}
      <h2>Source of version ${newest.version}${approved ? '' : ', no version approved yet'}</h2>
      ${luaText(textOf(newest))}
      <h2>Versions</h2>
      ${versionTable(versions)} ${olderVersions(`/support/extension/${extension.code}`, next_cursor)}
      ${commentForm(visit, newest.version, refused)}
      <h2>History</h2>
      ${historyTable(history)}`,
  });
}

const missingPage = (visit: SupportVisit, { code, message }: Refusal): HttpAnswer =>
  code === 'gone'
    ? refusedPage(visit, 410, message, 'Extension deleted')
    : refusedPage(visit, 404, message, 'Extension not found');

function detailsOf(
  { identity, devices }: SupportPagesDeps,
  { extension, newest, version_count, devices: installed_by }: SupportView,
): Html {
  const { owner, listing, approved_version, reviewer, installs, taken_down } = extension;
  const account = identity.accounts.account(owner);
  const since = account ? html` (${account.email}, since ${dayOf(account.created_s)})` : html` (${owner})`;
  return html`<section class="card" aria-label="Details">
    <p>
      <span class="tag">${newest.kind}</span>
      <span class="tag">${taken_down ? TAKEN_DOWN : LISTING_WORDS[listing]}</span>
      ${isDefault(extension) ? html`<span class="tag strong">${ON_EVERY_DEVICE}</span>` : null}
    </p>
    <dl>
      <dt>Author</dt>
      <dd>${newest.author}${since}</dd>
      <dt>Version</dt>
      <dd>
        ${newest.version}, ${dayOf(newest.ts)}, ${newest.size} bytes; ${counted(version_count, 'version')} in total
      </dd>
      <dt>Approved</dt>
      <dd>${approved_version === null ? 'never' : `version ${approved_version}, by ${reviewer ?? 'support'}`}</dd>
      <dt>Installs</dt>
      <dd>${installs}, on ${counted(installed_by, 'device')}; ${counted(devices(), 'device')} in total</dd>
      <dt>Devices get</dt>
      <dd>${taken_down ? 'nothing' : `version ${servedVersion(extension)}`}</dd>
      <dt>Description</dt>
      <dd class="quote">${newest.description}</dd>
      <dt>About</dt>
      <dd class="quote">${newest.about}</dd>
      <dt>Notes</dt>
      <dd class="quote">${newest.notes}</dd>
    </dl>
    <p><a href="/store/${extension.code}">Public page</a></p>
  </section>`;
}

const versionTable = (versions: readonly Version[]): Html =>
  tableOf(
    'Versions',
    [{ number: 'Version' }, 'Published (UTC)', { number: 'Bytes' }, 'Notes'],
    versions.map(({ version, ts, size, notes }) => [version, timeOf(ts), size, quoteOf(notes)]),
  );

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  request: 'requested a listing',
  withdraw: 'withdrew the listing',
  approve: 'approved',
  decline: 'declined',
  unlist: 'unlisted',
  release: 'released a version to devices',
  default: 'put it on every device',
  not_default: 'took it off every device',
  take_down: 'took it down',
  restore: 'restored it',
  comment: 'commented',
  transfer: 'transferred it to another account',
  delete: 'deleted it',
  invite: 'invited a support member',
  join: 'joined support',
  remove: 'removed a support member',
};

/** Returns the history table. `with_codes`: true if the entries are of several extensions. */
export const historyTable = (history: readonly HistoryEntry[], with_codes = false): Html =>
  history.length === 0
    ? html`<p>Nothing yet.</p>`
    : tableOf(
        'History',
        ['When (UTC)', 'Who', 'What', ...(with_codes ? ['Extension'] : []), { number: 'Version' }, 'Text'],
        history.map(({ ts, who, what, code, version, text }) => [
          timeOf(ts),
          who,
          ACTION_WORDS[what],
          ...(with_codes
            ? [code === '' ? '' : html`<a class="code-link" href="/support/extension/${code}">${code}</a>`]
            : []),
          version,
          quoteOf(text),
        ]),
      );

/** Returns the script of the newest version, even if the extension is taken down. */
export function newestText({ store }: SupportPagesDeps, visit: SupportVisit): HttpAnswer {
  const view = store.view(visit.code);
  if (!view.ok) return refusedPage(visit, 404, 'Extension not found.');
  return textAnswer(store.text(view.value.newest.sha256), { 'Cache-Control': 'no-store' });
}

const DECISIONS: ReadonlyMap<string, Pick<Decision, 'listing' | 'default' | 'taken_down' | 'release'>> = new Map(
  Object.entries({
    approve: { listing: 'public' },
    decline: { listing: 'none' },
    unlist: { listing: 'none' },
    release: { release: true },
    default: { default: true },
    not_default: { default: false },
    take_down: { taken_down: true },
    restore: { taken_down: false },
  }),
);
/** Decisions that require a reason for the author. */
const WANTS_REASON: ReadonlySet<string> = new Set(['decline', 'unlist', 'take_down']);

const HOLDS_ALREADY = 'Nothing changed: it was already so. The author was not notified.';

const wordsIn = (form: Form, name: string): string => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim();

export function decide(deps: SupportPagesDeps, visit: SupportVisit, form: Form): HttpAnswer {
  const again = (problem: string, field?: string, typed = form): HttpAnswer =>
    extensionPage(deps, visit, { form: 'decide', problem, field, typed });
  const [action, reason] = [form.get('action') ?? '', wordsIn(form, 'reason')];
  const canned = cannedReason(form.get('begin') ?? null);
  if (canned) {
    const words = reason === '' ? canned.text : `${reason}\n\n${canned.text}`;
    return again('', 'reason', new Map([...form, ['reason', words]]));
  }
  const decision = DECISIONS.get(action);
  if (!decision) return again('Choose a decision.');
  const wrong = wrongWith(action, reason);
  if (wrong !== null) return again(wrong, 'reason');
  const { name } = visit.account;
  const version = Number(form.get('version'));
  const decided = deps.store.decide(visit.code, { ...decision, version, reviewer: name, reason }, name);
  if (decided.ok && decided.value.changed) return seeOther(`/support/extension/${visit.code}?said=done`);
  if (decided.ok)
    return extensionPage(deps, visit, { form: 'decide', problem: HOLDS_ALREADY, field: undefined, typed: form }, 200);
  // The decision was for another version, and support has not seen this one yet.
  const typed = decided.error.code === 'version_changed' ? new Map([...form, ['action', '']]) : form;
  return again(decided.error.message, undefined, typed);
}

function wrongWith(action: string, reason: string): string | null {
  if (WANTS_REASON.has(action) && reason === '') return 'Enter a reason: the author sees it.';
  if (characters(reason) > REASON_CHARS_MAX) return `A reason can have at most ${REASON_CHARS_MAX} characters.`;
  const left = placeholderIn(reason);
  return left === null ? null : `Replace ${left} in the reason: the author sees it.`;
}

export function comment(deps: SupportPagesDeps, visit: SupportVisit, form: Form): HttpAnswer {
  const again = (problem: string, field?: string): HttpAnswer =>
    extensionPage(deps, visit, { form: 'comment', problem, field, typed: form });
  const text = wordsIn(form, 'comment');
  if (text === '' || characters(text) > REASON_CHARS_MAX)
    return again(`A comment must have 1 to ${REASON_CHARS_MAX} characters.`, 'comment');
  const version = readTypedNumber(form.get('version') ?? '');
  if (version === null || !Number.isSafeInteger(version) || version < 1)
    return again('A version must be a whole number from 1.', 'version');
  const noted = deps.store.comment(visit.code, version, text, visit.account.name);
  return noted.ok ? seeOther(`/support/extension/${visit.code}?said=done`) : again(noted.error.message);
}
