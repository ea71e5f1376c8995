// First start of a device, from the form on a phone to a putt, in a real browser with virtual Wi-Fi.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { axeComplaints } from '../support/panel/axe.ts';
import { browser, browserTest } from '../support/panel/browser-test.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { startTapin } from '../support/process/tapin-process.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

interface Phone {
  readonly page: Page;
  /** Address of the page for playing. */
  readonly url: string;
}

const BOARD = 'sensor: virtual\nwifi: virtual\n';

/** Starts a device without a sensor, and opens the form on a phone once the device's own network is open. */
async function phone(t: ExecutionContext, own_board = BOARD): Promise<Phone> {
  const folder = await temporaryFolder(t);
  const [board, fallback] = [join(folder, 'board.yaml'), join(folder, 'fallback.yaml')];
  writeFileSync(board, own_board);
  writeFileSync(fallback, BOARD);
  const boards = ['--board', board, '--fallback-board', fallback];
  const args = ['device', ...boards, '--port', '0', '--data', join(folder, 'data')];
  const { listening } = await startTapin(t, args);
  const url = String(listening['panel']);
  const context = await browser().newContext({ viewport: { width: 390, height: 780 }, locale: 'en-GB' });
  t.teardown(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(url.replace('/?', '/set-up?'));
  await page.getByText("This phone is on the putter's own network.").waitFor();
  return { page, url };
}

const send = (page: Page): Promise<void> => page.getByTestId('send').click();

browserTest('[first start] a phone joins Wi-Fi, names two players and plays a putt', async (t) => {
  const { page } = await phone(t);
  t.deepEqual(await axeComplaints(page), []);
  await send(page);
  t.is(await page.locator('input:invalid').count(), await page.getByRole('radio').count(), 'asks for a network');
  await page.getByLabel('Clubhouse').check();
  t.is(await page.getByTestId('country').inputValue(), 'GB');
  await page.getByTestId('password').fill('fore and after');
  await page.getByTestId('name').fill('Den');
  await page.getByTestId('player_1').fill('Ada');
  await page.getByRole('button', { name: 'Add a player' }).click();
  await page.getByTestId('player_2').fill('Bo');
  await send(page);
  await page.getByText('Wrong password for Clubhouse.').waitFor();
  await page.getByLabel('Clubhouse').check();
  await page.getByTestId('password').fill('fore and aft');
  await send(page);
  await page.getByTestId('joined').getByText('The putter is on Clubhouse.').waitFor();
  await page.getByRole('link', { name: 'Play' }).click();
  const joined = page.getByTestId('text-lines').getByText('Joined Clubhouse.');
  await joined.waitFor({ state: 'attached' });
  await page.waitForFunction("document.title.includes('Den')");
  await page.getByTestId('set-up').click();
  await page.getByText('The putter is on Clubhouse.').waitFor();
  t.is(await page.getByTestId('player_2').inputValue(), 'Bo');
  await page.goBack();
  await joined.waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await page.getByTestId('text-lines').getByText('Metrics only').waitFor({ state: 'attached' });
  await page.evaluate(STRIKE);
  await page.getByTestId('text-lines').getByText('Club speed: 2.2 mph').waitFor({ state: 'attached' });
});

/** Sends a putt with the page's own token. */
const STRIKE = `fetch('/api/devices/0/strike', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ' + new URLSearchParams(location.search).get('token') },
  body: '{"club_speed_mps": 1}',
})`;

browserTest('[first start] a phone that is back on the own network sees why the device did not join', async (t) => {
  const { page } = await phone(t);
  let [is_away, comes_back] = [false, true];
  await page.route('**/api/devices/0/set-up', (route) => {
    if (!is_away || route.request().method() !== 'GET') return route.continue();
    return comes_back ? route.abort() : route.fulfill({ status: 404, body: 'a router at the same address' });
  });
  // The name of the device is found in its own network too.
  await page.route(/^http:\/\/[^/]+\.local:/, (route) => {
    if (comes_back) is_away = false;
    return route.fulfill({ contentType: 'text/html', body: 'another page' });
  });
  await page.getByLabel('Clubhouse').check();
  await page.getByTestId('password').fill('fore and after');
  await send(page);
  await page.getByTestId('following').waitFor();
  is_away = true;
  await page.getByText('Wrong password for Clubhouse.').waitFor();
  t.false(is_away, 'the name was tried');
  await page.getByLabel('Clubhouse').check();
  await page.getByTestId('password').fill('fore and aft');
  await send(page);
  await page.getByTestId('following').waitFor();
  [is_away, comes_back] = [true, false];
  await page.getByText('another page').waitFor();
  t.regex(page.url(), /^http:\/\/[^/]+\.local:\d+\/\?token=/);
});

browserTest('[first start] a phone joins a hidden network, one with a user name, and one with a sign-in', async (t) => {
  const { page } = await phone(t);
  await page.getByLabel('Another network').check();
  await page.getByTestId('network').fill('Back nine');
  await page.getByTestId('password').fill('out of sight');
  await send(page);
  await page.getByText('The putter is on Back nine.').waitFor();
  await page.reload();
  await page.getByLabel('Academy').check();
  await page.getByTestId('user').fill('pro');
  await page.getByTestId('password').fill('swing-4-it');
  await send(page);
  await page.getByText('The putter is on Academy.').waitFor();
  await page.reload();
  await page.getByLabel('Hotel').check();
  t.is(await page.getByTestId('password').count(), 0);
  await send(page);
  await page.getByText('Hotel wants a sign-in on a web page').waitFor();
  await page.getByRole('button', { name: 'Choose another network' }).click();
  await page.getByLabel('Clubhouse').waitFor();
});

browserTest(
  '[first start] a joined device takes names alone, and never shows a wrong password as a success',
  async (t) => {
    const { page } = await phone(t);
    await page.getByLabel('Clubhouse').check();
    await page.getByTestId('password').fill('fore and aft');
    await send(page);
    await page.getByTestId('joined').waitFor();
    await page.reload();
    t.true(await page.getByLabel('Stay on Clubhouse').isChecked());
    await page.getByTestId('player_1').fill('Cy');
    await send(page);
    await page.getByTestId('stay').getByText('Saved.', { exact: true }).waitFor();
    await page.reload();
    await page.getByLabel('Another network').check();
    await page.getByTestId('network').fill('Clubhouse');
    await page.getByTestId('password').fill('fore and after');
    await page.evaluate(WATCH_JOINED);
    await send(page);
    await page.getByTestId('following').waitFor();
    await page.getByText('Wrong password for Clubhouse.').waitFor();
    t.false(await page.evaluate('globalThis.was_joined'));
  },
);

/** Notes whether the page ever shows a success. */
const WATCH_JOINED = `globalThis.was_joined = false;
new MutationObserver(() => {
  if (document.querySelector('[data-testid=joined]')) globalThis.was_joined = true;
}).observe(document.body, { childList: true, subtree: true })`;

browserTest('[first start] a phone without Wi-Fi stays on the network of the device and plays', async (t) => {
  const { page, url } = await phone(t);
  await page.getByLabel('No Wi-Fi').check();
  await page.getByTestId('player_1').fill('Ada');
  await send(page);
  await page.getByTestId('stay').getByText('this phone is its screen now').waitFor();
  await page.getByRole('link', { name: 'Play' }).click();
  await page.getByTestId('text-lines').getByText('Metrics only').waitFor({ state: 'attached' });
  for (const stale of [url, url.replace('/?', '/set-up?')]) {
    await page.goto(stale.replace(/token=./, 'token=x'));
    t.regex((await page.textContent('body')) ?? '', /This link is incomplete, or has ended/);
    t.deepEqual(await axeComplaints(page), []);
  }
});

browserTest('[C188] a phone sees why the board file of a device is not used', async (t) => {
  const { page, url } = await phone(t, 'wifi: { password: short }\n');
  const problem = /^The board file is not used\. .*board\.yaml:1:1: wifi must be /;
  await page.getByTestId('board-problem').getByText(problem).waitFor();
  t.deepEqual(await axeComplaints(page), []);
  await page.goto(url);
  const lines = page.getByTestId('text-lines');
  await lines.getByText('Board file not used: see the status page.', { exact: true }).waitFor({ state: 'attached' });
});

const LONG = 'usb-Maker_of_very_long_names_who_never_stops_Strike_sensor_with_gates_E66141040396C32A-if00';

browserTest('[first start] a phone chooses a sensor, by its whole name', async (t) => {
  const { page, url } = await phone(t);
  const chosen: unknown[] = [];
  await page.route('**/api/devices/0/set-up', async (route) => {
    const response = await route.fetch();
    const sensors = ['virtual', `/dev/serial/by-id/${LONG}`, '/dev/serial0'];
    const sensor = chosen.length === 0 ? 'virtual' : sensors[1];
    await route.fulfill({
      response,
      json: { ...(await response.json()), sensors, sensor, unplugged: ['/dev/serial0'] },
    });
  });
  await page.route('**/api/devices/0/sensor', (route) => {
    chosen.push(route.request().postDataJSON());
    return route.fulfill({ status: 202, json: { accepted: true } });
  });
  await page.goto(url.replace('/?', '/set-up?'));
  const name = page.getByLabel(
    'USB: Maker of very long names who never stops Strike sensor with gates E66141040396C32A',
  );
  await name.check();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  t.is(width, 390);
  t.deepEqual(await axeComplaints(page), []);
  await page.getByLabel('Sensor on the pins of the header, not plugged in').waitFor();
  await page.getByRole('button', { name: 'Use this sensor' }).click();
  await page.getByText('The putter uses this sensor now.').waitFor();
  t.deepEqual(chosen, [{ sensor: `/dev/serial/by-id/${LONG}` }]);
});
