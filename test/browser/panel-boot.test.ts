// Device startup on a page opened by `--open`, in a real browser.

import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserTest, workbenchPage } from '../support/panel/browser-test.ts';
import { TIMEOUT_MS } from '../support/process/timeouts.ts';
import { startTapin } from '../support/process/tapin-process.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

/** Script that collects each text of the screen once the page has loaded. */
const LISTEN = `
  globalThis.said = [];
  new MutationObserver(() => {
    const lines = [...document.querySelectorAll('[data-testid=text-lines] li')].map((line) => line.textContent).join(' / ');
    if (lines !== globalThis.said.at(-1)) globalThis.said.push(lines);
  }).observe(document, { subtree: true, childList: true, characterData: true });
`;

browserTest('[browser] the page loads before the device has booted, and shows the boot', async (t) => {
  const folder = await temporaryFolder(t);
  const [program, address] = [join(folder, 'browser'), join(folder, 'address')];
  writeFileSync(program, `#!/bin/sh\nprintf %s "$1" > ${address}.part && mv ${address}.part ${address}\n`);
  chmodSync(program, 0o700);
  const args = ['run', '--open', '--port', '0', '--seed', '7', '--data', join(folder, 'data')];
  await startTapin(t, args, { env: { BROWSER: program } });
  const page = await workbenchPage();
  t.teardown(() => page.close());
  page.setDefaultTimeout(TIMEOUT_MS);
  while (!existsSync(address)) await page.evaluate('new Promise(requestAnimationFrame)');
  await page.addInitScript(LISTEN);
  await page.goto(readFileSync(address, 'utf8'));
  await page.getByTestId('text-lines').getByText('Metrics only').waitFor({ state: 'attached' });
  const texts = await page.evaluate<string[]>('globalThis.said.filter((lines) => lines !== "")');
  t.regex(texts[0] ?? '', /is starting/, texts.join('\n'));
});
