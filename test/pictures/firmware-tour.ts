// Settings > Firmware with a release in the store: offered, downloading, and given up after three tries.

import { PIECE_BYTES } from '../../firmware/images/download.ts';
import { NO_FIRMWARE } from '../../firmware/images/policy.ts';
import { sceneOf } from '../../firmware/pages/render.ts';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createMemoryScreen } from '../../hal/screen/screen-memory.ts';
import {
  firmwareFixture,
  imageOf,
  NEW,
  OTHER_KEY,
  releasesServer,
  signed,
} from '../support/device/firmware-fixture.ts';
import { choose, flashWith, toMenu } from '../support/device/play.ts';
import { persistedWith, viewAt } from '../support/device/views.ts';
import type { Visit } from './visit.ts';

const NOTES =
  'Longer putts are predicted better on fast greens. The calibration keeps a history. Close-in putting says what is left to ' +
  'hole. Thanks to all players who sent their putts.';

export async function tourFirmware(visit: Visit): Promise<void> {
  const release = signed(NEW, { bytes: imageOf(NEW, 2 * PIECE_BYTES), notes: NOTES });
  const asking = await flashWith({ firmware: { mode: 'ask', tries: [] } });
  const at = await firmwareFixture({ flash: asking, offers: [release] });
  await visit('firmware-ask', at.fixture());
  let pieces = 0;
  at.answer((call) => (pieces++ === 0 ? releasesServer(() => [release])(call) : () => {}));
  await choose(at.fixture(), 'Install');
  await at.clock.advance(2000);
  await visit('firmware-downloading', at.fixture());

  const bad = await firmwareFixture({
    flash: await flashWith({ firmware: { mode: 'always', tries: [{ version: '0.9.1', count: 2 }] } }),
    offers: [signed(NEW, { key: OTHER_KEY })],
  });
  await toMenu(bad.fixture());
  await choose(bad.fixture(), 'Settings');
  await choose(bad.fixture(), 'Firmware');
  await bad.clock.advance(20_000);
  await visit('firmware-blocked', bad.fixture());

  // Draws pages that are shown only briefly.
  const screen = createMemoryScreen(createVirtualClock());
  const firmware = {
    ...NO_FIRMWARE,
    version: '0.9.0',
    step: 'installing',
    offer: { ...release.release, url: '/' },
  } as const;
  screen.show(sceneOf(() => viewAt('menu', persistedWith(1, '', 'imperial'), { device: { firmware } })));
  await visit('firmware-installing', { screen });
}
