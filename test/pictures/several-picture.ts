// The picture of a front panel with a host and three guests in a shared round.

import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { openPanel } from '../../sims/panel/panel-server.ts';
import { assert } from '../../wire/errors.ts';
import { joinAll, sessionFixture, type SessionFixture } from '../support/device/session-fixture.ts';

const PLAYERS = [['Ana'], ['Bo'], ['Cy'], ['Di']];
const SETTINGS = ['Kitchen', 'Garden', 'Office', 'Attic'].map((name) => ({ name }));

/** Writes front-panel-several.png into the folder. Always the same, since the devices' time is virtual. */
export async function makeSeveralPicture(browser: Browser, folder: URL): Promise<void> {
  const session = await sessionFixture({ seed: 8, players: PLAYERS, settings: SETTINGS });
  await playSome(session);
  const devices = session.devices.map((device) => device.components());
  const log = devices[0]?.log;
  assert(log, 'there is a host');
  const panel = await openPanel({ devices, host: '127.0.0.1', port: 0, log });
  assert(panel.ok, 'the panel opens');
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
    await page.goto(panel.value.url);
    await page.locator('.play-turn').waitFor();
    await page.waitForTimeout(500);
    await page.screenshot({ path: fileURLToPath(new URL('front-panel-several.png', folder)) });
  } finally {
    await panel.value.close();
    for (const device of devices) await device.stop();
  }
}

/** Plays a hole and a half; then one guest opens the scorecard, and another its session. */
async function playSome(session: SessionFixture): Promise<void> {
  const [host, bo, cy, di] = session.devices;
  assert(host && bo && cy && di, 'there are four devices');
  await joinAll(session);
  await host.press('back');
  await host.choose('Stroke play');
  await host.choose('Start');
  await host.press('ok');
  for (let putts = 0; putts < 40 && !host.shows('Hole 3 of 9'); putts++) {
    const due = session.devices.find((device) => device.components().wanted_speed_mps() !== null);
    await due?.putt([0.96, 1, 1.02][putts % 3], [1.6, 0.3, 2.1][putts % 3]);
    await session.clock.advance(9000);
  }
  await di.press('left');
  const due = session.devices.find((device) => device.components().wanted_speed_mps() !== null);
  await due?.putt(0.9, 0.8);
  await session.clock.advance(9000);
}
