// Publishing on a page: a new extension, or a new version of one's own.

import type { HttpAnswer } from '../http/answers.ts';
import { html } from '../pages/html.ts';
import { counted, seeOther } from '../pages/page.ts';
import { readDraft } from '../store/draft.ts';
import type { Store } from '../store/store.ts';
import { missing, shown, tokenField, type AuthorVisit, type OwnPagesParts } from './author-visit.ts';
import { draftForm, draftKey, type DraftTyped } from './draft-form.ts';

const EDITOR = { scripts: ['/site/editor.js'], styles: ['/site/editor.css'] } as const;

const emptyDraft = ({ first_text }: OwnPagesParts): DraftTyped => ({
  problem: '',
  text: first_text,
  description: '',
  notes: '',
});

export const newPage = (parts: OwnPagesParts, visit: AuthorVisit, typed = emptyDraft(parts)): HttpAnswer =>
  shown(parts, visit, {
    title: 'Write an extension',
    current: '',
    ...EDITOR,
    status: typed.problem === '' ? 200 : 400,
    content: draftForm(`${visit.base}/new`, tokenField(visit), typed, draftKey(visit, 'new')),
  });

export function editPage(parts: OwnPagesParts, visit: AuthorVisit, typed: DraftTyped | null = null): HttpAnswer {
  const { store } = parts;
  const record = store.ownRecord(visit.author, visit.code);
  if (!record.ok) return missing(parts, visit, record);
  const { id, name, version, sha256, description } = record.value;
  const current = { problem: '', text: Buffer.from(store.text(sha256)).toString(), description, notes: '' };
  return shown(parts, visit, {
    title: `A new version of ${name}`,
    current: '',
    ...EDITOR,
    status: typed === null ? 200 : 400,
    content: html`<p>Version ${version} is the newest. <a href="${visit.base}/${id}">Back to ${name}</a></p>
      ${draftForm(`${visit.base}/${id}/edit`, tokenField(visit), typed ?? current, draftKey(visit, id))}`,
  });
}

const typedIn = (form: ReadonlyMap<string, string>): DraftTyped => {
  const file = form.get('file') ?? '';
  const text = (file === '' ? (form.get('text') ?? '') : file).replaceAll('\r\n', '\n');
  return { problem: '', text, description: form.get('description') ?? '', notes: form.get('notes') ?? '' };
};

export async function create(
  parts: OwnPagesParts,
  visit: AuthorVisit,
  form: ReadonlyMap<string, string>,
): Promise<HttpAnswer> {
  const typed = typedIn(form);
  const made = await published(parts, visit, typed, (draft) => parts.store.create(visit.author, draft));
  return made.ok
    ? seeOther(`${visit.base}/${made.value.id}?said=created`)
    : newPage(parts, visit, { ...typed, problem: problemIn(made) });
}

export async function update(
  parts: OwnPagesParts,
  visit: AuthorVisit,
  form: ReadonlyMap<string, string>,
): Promise<HttpAnswer> {
  const own = parts.store.own(visit.author, visit.code);
  if (!own.ok) return missing(parts, visit, own);
  const typed = typedIn(form);
  const made = await published(parts, visit, typed, (draft) => parts.store.update(visit.author, visit.code, draft));
  return made.ok
    ? seeOther(`${visit.base}/${made.value.id}?said=updated`)
    : editPage(parts, visit, { ...typed, problem: problemIn(made) });
}

type Made = Awaited<ReturnType<Store['create']>>;
type Draft = Parameters<Store['create']>[1];

export async function published(
  { limits }: OwnPagesParts,
  { author }: AuthorVisit,
  { text, description, notes }: DraftTyped,
  publish: (draft: Draft) => Promise<Made>,
): Promise<Made> {
  const draft = readDraft({ text, description, notes }, false);
  if (!draft.ok) return draft;
  const wait_s = limits.publish(author.owner);
  if (wait_s !== null)
    return { ok: false, error: { code: 'limited', message: `That was too much; come again in ${counted(Math.ceil(wait_s / 60), 'minute')}.` } }; // oxfmt-ignore
  return publish(draft.value);
}

export const problemIn = ({ error }: Extract<Made, { ok: false }>): string =>
  typeof error.line === 'number' ? `Line ${error.line}: ${error.message}` : error.message;
