// Breakpoints on the page, in a real browser: they stop where they say, a step names its event, and a line leads to its
// moment.

import { axeComplaints } from '../support/panel/axe.ts';
import { browserTest } from '../support/panel/browser-test.ts';
import { panelPage } from '../support/panel/panel-page.ts';

browserTest('[browser] a breakpoint pauses the device, names the event, and is switched off and removed', async (t) => {
  const { byTestId, page, press, line, complaints } = await panelPage(t, { virtual: true, width: 1600 });
  await byTestId('break-kind').selectOption('state');
  await byTestId('break-value').fill('set:resting');
  await byTestId('break-add').click();
  await byTestId('breakpoints').getByText('0 hits').waitFor();
  await press('ArrowDown', 'Enter', 'Enter');
  await line('Now: Ready: strike the ball');
  await byTestId('strike-submit').click();
  await byTestId('bar-stopped').getByText('Breakpoint 1: machine set: rolling → resting on after settle').waitFor();
  t.is(await byTestId('time-pause').getAttribute('aria-pressed'), 'true');
  await line(/^Verdict: /);
  await byTestId('breakpoints').getByText('1 hit').waitFor();
  t.deepEqual(await axeComplaints(page), []);

  // A step names what it reached; the verdict then makes way for the next putt.
  await byTestId('time-second').click();
  await byTestId('time-second').click();
  await page.getByText(/^Advanced by 1 s/).waitFor();
  await line('Lag putting · Putt 2 of 10');
  await byTestId('time-step').click();
  await page.getByText(/^Advanced by one event: .+\./).waitFor();

  // A transition leads to its moment, and back.
  await byTestId('transitions').locator('li', { hasText: 'rolling → resting' }).getByRole('button').click();
  await line(/^Verdict: /);
  await byTestId('to-present').click();

  await page.getByRole('checkbox', { name: /set:resting/ }).click();
  await page.getByText('Breakpoint off.').waitFor();
  await page.getByRole('button', { name: 'Remove state set:resting' }).click();
  await page.getByText('None: time never pauses by itself.').waitFor();
  t.deepEqual(complaints, []);
});

browserTest('[browser] a state is drawn with its neighbours only, and pauses time from its chart', async (t) => {
  const { byTestId, page, complaints } = await panelPage(t, { virtual: true, width: 1600 });
  const states = page.locator('[data-testid=chart] [data-state]');
  await byTestId('chart').waitFor();
  const whole = await states.count();
  await byTestId('chart-near').click();
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-testid=chart] [data-state]').length < count,
    whole,
  );
  t.true((await page.locator('[data-testid=chart] [data-state=menu]').count()) === 1, 'the current state is in it');
  await page.locator('[data-testid=chart] [data-state=menu] text').first().click();
  await byTestId('chart-pause').click();
  await byTestId('breakpoints').getByText('navigation:menu').waitFor();
  t.deepEqual(complaints, []);
});
