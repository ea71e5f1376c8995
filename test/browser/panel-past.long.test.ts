// An earlier point in time on the page in a real browser: the panes next to the screen show it too. Includes the
// controls that go back in time and return.

import { createCanvas, loadImage } from '@napi-rs/canvas';
import { tapKey } from '../support/panel/tap-key.ts';
import { browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { panelFixture } from '../support/panel/panel-fixture.ts';
import { panelPage } from '../support/panel/panel-page.ts';
import { severalPage } from '../support/panel/several-page.ts';

browserTest('[browser] shows storage, cable and screenshot of the selected moment', async (t) => {
  const { complaints, line, page, byTestId, press } = await panelPage(t, { virtual: true });
  await byTestId('pane-storage').click();
  await byTestId('timeline-toggle').click();
  const records = byTestId('records');
  const before = await byTestId('moment').inputValue();
  await press('ArrowDown', 'Enter', 'Enter');
  await line(/^Lag putting · Putt 1/);
  const set = records.locator('tr', { hasText: 'set-lag' });
  await byTestId('fault-delayed').click();
  await byTestId('strike-submit').click();
  await set.waitFor();
  await byTestId('time-pause').click();
  await page.locator('[data-testid=time-pause][aria-pressed=true]').waitFor();

  await byTestId('moment').fill(before);
  await byTestId('past').waitFor();
  await byTestId('link-state').getByText('No cable fault at this moment.').waitFor();
  await records.getByText('at this moment').waitFor();
  t.is(await set.count(), 0);
  const saving = page.waitForEvent('download');
  await byTestId('screenshot').click();
  const file = await (await saving).createReadStream();
  const png = Buffer.concat(await file.toArray());
  const canvas = createCanvas(480, 320);
  canvas.getContext('2d').drawImage(await loadImage(png), 0, 0);
  const shown = await page.evaluate<string>(
    `document.querySelector('[data-testid=screen]').getContext('2d').getImageData(0, 0, 480, 320).data.join()`,
  );
  t.true(canvas.getContext('2d').getImageData(0, 0, 480, 320).data.join() === shown);

  // Escape returns to the present immediately, even from the slider.
  await byTestId('moment').focus();
  await page.keyboard.press('Escape');
  await byTestId('past').waitFor({ state: 'detached' });
  await byTestId('link-state').getByText('ready').waitFor();
  const lanes = await byTestId('lanes-0').boundingBox();
  await page.mouse.click((lanes?.x ?? 0) + 20, (lanes?.y ?? 0) + 30, { button: 'right' });
  t.is(await byTestId('past').count(), 0, 'opening a menu selects no moment');
  t.deepEqual(complaints, []);
});

browserTest('[browser] keeps a snapshot as long as the page is open', async (t) => {
  const { complaints, byTestId } = await panelPage(t, { virtual: true });
  await byTestId('pane-storage').click();
  await byTestId('snapshot').click();
  await byTestId('status').getByText('Snapshot taken.').waitFor();
  await byTestId('pane-storage').click();
  await byTestId('pane-storage').click();
  await byTestId('snapshot-back').click();
  await byTestId('status').getByText('The device has restarted from the snapshot.').waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[browser] explains why a moment cannot be shown, and returns to the present', async (t) => {
  const { panel } = await panelFixture(t, {
    dress: (fixture) => ({
      ...fixture,
      timeline: {
        limits: { ms: 1000, events: 100 },
        imageAt: async () => ({ ok: false, error: { code: 'not_recorded', message: 'It was too long.' } }),
        momentAt: async () => ({ ok: false, error: { code: 'not_recorded', message: 'It was too long.' } }),
        follow: () => ({
          kept: [1, 2].map((number) => ({ number, at_ms: number * 1000, lane: 'keys and touch', what: 'moment' as const, name: 'ok press', args: {} })), // oxfmt-ignore
          end() {},
        }),
      },
    }),
  });
  const page = await workbenchPage();
  t.teardown(() => page.close());
  await page.goto(panel.url);
  await page.getByTestId('timeline-toggle').click();
  await page.getByTestId('moment-before').click();
  await page.getByTestId('status').getByText('It was too long.').waitFor();
  await page.getByTestId('past').waitFor({ state: 'detached' });
  await tapKey(page, 'ArrowDown');
  await page.locator('li[aria-current=true]', { hasText: 'Lag putting' }).waitFor({ state: 'attached' });
  t.is(await page.locator('.page-past').count(), 0);
});

browserTest('[browser] names a powered-off device at once when all devices are to join', async (t) => {
  const { fixtures, page } = await severalPage(t, 2);
  await fixtures[0]?.power?.turn('off');
  await page.locator('[data-testid=device-0] [data-testid=power][aria-pressed=false]').waitFor();
  await page.getByTestId('join-all').click();
  await page.getByTestId('status').getByText("is off: it can't host a session.").waitFor();
  t.true(await page.getByTestId('join-all').isEnabled());
});
