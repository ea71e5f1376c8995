// A page of the site in a real browser.

import type { ExecutionContext } from 'ava';
import type { BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import { browser } from '../panel/browser-test.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';

export interface SitePage {
  readonly page: Page;
  /** Console errors, policy violations and page errors. */
  readonly complaints: readonly string[];
  byTestId(test_id: string): Locator;
  /** Frame in which the page plays an extension. */
  readonly frame: FrameLocator;
  /** Resolves when the device in the frame shows a line with this text. */
  line(text: string | RegExp): Promise<void>;
  /** Presses Tab until the element with this name has the focus. */
  tabTo(name: string): Promise<void>;
}

const TABS_MAX = 60;
/** Accessible name of the focused element. */
const FOCUSED = `(() => {
  let at = document.activeElement;
  while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent ?? '';
})()`;

export async function sitePage(
  t: Pick<ExecutionContext, 'teardown'>,
  address: string,
  options: BrowserContextOptions = {},
): Promise<SitePage> {
  const context = await browser().newContext({ viewport: { width: 1280, height: 900 }, ...options });
  t.teardown(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  const byTestId = (test_id: string): Locator => page.getByTestId(test_id);
  const frame = page.frameLocator('iframe');
  return {
    page,
    complaints,
    byTestId,
    frame,
    line: (text) => frame.getByTestId('text-lines').getByText(text).first().waitFor({ state: 'attached' }),
    async tabTo(name) {
      for (let presses = 0; presses < TABS_MAX; presses++) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate<string>(FOCUSED)).trim() === name) return;
      }
      throw new Error(`Tab does not come to ${name}.`);
    },
  };
}
