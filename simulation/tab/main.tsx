// Entry point of the device in a browser tab: starts the devices, then shows the front panel over them.

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { loadFont } from '../../hal/screen/font-browser.ts';
import { messageOf } from '../../wire/errors.ts';
import { loadAsset } from './assets.ts';
import { createLuaIsolates } from './lua-isolates.ts';
import { keepsNothing, openTabStorage } from './storage.ts';
import { readLink, SEED_MAX } from './tab-link.ts';
import { createTabPage } from './tab-page.tsx';
import { openTabWorld } from './world.ts';

/** Characters of the page's text besides the screen: arrows, ticks and marks that some system fonts lack. */
const SIGNS = { family: 'tapin signs', unicodeRange: 'U+2190-2199, U+25B6, U+25CF, U+2713, U+2717' };

async function start(): Promise<void> {
  const link = readLink(new URL(location.href));
  const wall = createSystemClock();
  const opening =
    link.seed === null && !link.framed
      ? openTabStorage()
      : keepsNothing('A link with a seed opens a fresh device: nothing is kept.');
  const [storage, font] = await Promise.all([opening, loadAsset('font.otf')]);
  await loadFont(font);
  document.fonts.add(new FontFace(SIGNS.family, font, { unicodeRange: SIGNS.unicodeRange }));
  const seed = link.seed ?? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % (SEED_MAX + 1);
  const { diskOf, problem } = storage;
  const world = await openTabWorld({
    clock: wall,
    seed,
    guests: link.guests,
    diskOf,
    isolates: createLuaIsolates(wall),
  });
  if (link.framed) {
    const { showFramed } = await import('./framed.ts');
    return showFramed(world, wall);
  }
  const page = createTabPage({ world, wall, link, seed, problem });
  await page.showDevices();
  if (problem !== '' && link.seed === null) page.notify({ kind: 'error', text: problem });
  if (link.problem !== '') page.notify({ kind: 'error', text: link.problem });
  await follow(link, world, page);
}

type Link = ReturnType<typeof readLink>;

/** Opens what the link names. */
async function follow(
  { experience, at_s, recording, drill }: Link,
  { devices: [device], time }: World,
  page: Page,
): Promise<void> {
  if (recording !== null) return page.showRecording(recording, await fetched(recording), at_s ?? 0, location.href);
  if (drill !== null) return page.open(new File([await fetched(drill)], drill.split('/').at(-1) ?? drill));
  if (experience !== null && device) {
    const { openExperience } = await import('./open-experience.ts');
    const opened = await openExperience(device, time, experience);
    if (!opened.ok) page.notify({ kind: 'error', text: opened.error.message });
  }
  if (at_s === null || !device) return;
  await time.setPaused(true);
  await time.advance(Math.max(0, at_s * 1000 - device.clock.now_ms()));
}

type World = Awaited<ReturnType<typeof openTabWorld>>;
type Page = ReturnType<typeof createTabPage>;

async function fetched(address: string): Promise<Blob> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Error(`${address} can't be loaded.`);
  return answer.blob();
}

/** Says why there is no device. */
function fail(thrown: unknown): void {
  const place = document.querySelector('#app');
  const note = Object.assign(document.createElement('p'), { className: 'tab-failure', textContent: messageOf(thrown) });
  note.setAttribute('role', 'alert');
  place?.prepend(note);
}

start().catch(fail);
addEventListener('hashchange', () => location.reload());
// A page without a server for it works all the same.
if (isSecureContext && globalThis.origin !== 'null')
  navigator.serviceWorker?.register('service-worker.js').catch(() => {});
