// Tests in a real browser; skipped if this machine has none.

import test from 'ava';
import type { Browser } from 'playwright-core';
import { assertDefined } from '../../../wire/errors.ts';
import { findBrowser, launchBrowser, NO_BROWSER } from './browser.ts';

const found = await findBrowser();
const launched = found && (await launchBrowser(found));
test.after.always(() => launched?.close());
if (!found) test.skip(`[browser] ${NO_BROWSER}`, () => {});

export const browserTest = found ? test.serial : test.serial.skip;
/** For tests that wait most of the time. */
export const concurrentBrowserTest = found ? test : test.skip;

/** Returns the browser of this file's tests. */
export const browser = (): Browser => assertDefined(launched, 'a browser');

/** Looks in which pages are checked: each colour scheme and the extreme widths (CSS px) once, not every pair. */
export const LOOKS = [
  { colorScheme: 'light', width: 320 },
  { colorScheme: 'dark', width: 1920 },
] as const;
