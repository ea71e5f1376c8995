// A finger on the front panel that the touch screen loses briefly, in a real browser.

import { browser, browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { panelFixtures } from '../support/panel/panel-fixtures.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

browserTest('[browser] a finger that is lost for 40 ms presses a key once and touches the screen once', async (t) => {
  const received: string[] = [];
  const ended = Promise.withResolvers<void>();
  const { panel } = await panelFixtures(t, 1, (fixture) => ({
    ...fixture,
    keys: {
      ...fixture.keys,
      key: (key, action) => {
        received.push(`${key} ${action}`);
        if (key === 'up' && action === 'release') ended.resolve();
      },
      touch: () => void received.push('touch'),
    },
  }));
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 }, hasTouch: true });
  t.teardown(() => context.close());
  const page = await workbenchPage(context);
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(panel.url);
  await page.getByTestId('log').getByText('The sensor is ready.').waitFor();
  const cdp = await context.newCDPSession(page);
  const start_s = Date.now() / 1000;
  /** Touches for 80 ms. */
  const contact = async (test_id: string, at_ms: number): Promise<void> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.getByTestId(test_id).boundingBox()) ?? {};
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    const timestamp = start_s + at_ms / 1000;
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.08 });
  };
  const taps = [['key-down', 0], ['key-down', 120], ['key-down', 400], ['screen', 1000], ['screen', 1120], ['key-up', 2000]] as const; // oxfmt-ignore
  for (const [test_id, at_ms] of taps) await contact(test_id, at_ms);
  await ended.promise;
  t.deepEqual(received, [
    'down press',
    'down release',
    'down press',
    'down release',
    'touch',
    'up press',
    'up release',
  ]);
});
