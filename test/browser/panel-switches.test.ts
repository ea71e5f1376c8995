// The switches over the device, in a real browser: power, network, cloud and clock.

import test from 'ava';
import type { Browser } from 'playwright-core';
import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createPacedTime } from '../../sims/panel/paced-time.ts';
import { deviceFixture } from '../support/device-fixture.ts';
import { findBrowser, launchBrowser } from '../support/browser.ts';
import { panelFixture } from '../support/panel-fixture.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const found = await findBrowser();
const browserTest = found ? test.serial : test.serial.skip;
let browser: Browser;
test.before(async () => {
  if (found) browser = await launchBrowser(found);
});
test.after.always(() => browser?.close());

browserTest('[browser] the power is cut in the middle of a set, the boot is seen, and the set goes on', async (t) => {
  // The machine's time stands still, so that only the page lets any pass.
  const { panel } = await panelFixture(t, {
    async switchOn() {
      const fixture = await deviceFixture();
      await fixture.press('down', 'ok', 'ok');
      await fixture.strike({ club_speed_mps: 1.5 });
      await fixture.untilAtRest();
      return fixture;
    },
    timeOf: ({ clock }) => createPacedTime(clock, createVirtualClock(), true),
  });
  const page = await browser.newPage();
  t.teardown(() => page.close());
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(panel.url);
  const line = (text: string) => page.getByTestId('text-lines').locator('li', { hasText: text }).first();
  await line('Putt 1 of 10').waitFor({ state: 'attached' });

  await page.getByTestId('power-cut').click();
  await page.getByTestId('screen-off').waitFor();
  t.is(await page.getByTestId('text-lines').locator('li').count(), 0);
  t.is(await page.getByTestId('power').getAttribute('aria-pressed'), 'false');
  t.true(await page.getByTestId('power-reset').isDisabled());
  t.true(await page.getByTestId('power-cut').isDisabled());

  await page.getByTestId('power').click();
  await line('Looking for the sensor: waiting').waitFor({ state: 'attached' });
  t.is(await page.getByTestId('screen-off').count(), 0);
  await page.getByTestId('time-second').click();
  await line('Go on: Putt 2 of 10').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await line('Putt 2 of 10').waitFor({ state: 'attached' });

  await page.getByTestId('power-reset').click();
  await line('Looking for the sensor: waiting').waitFor({ state: 'attached' });
});

browserTest(
  '[browser] network, cloud and clock are switched by the page, which shows what others have switched',
  async (t) => {
    const { fixture, panel, post } = await panelFixture(t);
    const page = await browser.newPage();
    t.teardown(() => page.close());
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(panel.url);
    const button = (name: string, pressed: boolean) =>
      page.locator(`[data-testid=${name}][aria-pressed=${pressed}]`).waitFor();
    await button('network', true);
    await page.getByTestId('network').click();
    await button('network', false);
    t.false(fixture.network?.joined());
    await page.getByTestId('cloud').click();
    await button('cloud', false);
    t.false(fixture.network?.hasCloud());
    await post('/api/devices/0/network', { joined: true });
    await button('network', true);
    await page.getByTestId('clock').selectOption('600');
    await page.getByTestId('status').getByText('The clock is wrong from now on.').waitFor();
    t.is(fixture.time_of_day?.wrong_by_s(), 600);
  },
);
