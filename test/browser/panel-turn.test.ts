// The front panel of several devices in a real browser: highlights the device on turn in a round.

import { assertDefined } from '../../wire/errors.ts';
import { browserTest } from '../support/panel/browser-test.ts';
import { choose } from '../support/device/play.ts';
import { severalPage } from '../support/panel/several-page.ts';

browserTest('[browser] highlights only the device that is on turn', async (t) => {
  const { fixtures, page } = await severalPage(t, 2);
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
