// The card with the keys of a golf simulator, in a real browser.

import { type ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import { browser, browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { panelFixtures, type Dress, type PanelFixtures } from '../support/panel/panel-fixtures.ts';
import { SIMULATOR_KEYS } from '../../wire/simulator-keys.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

interface Opened extends PanelFixtures {
  readonly page: Page;
  readonly card: Locator;
}

async function open(t: ExecutionContext, count: number, dress?: Dress): Promise<Opened> {
  const fixtures = await panelFixtures(t, count, dress);
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 } });
  t.teardown(() => context.close());
  const page = await workbenchPage(context);
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(fixtures.panel.url);
  // The log is the last part of the initial messages.
  await page.getByTestId('log').getByText('The sensor is ready.').waitFor();
  return { ...fixtures, page, card: page.getByRole('region', { name: 'Keys to the simulator' }) };
}

browserTest('[browser] describes keys to a simulator in words, newest last', async (t) => {
  const { card, fixtures, page } = await open(t, 1);
  await card.getByText('None yet. Simulator modes aim with these keys.').waitFor();
  t.is(await page.locator('.pane-cards > section').nth(1).getAttribute('aria-label'), 'Keys to the simulator');
  const { aim_left, mulligan, reset_aim } = SIMULATOR_KEYS;
  for (const key of [...Array.from({ length: 5 }, () => aim_left), reset_aim, mulligan])
    void fixtures[0]?.keyboard?.tap(key);
  const list = card.getByRole('list', { name: 'Keys tapped, newest last' });
  await list.getByText('Ctrl+M').waitFor();
  t.deepEqual(
    (await list.getByRole('listitem').allTextContents()).map((text) => text.replaceAll(/\s+/g, ' ')),
    ['Left ×5 aim left', 'A reset aim', 'Ctrl+M mulligan'],
  );
  t.is(await card.getByText('None yet').count(), 0);
});

browserTest('[browser] with several devices, shows the card of keys only for a device that tapped some', async (t) => {
  const { card, fixtures, page } = await open(t, 2);
  t.is(await card.count(), 0);
  void fixtures[1]?.keyboard?.tap(SIMULATOR_KEYS.aim_right);
  await page.keyboard.press('Alt+2');
  await card.getByText('aim right').waitFor();
  await page.keyboard.press('Alt+1');
  await card.waitFor({ state: 'detached' });
  t.pass();
});

browserTest('[browser] shows no card of keys with a real keyboard', async (t) => {
  const { card } = await open(t, 1, (fixture) => ({ ...fixture, keyboard: null }));
  t.is(await card.count(), 0);
});
