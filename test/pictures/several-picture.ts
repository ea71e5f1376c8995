// The picture of a front panel with four devices, each in another part of its day.

import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import type { Desk } from '../support/desk.ts';
import { openPanelDesks, type Dress } from '../support/panel-desks.ts';

const NAMES = ['Kitchen', 'Garden', 'Office', 'Attic'];
const SEED = 12;

const named: Dress = (desk, index) => ({
  ...desk,
  device: { ...desk.device, name: () => NAMES[index] ?? '', role: () => (index === 0 ? 'host' : 'guest') },
});

/** Writes front-panel-several.png into the folder. The same every time, for the devices' time is virtual. */
export async function makeSeveralPicture(browser: Browser, folder: URL): Promise<void> {
  const { desks, panel, stop } = await openPanelDesks(NAMES.length, { seed: SEED, dress: named });
  try {
    for (const [index, desk] of desks.entries()) await PLAYS[index]?.(desk);
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, colorScheme: 'light' });
    await page.goto(panel.url);
    await page.getByTestId('machines').getByText('rolling').waitFor();
    await page.keyboard.press('Alt+2');
    await page.locator('[data-testid=device-1][aria-current=true]').waitFor();
    await page.screenshot({ path: fileURLToPath(new URL('front-panel-several.png', folder)) });
  } finally {
    await stop();
  }
}

/** What each device has behind it when the picture is taken. */
const PLAYS: readonly ((desk: Desk) => Promise<void>)[] = [
  async (desk) => {
    await desk.press('down', 'ok', 'ok');
    await desk.strike({ club_speed_mps: 2.55, face_angle_deg: -0.8 });
    await desk.clock.advance(5000);
  },
  async (desk) => {
    await desk.press('ok', 'ok');
    await desk.strike({ club_speed_mps: 1.32, face_angle_deg: 0.4 });
    await desk.strike({ club_speed_mps: 1.41, face_angle_deg: -0.6, left_inner_proportion: 0.42 });
    await desk.clock.advance(3000);
  },
  async (desk) => {
    await desk.press('down', 'down', 'ok', 'ok');
    await desk.strike({ club_speed_mps: desk.device.wanted_speed_mps() ?? 1 });
    await desk.clock.advance(4000);
  },
  (desk) => desk.press('down'),
];
