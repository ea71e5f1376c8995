// Tests in a real browser; skipped if this machine has none.

import test from 'ava';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { assertDefined } from '../../../wire/errors.ts';
import { findBrowser, launchBrowser, NO_BROWSER } from './browser.ts';

const found = await findBrowser();
let launched: Browser | null = null;
if (found) {
  // In a hook, which does not run if no title matches a filter: an open browser would keep the process alive.
  test.before(async () => {
    launched = await launchBrowser(found);
  });
  test.after.always(() => launched?.close());
} else test.skip(`[browser] ${NO_BROWSER}`, () => {});

export const browserTest = found ? test.serial : test.serial.skip;
/** For tests that wait most of the time. */
export const concurrentBrowserTest = found ? test : test.skip;

/** Returns the browser of this file's tests. */
export const browser = (): Browser => assertDefined(launched, 'a browser');

/** Opens a page of the front panel with its workbench. Default: a context of its own. */
export async function workbenchPage(context?: BrowserContext): Promise<Page> {
  const page = await (context ?? browser()).newPage();
  await page.addInitScript(() => localStorage.setItem('tapin.workbench', 'true'));
  return page;
}

const SCHEMES = ['light', 'dark'] as const;
const [NARROWEST, WIDEST] = [320, 1920];
const EVERY = SCHEMES.flatMap((colorScheme) => [NARROWEST, 1280, WIDEST].map((width) => ({ colorScheme, width })));

/**
 * Colour schemes and widths (CSS px) to check: each colour scheme and each extreme width once; in the long lane, every
 * pair.
 */
export const LOOKS: typeof EVERY =
  process.env['TAPIN_LOOKS'] === 'all'
    ? EVERY
    : [
        { colorScheme: 'light', width: NARROWEST },
        { colorScheme: 'dark', width: WIDEST },
      ];
