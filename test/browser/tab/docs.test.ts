// Guide and reference of the tab: their scripts play on a device in the page.

import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { writeWeb } from '../../../bin/web/build-web.ts';
import { VERBS } from '../../../firmware/extension-runtime/verbs/verbs.ts';
import { axeComplaints } from '../../support/panel/axe.ts';
import { browserTest, LOOKS } from '../../support/panel/browser-test.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { staticSite } from '../../support/tab/static-site.ts';
import { tabPage } from '../../support/tab/tab-page.ts';

/** Resolves when the device in the page shows this line. */
const shows = (page: Page, line: string): Promise<void> =>
  page
    .frameLocator('iframe')
    .getByTestId('text-lines')
    .locator('li')
    .filter({ hasText: line })
    .first()
    .waitFor({ state: 'attached' });

browserTest('[tab] a script of the guide plays, and restarts when its text changes', async (t) => {
  const { url } = await staticSite(t);
  const { page, complaints } = await tabPage(t, `${url}guide.html`);
  const example = page.locator('.example').first();
  await example.getByRole('button', { name: 'Play Six feet' }).click();
  await shows(page, '0 in a row');
  const field = page.getByLabel('Six feet: the device runs what you write.');
  await field.fill((await field.inputValue()).replace('" in a row"', '" without a miss"'));
  await shows(page, '0 without a miss');
  await example.getByRole('button', { name: 'Close' }).click();
  t.is(await page.locator('iframe').count(), 0);
  await example.getByRole('button', { name: 'Play' }).click();
  t.regex(await field.inputValue(), /without a miss/, 'the change is kept');
  await example.getByRole('button', { name: 'Close' }).click();
  for (let times = 0; times < 2; times++) {
    await page.getByRole('link', { name: 'nine.lua' }).click();
    await page.locator('details[open] summary').click();
  }
  await page.getByRole('link', { name: 'nine.lua' }).click();
  await page.locator('details[open]').getByRole('button', { name: 'Play' }).click();
  await shows(page, 'Nine');
  t.deepEqual(complaints, []);
});

browserTest('[tab] a script of the reference plays from a disk, and there is one for each module', async (t) => {
  const folder = await temporaryFolder(t);
  await writeWeb(folder);
  const { page, complaints } = await tabPage(t, `file://${join(folder, 'reference.html')}#led`);
  t.is(await page.locator('.example').count(), new Set(VERBS.map(({ module }) => module)).size);
  await page.locator('h2#led ~ .example').first().getByRole('button', { name: 'Play' }).click();
  await shows(page, 'Hole a putt of 8 feet');
  t.deepEqual(complaints, []);
});

browserTest('[tab] the guide opens and plays without a network once it has been visited', async (t) => {
  const site = await staticSite(t);
  const { page } = await tabPage(t, site.url);
  await page.evaluate('navigator.serviceWorker.ready');
  const visit = (): Promise<unknown> => page.goto(`${site.url}guide.html`);
  const playFirst = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Play' }).first().click();
    await shows(page, '0 in a row');
  };
  await visit();
  await playFirst();
  await site.stop();
  await visit();
  await playFirst();
  t.pass();
});

browserTest('[tab] guide and reference fit a phone and pass axe, also while a script plays', async (t) => {
  const { url } = await staticSite(t);
  for (const { colorScheme, width } of [{ colorScheme: 'light', width: 390 } as const, ...LOOKS])
    for (const name of ['guide', 'reference']) {
      const { page } = await tabPage(t, `${url}${name}.html`, { width });
      await page.emulateMedia({ colorScheme });
      await page.getByRole('button', { name: 'Play' }).first().click();
      await page.frameLocator('iframe').getByTestId('pad').waitFor();
      t.deepEqual(await axeComplaints(page), []);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      t.is(overflow, 0, `${name} ${width} px`);
      await page.close();
    }
});
