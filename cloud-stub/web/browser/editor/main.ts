// Every text field of a page that asks for an editor, `<textarea name="text" data-editor data-draft="KEY">`, becomes one once the program
// of the editor has come. Until then, and without it, the field is what it is. A page that says that a text is published, by an element with
// `data-published-draft="KEY" data-published-text="TEXT"`, ends its draft; who comes back to that page keeps what was typed since then.

import { beside } from '../preview/supplies.ts';
import { createDrafts } from './draft.ts';

for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-published-draft]')) {
  const drafts = createDrafts(() => localStorage, dataset['publishedDraft'] ?? '', Date.now);
  if (drafts.read()?.text === dataset['publishedText']) drafts.drop();
}

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
