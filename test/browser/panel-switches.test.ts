// The switches above the device in a real browser: power, network, cloud and clock.

import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createPacedTime } from '../../sims/panel/paced-time.ts';
import { deviceFixture } from '../support/device/device-fixture.ts';
import { browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { panelFixture } from '../support/panel/panel-fixture.ts';
import { panelPage } from '../support/panel/panel-page.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

browserTest('[browser] shows the boot after a power cut during a set, and resumes the set', async (t) => {
  // The host clock is stopped, so only the page advances time.
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
  const page = await workbenchPage();
  t.teardown(() => page.close());
  page.setDefaultTimeout(TIMEOUT_MS);
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
  await page.getByTestId('screen-off').waitFor({ state: 'detached' });
  // The device waits for its sensor for up to 3 s.
  for (let seconds = 0; seconds < 3; seconds++) await page.getByTestId('time-second').click();
  await line('Go on: Putt 2 of 10').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await line('Putt 2 of 10').waitFor({ state: 'attached' });

  await page.getByTestId('power-reset').click();
  await line('Looking for the sensor: waiting').waitFor({ state: 'attached' });
});

browserTest('[browser] after a power cut nothing looks live, and the previous event is the power cut', async (t) => {
  const { byTestId, press, line, page, url, complaints } = await panelPage(t, { virtual: true });
  await press('Enter', 'Enter');
  await line('Player 1: 0 putts');
  await byTestId('strike-submit').click();
  await byTestId('status').getByText('Strike sent').waitFor();
  const { origin, searchParams } = new URL(url);
  await fetch(`${origin}/api/devices/0/power`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'cut' }),
  });
  await byTestId('status').getByText('The device is off.').waitFor();
  for (const id of ['key-ok', 'pad', 'strike-submit', 'golfer'])
    t.is(await page.locator(`[inert] [data-testid=${id}]`).count(), 1, id);
  t.true(await page.getByRole('button', { name: 'Repeat stroke 1' }).isDisabled());
  t.is(await page.locator('[inert] [data-testid=power]').count(), 0);

  await byTestId('timeline-toggle').click();
  await byTestId('moment-before').click();
  await byTestId('past')
    .getByText(/^Past: /)
    .waitFor();
  t.is(await byTestId('moment').inputValue(), (await byTestId('moment').getAttribute('max')) ?? '');
  await byTestId('screen-off').waitFor();
  await byTestId('moment-before').click();
  await byTestId('screen-off').waitFor({ state: 'detached' });
  await byTestId('moment-after').click();
  await byTestId('screen-off').waitFor();
  await press('Escape');
  await byTestId('past').waitFor({ state: 'detached' });
  await byTestId('power').click();
  await page.locator('[inert] [data-testid=key-ok]').waitFor({ state: 'detached' });
  t.deepEqual(complaints, []);
});

browserTest('[browser] switches network, cloud and clock, and shows changes made elsewhere', async (t) => {
  const { fixture, panel, post } = await panelFixture(t);
  const page = await workbenchPage();
  t.teardown(() => page.close());
  page.setDefaultTimeout(TIMEOUT_MS);
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
  await page.getByTestId('status').getByText('Clock error set.').waitFor();
  t.is(fixture.time_of_day?.wrong_by_s(), 600);
});
