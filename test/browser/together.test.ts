// Playing together on one page: `tapin run --guests 3` in a real browser, with its real relay over real HTTP.

import { join } from 'node:path';
import { ballSpeedFor } from '../../firmware/roll/roll.ts';
import { mphOf } from '../../firmware/units.ts';
import { browser, browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { paste } from '../support/panel/paste.ts';
import { keysFor } from '../support/device/code-keys.ts';
import { KEEP_LINES, tablePlayer } from '../support/panel/table-player.ts';
import { startTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';

const HOST = 1;
const DEVICES = [1, 2, 3, 4];
browserTest(
  '[R78] plays three holes with guests that join by code, of whom one leaves and one stops following',
  async (t) => {
    const data = join(await temporaryFolder(t), 'data');
    const tapin = await startTapin(t, ['run', '--guests', '3', '--port', '0', '--data', data, '--seed', '7']);
    const context = await browser().newContext({ viewport: { width: 1920, height: 1080 } });
    t.teardown(() => context.close());
    const page = await workbenchPage(context);
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.goto(String(tapin.listening['panel']));
    await page.evaluate(KEEP_LINES);
    const { waitForLine, saw, forget, press, choose, turnDown, strike, items } = tablePlayer(page);
    for (const number of DEVICES) await waitForLine(number, /^tapin · sensor ready$/);

    await choose(HOST, 'Play together');
    await choose(HOST, 'Host a session');
    await waitForLine(HOST, /^Code: [0-9A-Z]{6}$/);
    const code =
      (
        await items(HOST)
          .filter({ hasText: /^Code: / })
          .textContent()
      )?.slice(-6) ?? '';
    for (const number of [2, 3, 4]) {
      await choose(number, 'Play together');
      await choose(number, 'Join with a code');
      // Enters the code with the keys of the device, on a real keyboard, and by pasting it.
      if (number === 2) await press(number, ...keysFor(code));
      else if (number === 3) await page.keyboard.type(code.toLowerCase());
      else await paste(page, `${code.slice(0, 3)}-${code.slice(3)}`);
      await waitForLine(number, new RegExp(`^Code: ${code}$`));
    }
    await waitForLine(HOST, /\(follows\): Guest 3$/);

    await press(HOST, 'back');
    await choose(HOST, 'Stroke play');
    await turnDown(HOST, 'Holes', 3);
    await turnDown(HOST, 'Longest hole', 3);
    await choose(HOST, 'Start');
    for (const number of [2, 3, 4]) await waitForLine(number, /^Waiting for the host to start\.$/);
    await press(HOST, 'ok');

    await press(HOST);
    await page.locator('[name=club_speed_mps]').fill(mphOf(ballSpeedFor(3.8, 10) / 1.6).toFixed(3));
    const players = ['Host', 'Guest 1', 'Guest 2', 'Guest 3'];
    const putts = async (number: number): Promise<void> => {
      await forget();
      await strike(number);
      for (const other of [HOST, 2]) await saw(other, `Verdict: ${players[number - 1]}: Holed`);
    };
    for (const number of DEVICES) await putts(number);
    for (const number of DEVICES) await waitForLine(number, /Hole 2 of 3$/);

    await putts(HOST);
    await press(3, 'back', 'back');
    await choose(3, 'Play together');
    await choose(3, 'Leave the session');
    await waitForLine(2, /^Note: .+ has left\.$/);
    await press(4, 'back', 'back');
    await waitForLine(HOST, /^Guest 3: 1 stroke, sits out$/);
    await putts(2);
    for (const number of [HOST, 2]) await waitForLine(number, /Hole 3 of 3$/);
    await putts(HOST);
    await putts(2);
    for (const number of [HOST, 2]) {
      await waitForLine(number, /^Stroke play: result$/);
      await waitForLine(number, /^Host: 1 1 1, total 3$/);
      await waitForLine(number, /^Guest 1: 1 1 1, total 3$/);
      await waitForLine(number, /^Guest 3: 1 · ·, total 1, sits out$/);
    }
    t.deepEqual(
      await items(HOST)
        .filter({ hasText: /^Guest 2/ })
        .count(),
      0,
    );
  },
);

browserTest('[browser] one press seats all devices of the page regardless of what they show', async (t) => {
  const data = join(await temporaryFolder(t), 'data');
  const tapin = await startTapin(t, ['run', '--guests', '2', '--port', '0', '--data', data, '--seed', '7']);
  const page = await workbenchPage(await browser().newContext({ viewport: { width: 1920, height: 1080 } }));
  t.teardown(() => page.close());
  page.setDefaultTimeout(TIMEOUT_MS);
  await page.goto(String(tapin.listening['panel']));
  await page.evaluate(KEEP_LINES);
  const { waitForLine, choose, focus } = tablePlayer(page);
  for (const number of [1, 2, 3]) await waitForLine(number, /^tapin · sensor ready$/);
  await choose(2, 'Lag putting');
  await waitForLine(2, /^Start$/);
  await focus(HOST, 'Settings');
  // The screen still shows the menu when the button is clicked, but the device opens the settings.
  await page.evaluate(`
    for (const type of ['keydown', 'keyup']) window.dispatchEvent(new KeyboardEvent(type, { key: 'Enter' }));
    document.querySelector('[data-testid=join-all]').click();`);
  await page.getByTestId('status').getByText('All devices joined.').waitFor();
  for (const name of ['Guest 1', 'Guest 2']) await waitForLine(HOST, new RegExp(`\\(follows\\): ${name}$`));
  // Another message in between tells the second one from the first.
  for (const message of ['Time paused.', 'Time resumed.']) {
    await page.getByTestId('time-pause').click();
    await page.getByTestId('status').getByText(message).waitFor();
  }
  // Guests that have joined stay.
  await page.getByTestId('join-all').click();
  await page.getByTestId('status').getByText('All devices joined.').waitFor();
  for (const name of ['Guest 1', 'Guest 2']) await waitForLine(HOST, new RegExp(`\\(follows\\): ${name}$`));
  t.pass();
});
