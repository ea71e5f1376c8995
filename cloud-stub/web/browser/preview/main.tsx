// Adds a play button to every `<div data-preview data-text-url="…">` of a page; it starts the live preview there.

import { render } from 'preact';
import { messageOf } from '../../../../wire/errors.ts';
import { mountPreview } from './mount-preview.tsx';
import { answerOf } from './supplies.ts';

for (const place of document.querySelectorAll<HTMLElement>('[data-preview]'))
  invite(place, place.dataset['textUrl'] ?? '');

function invite(place: HTMLElement, address: string, problem = ''): void {
  const open = (): void => {
    play(place, address).catch((thrown: unknown) => invite(place, address, messageOf(thrown)));
  };
  render(
    <div class="preview-invitation">
      <button type="button" class="preview-main" onClick={open}>
        Play it here
      </button>
      <p class="preview-note" role="alert">
        {problem}
      </p>
    </div>,
    place,
  );
}

async function play(place: HTMLElement, address: string): Promise<void> {
  const text = await (await answerOf(address)).text();
  mountPreview(place, { text });
  // The focused button was removed: keyboard users continue at the preview.
  place.tabIndex = -1;
  place.focus();
}
