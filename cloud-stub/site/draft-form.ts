// The form by which a text is published: it works as it is, and becomes an editor where the browser runs its module.

import { hash } from 'node:crypto';
import type { Author } from '../store/author.ts';
import { html, type Html } from '../pages/html.ts';
import { problemOf } from '../pages/page.ts';

/** What was typed before, and what is wrong with it; '' for nothing. */
export interface DraftTyped {
  readonly problem: string;
  readonly text: string;
  readonly description: string;
  readonly notes: string;
}

/** Under which a browser keeps what is not published yet, for this author alone; `of`: a code, or `new`. */
export const draftKey = ({ author }: { readonly author: Author }, of: string): string =>
  `${hash('sha256', author.owner, 'hex').slice(0, 12)}.${of}`;

/** On the page that says so: the browser keeps this text no longer. What was typed since then it keeps. */
export const publishedDraft = (key: string, text: string): Html =>
  html`<span data-published-draft="${key}" data-published-text="${text}"></span>`;

/** `key`: as `draftKey` gives it. */
export const draftForm = (action: string, token: Html, typed: DraftTyped, key: string): Html =>
  html`${problemOf(typed.problem)}
    <form method="post" action="${action}" enctype="multipart/form-data">
      ${token}
      <label for="text">Text in Lua</label>
      <p class="hint" id="text-hint">At most 65,536 bytes. It is checked before it is published.</p>
      <textarea
        id="text"
        name="text"
        class="lua"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
        aria-describedby="text-hint"
        data-editor
        data-draft="${key}"
      >
${typed.text}</textarea>
      <label for="file">Or a file in its place</label>
      <input id="file" name="file" type="file" accept=".lua,text/plain" />
      <label for="description">Description</label>
      <p class="hint" id="description-hint">
        Others read it on the public page; support, too. At most 1000 characters.
      </p>
      <textarea id="description" name="description" rows="4" required aria-describedby="description-hint">
${typed.description}</textarea>
      <label for="notes">What is new</label>
      <p class="hint" id="notes-hint">Readers see it beside the version, once it is live. At most 1000 characters.</p>
      <textarea id="notes" name="notes" rows="3" aria-describedby="notes-hint">${typed.notes}</textarea>
      <button>Publish</button>
    </form>`;
