// Entry point of the device in a browser tab: starts the devices, then shows the front panel over them.

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { loadFont } from '../../hal/screen/canvas-browser.ts';
import { showPanel } from '../../sims/panel/page/show-panel.tsx';
import { loadAsset } from './assets.ts';
import { createLuaIsolates } from './lua-isolates.ts';
import { openTabStorage } from './storage.ts';
import { createTabTransport } from './tab-transport.ts';
import { openTabWorld } from './world.ts';

const SEED_MAX = 2 ** 31;

async function start(): Promise<void> {
  const clock = createSystemClock();
  const [storage, font] = await Promise.all([openTabStorage(), loadAsset('font.otf')]);
  await loadFont(font);
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const { diskOf } = storage;
  const world = await openTabWorld({
    clock,
    seed: random % SEED_MAX,
    guests: 0,
    diskOf,
    isolates: createLuaIsolates(clock),
  });
  await showPanel(createTabTransport({ ...world, wall: clock }));
  if (isSecureContext && location.protocol !== 'file:') await navigator.serviceWorker?.register('service-worker.js');
}

void start();
