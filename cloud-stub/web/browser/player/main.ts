// Adds a play button to every `<div data-player data-text-url="…">` of a page; it plays the extension there.

import { messageOf } from '../../../../wire/errors.ts';
import { answerOf } from '../site-files.ts';
import { mountPlayer } from './mount-player.ts';

for (const place of document.querySelectorAll<HTMLElement>('[data-player]'))
  invite(place, place.dataset['textUrl'] ?? '');

function invite(place: HTMLElement, address: string, problem = ''): void {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Play it here' });
  const note = Object.assign(document.createElement('p'), { className: 'player-note', textContent: problem });
  note.setAttribute('role', 'alert');
  button.addEventListener('click', () => {
    play(place, address).catch((thrown: unknown) => invite(place, address, messageOf(thrown)));
  });
  place.replaceChildren(button, note);
}

async function play(place: HTMLElement, address: string): Promise<void> {
  const text = await (await answerOf(address)).text();
  mountPlayer(place, { name: 'extension.lua', text });
  // The focused button was removed: keyboard users continue at the player.
  place.tabIndex = -1;
  place.focus();
}
