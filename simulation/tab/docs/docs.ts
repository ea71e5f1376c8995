// Plays the scripts of guide and reference on a device in the page: Play replaces a script by a field to change it, and
// a device that runs what the field has.

import { mountPlayer } from '../../../cloud-stub/web/browser/player/mount-player.ts';

/** The device restarts the script this long after the last key. */
const TYPING_MS = 500;

/** Replaces a script by a field and a device. Returns a function that brings the script back. */
function play(name: string, source: HTMLElement): () => void {
  const field = document.createElement('textarea');
  field.value = source.textContent;
  field.spellcheck = false;
  const label = document.createElement('label');
  label.append('Change the script: the device runs it.', field);
  const device = document.createElement('div');
  const player = document.createElement('div');
  player.className = 'player';
  player.append(label, device);
  const running = mountPlayer(device, { name, text: field.value, address: 'index.html#framed' });
  let typing: ReturnType<typeof setTimeout> | undefined;
  field.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(() => running.play(field.value), TYPING_MS);
  });
  source.replaceWith(player);
  field.focus({ preventScroll: true });
  return () => {
    clearTimeout(typing);
    running.end();
    player.replaceWith(source);
  };
}

for (const example of document.querySelectorAll<HTMLElement>('.example')) {
  const [source, button] = [example.querySelector('pre'), example.querySelector('button')];
  let close: (() => void) | null = null;
  button?.addEventListener('click', () => {
    if (!source) return;
    if (close) close();
    close = close ? null : play(example.dataset['name'] ?? 'script.lua', source);
    example.classList.toggle('playing', close !== null);
    button.textContent = close ? 'Close' : 'Play';
  });
}

/** Opens the file that a link to it names. */
function openLinked(): void {
  const linked = document.querySelector(`details[id="${CSS.escape(decodeURIComponent(location.hash.slice(1)))}"]`);
  linked?.setAttribute('open', '');
}
addEventListener('hashchange', openLinked);
openLinked();
