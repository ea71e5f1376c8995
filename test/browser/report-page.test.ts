// The report page of `tapin test`, opened from disk in a real browser.

import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ExecutionContext } from 'ava';
import { axeComplaints } from '../support/panel/axe.ts';
import { browser, browserTest, LOOKS } from '../support/panel/browser-test.ts';
import { callTapin } from '../support/process/call-tapin.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const SHORT = (name: string): string =>
  `name: ${name}
steps:
  - choose: [Lag putting, Start]
  - putt: { share: 0.8 }
  - wait_for: { text: 'Verdict: Holed', within: 10 s }
`;
const GOLDEN = 'name: A picture\nsteps:\n  - screenshot: { file: now.png, golden: golden.png }\n';
const PASSES = 'name: The menu\nsteps:\n  - expect: { page: menu }\n';

/** Plays scenarios and returns the path of the report. The golden picture, if one is compared, shows the menu. */
async function reportOf(t: ExecutionContext, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder(t);
  const file = (name: string): string => join(folder, name);
  const play = (path: string, ...args: readonly string[]) =>
    callTapin(['test', path, '--keep', file('kept'), ...args], { env: { CI: '' } });
  if ('golden.yaml' in files) {
    writeFileSync(file('golden.yaml'), GOLDEN);
    await play(file('golden.yaml'), '--update-golden');
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(file(name), text);
  await play(folder);
  return file('kept/index.html');
}

browserTest('[report] opens from disk without network, filters, and shows each frame beside its step', async (t) => {
  const path = await reportOf(t, {
    'a.yaml': SHORT('A short putt'),
    'b.yaml': PASSES,
    'golden.yaml': GOLDEN.replace('steps:', 'steps:\n  - press: down'),
  });
  for (const look of LOOKS) {
    const { colorScheme, width } = look;
    const page = await browser().newPage({ colorScheme, viewport: { width, height: 800 } });
    t.teardown(() => page.close());
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(path).href);
    await page.getByRole('heading', { name: /^Scenarios: 1 passed, 2 failed in / }).waitFor();
    t.deepEqual(requests, [pathToFileURL(path).href]);
    await page.getByText('no screen line contains "Verdict: Holed" after 10 s').first().waitFor();
    t.deepEqual(await axeComplaints(page), []);

    // The film: a step shows its frame, and the text of the screen follows.
    await page.getByText('Screen as text').click();
    const lines = page.locator('.lines li');
    t.is(await lines.first().textContent(), 'Lag putting · Putt 2 of 10');
    await page.getByRole('button', { name: /^choose Lag putting/ }).click();
    t.is(await lines.first().textContent(), 'Lag putting · Putt 1 of 10');
    await page.getByRole('button', { name: /^0\.00 s: tapin is starting/ }).click();
    t.regex((await lines.first().textContent()) ?? '', /starting$/);

    // Events by kind; the recording is part of the page.
    t.true((await page.locator('.events tr', { hasText: 'sound miss' }).count()) === 1);
    await page.getByRole('checkbox', { name: /sounds/ }).uncheck();
    t.is(await page.locator('.events tr', { hasText: 'sound miss' }).count(), 0);
    t.regex((await page.getByRole('link', { name: 'recording.tapin.gz' }).getAttribute('href')) ?? '', /^data:/);

    // The golden picture with its slider.
    await page.getByText('A picture').click();
    await page.getByRole('slider', { name: /^Golden picture on the left/ }).fill('100');
    t.is(await page.locator('.overlay img').nth(1).getAttribute('style'), 'clip-path: inset(0px 0% 0px 0px);');
    t.is(await page.evaluate("document.querySelector('.overlay img').naturalWidth"), 480);
    t.deepEqual(await axeComplaints(page), []);

    await page.getByRole('button', { name: '1 passed' }).click();
    await page.getByText('1 of 3 shown').waitFor();
    await page.getByRole('button', { name: '1 passed' }).click();
    await page.getByRole('searchbox').fill('short');
    t.is(await page.locator('.scenarios > li').count(), 1);
  }
});

browserTest('[report] has at most 1 MB for ten failures', async (t) => {
  const files = Array.from({ length: 10 }, (_, at) => [`${at}.yaml`, SHORT(`Putt ${at}`)] as const);
  const path = await reportOf(t, Object.fromEntries(files));
  t.true(statSync(path).size <= 1_000_000, `${statSync(path).size} bytes`);
});
