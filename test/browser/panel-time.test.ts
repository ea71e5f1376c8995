// The controls of virtual time, in a real browser.

import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createPacedTime } from '../../sims/panel/paced-time.ts';
import { browser, browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { panelFixture } from '../support/panel/panel-fixture.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

browserTest('[browser] pauses, steps and speeds up time, and shows its state', async (t) => {
  // The host clock is stopped, so only the page advances time.
  const { fixture, panel, post } = await panelFixture(t, {
    timeOf: ({ clock }) => createPacedTime(clock, createVirtualClock(), true),
  });
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 } });
  t.teardown(() => context.close());
  const page = await workbenchPage(context);
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(panel.url);
  const status = page.getByTestId('status');
  const pause = page.getByTestId('time-pause');
  const speed = page.getByTestId('time-speed');
  await page.locator('[data-testid=time-pause][aria-pressed=true]').waitFor();
  t.is(await page.getByRole('group', { name: 'Time' }).count(), 1);

  const start_ms = fixture.clock.now_ms();
  await page.getByTestId('time-second').click();
  await status.getByText('Advanced by 1 s.').waitFor();
  t.is(fixture.clock.now_ms(), start_ms + 1000);
  let stepped = false;
  fixture.clock.setTimeout(() => (stepped = true), 0);
  await page.getByTestId('time-step').click();
  await status.getByText('Advanced by one event.').waitFor();
  t.true(stepped);

  await speed.selectOption('max');
  await status.getByText('Time runs at maximum speed.').waitFor();
  await speed.selectOption('0.25');
  await status.getByText('Time runs at 0.25 ×.').waitFor();
  await pause.click();
  await page.locator('[data-testid=time-pause][aria-pressed=false]').waitFor();
  // Another client sets a speed that is not on the list.
  await post('/api/time', { paused: true, speed: 3 });
  await page.locator('[data-testid=time-pause][aria-pressed=true]').waitFor();
  await page.locator('[data-testid=time-speed] option:checked', { hasText: '3 ×' }).waitFor({ state: 'attached' });
});

browserTest('[browser] shows no time controls in real time', async (t) => {
  const { panel } = await panelFixture(t);
  const page = await workbenchPage();
  t.teardown(() => page.close());
  await page.goto(panel.url);
  await page.getByTestId('log').getByText('The sensor is ready.').waitFor();
  t.is(await page.getByTestId('time-pause').count(), 0);
});
