// Form that publishes a script: it works without JavaScript, and becomes an editor if the browser runs its module.

import { hash } from 'node:crypto';
import type { Author } from '../../store/author.ts';
import { shownForm, type FormProblem } from '../common/form-problem.ts';
import { html, type Html } from '../common/html.ts';

export interface DraftTyped {
  readonly text: string;
  readonly description: string;
  readonly notes: string;
}

/** Name of the form in its errors. */
export const DRAFT = 'draft';

/** Returns the key under which a browser stores this author's unpublished draft; `of`: a code, or `new`. */
export const draftKey = ({ author }: { readonly author: Author }, of: string): string =>
  `${hash('sha256', author.owner, 'hex').slice(0, 12)}.${of}`;

/** Tells the browser, on the page that confirms the publication, to drop the draft of this text. Later changes stay. */
export const publishedDraft = (key: string, text: string): Html =>
  html`<span data-published-draft="${key}" data-published-text="${text}"></span>`;

interface DraftForm {
  readonly action: string;
  /** Form token of this web session; null if the author is not signed in. */
  readonly token: Html | null;
  /** Output of `draftKey`; null if the browser must not store a draft. */
  readonly key: string | null;
  /** Label of its button. */
  readonly button: string;
  /** Initial values. */
  readonly draft: DraftTyped;
  readonly refused: FormProblem | null;
}

export function draftForm({ action, token, key, button, draft, refused }: DraftForm): Html {
  const form = shownForm(DRAFT, refused);
  return html`<form method="post" action="${action}" enctype="multipart/form-data">
    ${token} ${form.problem}
    <label for="text">Lua source</label>
    <p class="hint" id="text-hint">At most 65,536 bytes. It is checked before publication.</p>
    <textarea
      id="text"
      name="text"
      class="lua"
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
      data-editor
      ${key === null ? null : html`data-draft="${key}"`}
      ${form.about('text', 'text-hint')}
    >
${form.typed('text', draft.text)}</textarea>
    <label for="file">Or choose a file</label>
    <p class="hint" id="file-hint">The file replaces the source above.</p>
    <input id="file" name="file" type="file" accept=".lua,text/plain" aria-describedby="file-hint" />
    <label for="description">Description</label>
    <p class="hint" id="description-hint">Shown on the public page and to support. At most 1000 characters.</p>
    <textarea id="description" name="description" rows="4" required ${form.about('description', 'description-hint')}>
${form.typed('description', draft.description)}</textarea>
    <label for="notes">What’s new</label>
    <p class="hint" id="notes-hint">Shown next to the version once it is live. At most 1000 characters.</p>
    <textarea id="notes" name="notes" rows="3" ${form.about('notes', 'notes-hint')}>
${form.typed('notes', draft.notes)}</textarea>
    <button>${button}</button>
  </form>`;
}
