// Turns every `<textarea name="text" data-editor data-draft="KEY">` of a page into an editor once the editor program
// has loaded; until then, and without it, the field stays a plain one. An element with `data-published-draft="KEY"
// data-published-text="TEXT"` reports a publication and drops its draft; text typed since then is kept when the page is
// visited again.

import { beside } from '../site-files.ts';
import { createDrafts } from './draft.ts';

for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-published-draft]')) {
  const drafts = createDrafts(() => localStorage, dataset['publishedDraft'] ?? '', Date.now);
  if (drafts.read()?.text === dataset['publishedText']) drafts.drop();
}

const fields = document.querySelectorAll<HTMLTextAreaElement>('textarea[data-editor]');

if (fields.length > 0) {
  // A separate file, so that a cached editor opens immediately, and users can type in the field while it loads.
  const program: Promise<typeof import('./open-editor.ts')> = import(beside('editor-program.js').href);
  program
    .then(({ openEditor }) => {
      for (const field of fields) openEditor(field);
      return null;
    })
    .catch((thrown: unknown) => console.warn('The editor could not be loaded; the plain text field remains.', thrown));
}
