// A blank page of a real browser with in-browser.ts.

import type { ExecutionContext } from 'ava';
import type { BrowserContext, Page } from 'playwright-core';
import { bundlePage } from '../../../sims/panel/build-page.ts';
import { browser } from '../panel/browser-test.ts';

const script = bundlePage(new URL('in-browser.ts', import.meta.url));

/** Opens the blank page of a static site. Default: in a context of its own. */
export async function scriptPage(t: ExecutionContext, site: string, given?: BrowserContext): Promise<Page> {
  const context = given ?? (await browser().newContext());
  if (!given) t.teardown(() => context.close());
  const page = await context.newPage();
  await page.goto(`${site}blank.html`);
  await page.addScriptTag({ type: 'module', content: await script });
  await page.waitForFunction('globalThis.inBrowser');
  return page;
}
