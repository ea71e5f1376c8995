// Shared parts of the page of several devices in a real browser: the timeline along the bottom and the combined log.

import { browserTest } from '../support/panel/browser-test.ts';
import { severalPage, withTimeline } from '../support/panel/several-page.ts';

browserTest('[browser] shows four whole devices above the open timeline, whose names select them', async (t) => {
  const { device, page, selected } = await severalPage(t, 4, {
    width: 1920,
    height: 1080,
    dress: withTimeline,
    prepare: (opened) => opened.addInitScript("localStorage.setItem('tapin.timeline', 'true')"),
  });
  await page.getByTestId('timeline-lanes').waitFor();
  const dock = await page.locator('.dock').boundingBox();
  for (let number = 1; number <= 4; number++) {
    const tile = await device(number).boundingBox();
    t.true((tile?.y ?? NaN) + (tile?.height ?? NaN) <= (dock?.y ?? NaN), `device ${number} ends at ${tile?.y} + ${tile?.height}, over ${dock?.y}`); // oxfmt-ignore
  }
  const heights = async (): Promise<(number | undefined)[]> =>
    Promise.all([0, 1, 2, 3].map(async (at) => (await page.getByTestId(`lanes-${at}`).boundingBox())?.height));
  const [high = 0, low = 0] = await heights();
  t.true(high > 2 * low, 'the selected device has room for labels');
  await page.locator('.device-lanes-name').nth(1).click();
  await selected(2);
  const [, second = 0] = await heights();
  t.true(second > 2 * low);
});

browserTest('[browser] the log of all devices follows each device and names it', async (t) => {
  const { fixtures, page } = await severalPage(t, 2);
  await page.getByTestId('log-device').selectOption('all');
  fixtures[1]?.log.write('warn', 'sensor', 'Something happened to the second one.');
  const line = page.getByTestId('log').locator('li', { hasText: 'Something happened to the second one.' });
  await line.waitFor();
  t.is((await line.locator('.log-device').textContent())?.trim(), fixtures[1]?.device.id());
});
