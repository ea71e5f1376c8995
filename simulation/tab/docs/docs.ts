// Plays the scripts of guide and reference on a device in the page: Play replaces a script by a text field and a device
// that runs its text.

import { mountPlayer } from '../../../cloud-stub/web/browser/player/mount-player.ts';

/** The device restarts the script this long after the last key. */
const TYPING_MS = 500;

interface Playing {
  /** Brings the script back. Returns the text as it was changed. */
  close(): string;
}

/** Replaces a script by a text field and a device. */
function play(title: string, text: string, source: HTMLElement): Playing {
  const field = document.createElement('textarea');
  field.value = text;
  field.spellcheck = false;
  const label = document.createElement('label');
  label.append(`${title}: the device runs what you write.`, field);
  const device = document.createElement('div');
  const player = document.createElement('div');
  player.className = 'player';
  player.append(label, device);
  const running = mountPlayer(device, { name: title, text, address: 'index.html#framed', trusted: true });
  let typing: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => running.play(field.value), TYPING_MS);
  });
  source.replaceWith(player);
  field.focus({ preventScroll: true });
  return {
    close() {
      clearTimeout(typing);
      running.end();
      player.replaceWith(source);
      return field.value;
    },
  };
}

for (const example of document.querySelectorAll<HTMLElement>('.example')) {
  const [source, button] = [example.querySelector('pre'), example.querySelector('button')];
  const title = example.dataset['title'] ?? '';
  let text = source?.textContent ?? '';
  let playing: Playing | null = null;
  button?.addEventListener('click', () => {
    if (!source) return;
    if (playing) text = playing.close();
    playing = playing ? null : play(title, text, source);
    example.classList.toggle('playing', playing !== null);
    button.textContent = `${playing ? 'Close' : 'Play'} ${title}`;
  });
}

/** Opens the file of the guide's examples that a link names. */
function openFile(id: string): void {
  for (const file of document.querySelectorAll('details')) if (file.id === id) file.open = true;
}
addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a[href^="#"]') : null;
  if (link) openFile(link.getAttribute('href')?.slice(1) ?? '');
});
openFile(location.hash.slice(1));
