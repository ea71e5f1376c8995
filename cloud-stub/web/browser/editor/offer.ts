// Offers to restore unsent text. It stays in the page's memory until the user decides, even if they type in the
// meantime.

import type { EditorDraft } from './draft.ts';

interface Choices {
  readonly take: (text: string) => void;
  readonly drop: () => void;
}

export function offerDraft(
  before: Element,
  label: string,
  { text, at_ms }: EditorDraft,
  { take, drop }: Choices,
): void {
  const offer = document.createElement('div');
  offer.className = 'editor-offer';
  offer.setAttribute('role', 'group');
  offer.setAttribute('aria-label', 'Unpublished draft');
  const when = new Date(at_ms).toLocaleString(document.documentElement.lang || 'en', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const message = document.createElement('p');
  message.textContent = `Unpublished draft from ${when} (${label}).`;
  const button = (name: string, choose: () => void): HTMLButtonElement => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = name;
    made.addEventListener('click', () => {
      offer.remove();
      choose();
    });
    return made;
  };
  offer.append(
    message,
    button('Restore', () => take(text)),
    button('Discard', drop),
  );
  before.before(offer);
}
