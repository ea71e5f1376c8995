// The front panel of several devices in a real browser: highlights the device on turn in a round.

import test from 'ava';
import type { Browser } from 'playwright-core';
import { assertDefined } from '../../wire/errors.ts';
import { findBrowser, launchBrowser } from '../support/panel/browser.ts';
import { choose } from '../support/device/play.ts';
import { severalPage } from '../support/panel/several-page.ts';

const found = await findBrowser();
const browserTest = found ? test.serial : test.serial.skip;
let browser: Browser;
test.before(async () => {
  if (found) browser = await launchBrowser(found);
});
test.after.always(() => browser?.close());

browserTest('[browser] the device whose turn it is is lit, and no other', async (t) => {
  const { fixtures, page } = await severalPage(t, browser, 2);
  t.is(await page.getByTestId('tile-turn').count(), 0);
  const second = assertDefined(fixtures[1], 'a second device');
  await choose(second, 'Stroke play');
  await choose(second, 'Start');
  await page.getByTestId('device-1').getByTestId('tile-turn').waitFor();
  t.is(await page.getByTestId('tile-turn').count(), 1);
  t.is(await page.locator('.tile-turn').count(), 1);
  await second.press('back');
  await page.getByTestId('tile-turn').waitFor({ state: 'detached' });
});
