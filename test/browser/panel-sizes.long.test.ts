// The front panel in a real browser, from 320 × 256 CSS px, which is 400 % zoom (WCAG 1.4.10), to 1920 px.

import type { Page } from 'playwright-core';
import { browserTest } from '../support/panel/browser-test.ts';
import { panelPage } from '../support/panel/panel-page.ts';
import { severalPage, withTimeline } from '../support/panel/several-page.ts';

const SIZES: readonly (readonly [width: number, height: number])[] = [
  [320, 256],
  [256, 320],
  [390, 844],
  [480, 300],
  [600, 300],
  [844, 390],
  [640, 512],
  [1024, 768],
  [1180, 820],
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [1920, 937],
  [1920, 1080],
];

/** Script that lists, by class, elements that reach beyond the window and cannot be scrolled to. */
const BEYOND = `(() => {
  const scrolls = (at) => at && at !== document.body && (getComputedStyle(at).overflowX !== 'visible' || scrolls(at.parentElement));
  const isBeyond = (element) => {
    const { left, right, width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && (left < -0.5 || right > innerWidth + 0.5);
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => isBeyond(element) && !scrolls(element.parentElement) && !element.closest('.visually-hidden'))
    .map((element) => element.getAttribute('class') ?? element.tagName);
})()`;

/** Script that lists controls of the devices that are covered by another element or unreachable by scrolling. */
const COVERED = `[...document.querySelectorAll(':is(.device, .tile) :is(button, input, select, .pad, .screen)')].flatMap((control) => {
  control.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = control.getBoundingClientRect();
  const at = [[0.5, 0.5], [0.5, 0.1], [0.5, 0.9]].map(([x, y]) => document.elementFromPoint(left + width * x, top + height * y));
  return at.every((found) => control.contains(found)) ? [] : [control.dataset.testid ?? control.className];
})`;

async function showTimeline(page: Page, open: boolean): Promise<void> {
  const toggle = page.getByTestId('timeline-toggle');
  if ((await toggle.getAttribute('aria-expanded')) !== String(open)) await toggle.click();
}

async function problemsAt(page: Page, width: number, height: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height });
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  const wide =
    (await page.evaluate<number>('document.documentElement.scrollWidth')) > width ? ['it scrolls sideways'] : [];
  const beyond = await page.evaluate<string[]>(BEYOND);
  const covered = await page.evaluate<string[]>(COVERED);
  return [...wide, ...beyond.map((name) => `${name} is cut`), ...covered.map((name) => `${name} is covered`)];
}

for (const count of [1, 4])
  browserTest(
    `[browser] the page of ${count} fits every window, and no control of a device is cut or covered`,
    async (t) => {
      const { page } = count === 1 ? await panelPage(t, {}) : await severalPage(t, count, { dress: withTimeline });
      for (const open of [false, true]) {
        await showTimeline(page, open);
        for (const [width, height] of SIZES)
          t.deepEqual(
            await problemsAt(page, width, height),
            [],
            `${width} × ${height}, timeline ${open ? 'open' : 'closed'}`,
          );
      }
    },
  );

browserTest('[browser] keyboard focus moves through the timeline without scrolling the page behind it', async (t) => {
  const { page } = await panelPage(t, {});
  await page.setViewportSize({ width: 1366, height: 768 });
  await showTimeline(page, true);
  await page.evaluate('scrollTo(0, 0)');
  await page.getByTestId('timeline-toggle').focus();
  for (let key = 0; key < 4; key++) await page.keyboard.press('Tab');
  t.is(await page.evaluate('document.activeElement.closest(".dock") !== null && scrollY'), 0);
});
