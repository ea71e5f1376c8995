// Every text field of a page that asks for an editor, `<textarea name="text" data-editor data-draft="KEY">`, becomes one once the program
// of the editor has come. Until then, and without it, the field is what it is. A page that says that a text is published, by an element with
// `data-published-draft="KEY"`, ends its draft.

import { beside } from '../preview/supplies.ts';
import { createDrafts } from './draft.ts';

for (const published of document.querySelectorAll<HTMLElement>('[data-published-draft]'))
  createDrafts(() => localStorage, published.dataset['publishedDraft'] ?? '', Date.now).drop();

const fields = document.querySelectorAll<HTMLTextAreaElement>('textarea[data-editor]');

if (fields.length > 0) {
  // A file of its own, so that who has it in the cache types at once, and who has not can type meanwhile.
  const program: Promise<typeof import('./open-editor.ts')> = import(beside('editor-program.js').href);
  program
    .then(({ openEditor }) => {
      for (const field of fields) openEditor(field);
      return null;
    })
    .catch((thrown: unknown) => console.warn('The editor does not load, so the text field stays as it is.', thrown));
}
