// Picture of the device in a browser tab for docs/.

import { fileURLToPath } from 'node:url';
import { findBrowser, launchBrowser, NO_BROWSER } from '../support/panel/browser.ts';
import { pull } from '../support/panel/pull.ts';
import { staticSite } from '../support/tab/static-site.ts';

/** Writes web.png, a putt of Lag putting with the menu of the tab, and web-guide.png, a script that plays. */
export async function makeTabPicture(folder: URL): Promise<void> {
  const found = await findBrowser();
  if (!found) return void process.stderr.write(`No picture of the tab: ${NO_BROWSER}.\n`);
  const ends: (() => unknown)[] = [];
  const site = await staticSite({ teardown: (end) => void ends.push(end) });
  const browser = await launchBrowser(found);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
    await page.goto(`${site.url}#seed=7&experience=lag`);
    const shown = (line: string): Promise<void> =>
      page.getByTestId('text-lines').getByText(line).first().waitFor({ state: 'attached' });
    await shown('Start');
    await page.getByTestId('key-ok').click();
    await shown('Ready: strike the ball');
    await page.getByTestId('hints').getByRole('button').click();
    await pull(page, 0.33);
    await shown('Verdict');
    await page.getByTestId('tab-menu').locator('summary').click();
    await page.screenshot({ path: fileURLToPath(new URL('web.png', folder)) });
    await page.goto(`${site.url}guide.html`);
    await page.getByRole('button', { name: 'Play' }).first().click();
    const frame = page.frameLocator('iframe');
    const drawn = frame.getByTestId('text-lines').getByText('0 in a row').first();
    await drawn.waitFor({ state: 'attached' });
    await page.screenshot({ path: fileURLToPath(new URL('web-guide.png', folder)) });
  } finally {
    await browser.close();
    for (const end of ends) await end();
  }
}
