// Pictures of the front panel, taken in a real browser from a device that a script plays on.

import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import * as v from 'valibot';
import { NO_BROWSER, findBrowser, launchBrowser } from '../support/panel/browser.ts';
import { makePanePictures } from './pane-pictures.ts';
import { makeSetUpPicture } from './set-up-picture.ts';
import { makeSeveralPicture } from './several-picture.ts';
import { tapKey } from '../support/panel/tap-key.ts';
import { firstLine } from '../support/process/streams.ts';
import { readJson } from '../support/read-json.ts';

/**
 * Writes front-panel.png, front-panel-dark.png, front-panel-phone.png, front-panel-workbench.png and
 * front-panel-several.png into the folder, and the picture of each pane into its subfolder front-panel.
 */
export async function makePanelPictures(folder: URL): Promise<void> {
  const found = await findBrowser();
  if (!found) return void process.stderr.write(`No pictures of the front panel: ${NO_BROWSER}.\n`);
  const data = mkdtempSync(join(tmpdir(), 'tapin-pictures-'));
  const tapin = spawn(
    fileURLToPath(new URL('../../tapin', import.meta.url)),
    ['run', '--port', '0', '--data', data, '--seed', '7'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const browser = await launchBrowser(found);
  try {
    const { panel } = readJson(v.object({ panel: v.string() }), await firstLine(tapin.stdout));
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
    await page.goto(panel);
    await playLag(page);
    const save = (name: string): Promise<unknown> => page.screenshot({ path: fileURLToPath(new URL(name, folder)) });
    await save('front-panel.png');
    await page.emulateMedia({ colorScheme: 'dark' });
    await save('front-panel-dark.png');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 390, height: 844 });
    await save('front-panel-phone.png');
    await page.setViewportSize({ width: 1280, height: 1020 });
    await page.getByTestId('workbench').click();
    await page.getByTestId('machines').getByText('playing').waitFor();
    await page.waitForTimeout(500);
    await save('front-panel-workbench.png');
    await makePanePictures(browser, panel, new URL('front-panel/', folder));
    await makeSeveralPicture(browser, folder);
    await makeSetUpPicture(browser, new URL('front-panel/', folder));
  } finally {
    await browser.close();
    tapin.kill('SIGINT');
    await once(tapin, 'exit');
    rmSync(data, { recursive: true });
  }
}

/** Plays one putt of Lag putting with the pad, until the ball is at rest. */
async function playLag(page: Page): Promise<void> {
  const lines = page.getByTestId('text-lines');
  await lines.getByText('Metrics only').waitFor({ state: 'attached' });
  await page.getByTestId('hints-close').click();
  for (const key of ['ArrowDown', 'Enter', 'Enter']) await tapKey(page, key);
  await lines.getByText('Putt 1 of 10').waitFor({ state: 'attached' });
  const box = await page.getByTestId('pad').boundingBox();
  if (!box) throw new Error('There is no pad.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height * 0.62, { steps: 4 });
  await page.mouse.up();
  await lines.getByText('Verdict').waitFor({ state: 'attached' });
  await page.waitForTimeout(1500);
}
