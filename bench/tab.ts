// The device in a browser tab: bytes and time to its first frame, memory, its work at rest and while a ball rolls, and
// how fast virtual time passes there and in Node.

import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { buildWeb } from '../bin/web/build-web.ts';
import { bundlePage } from '../sims/panel/build-page.ts';
import { findBrowser, launchBrowser, NO_BROWSER } from '../test/support/panel/browser.ts';
import { staticSite } from '../test/support/tab/static-site.ts';
import { median, ms, type BenchFigure, type BenchSize } from './figures.ts';
import { COUNT_FRAMES, watched, workShare } from './page.ts';
import { virtualSpeed } from './tab-session.ts';
import { wait } from './waits.ts';

const COUNTS = {
  whole: { visits: 9, rest_ms: 8000, virtual_s: 600 },
  tiny: { visits: 1, rest_ms: 100, virtual_s: 5 },
} as const;
const ROLLING_MS = 1500;

export async function benchTab(size: BenchSize): Promise<readonly BenchFigure[]> {
  const found = await findBrowser();
  if (!found) return [{ what: 'the tab', value: 'not measured', beside: NO_BROWSER }];
  const ends: (() => unknown)[] = [];
  const site = await staticSite({ teardown: (end) => void ends.push(end) });
  const browser = await launchBrowser(found);
  try {
    return [...(await bytes()), ...(await figuresOf(browser, site.url, COUNTS[size]))];
  } finally {
    await browser.close();
    for (const end of ends) await end();
  }
}

async function bytes(): Promise<readonly BenchFigure[]> {
  const { files, first } = await buildWeb();
  const packed = first.map((name) => gzipSync(files.get(name) ?? '').length).reduce((sum, each) => sum + each, 0);
  const value = `${(packed / 1000).toFixed(1)} kB`;
  return [{ what: 'scripts of the tab before its first frame, gzipped', value, beside: 'limit 250 kB' }];
}

async function figuresOf(browser: Browser, url: string, counts: Counts): Promise<readonly BenchFigure[]> {
  const frames_ms: number[] = [];
  for (let visit = 0; visit < counts.visits; visit++) frames_ms.push(await firstFrame(browser, url));
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await page.addInitScript(COUNT_FRAMES);
  await page.goto(url);
  await page.getByTestId('text-lines').getByText('tapin · sensor ready').first().waitFor({ state: 'attached' });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.waitForTimeout(counts.rest_ms);
  const at_rest = await watched(page, session, counts.rest_ms);
  const heap = await page.evaluate<number>('performance.memory.usedJSHeapSize');
  await pull(page);
  const rolling = await watched(page, session, ROLLING_MS);
  const there = await speedIn(browser, url, counts.virtual_s);
  const here = await virtualSpeed(counts.virtual_s);
  return [
    {
      what: 'from navigation to the first frame of the tab’s device',
      value: ms(median(frames_ms)),
      beside: 'aim 500 ms',
    },
    { what: 'JavaScript heap of the tab', value: `${(heap / 1e6).toFixed(1)} MB`, beside: '' },
    { what: 'the tab’s work at rest, of a core', value: workShare(at_rest.work), beside: 'aim 0 %' },
    { what: 'frames a second in the tab while a ball rolls', value: rolling.frames.toFixed(0), beside: 'aim 60' },
    {
      what: 'virtual seconds a second in the tab, a golfer putting',
      value: there.toFixed(0),
      beside: `Node, in the same run: ${here.toFixed(0)}`,
    },
  ];
}

type Counts = (typeof COUNTS)['whole' | 'tiny'];

/** Returns the milliseconds to the first frame, in a browser without a cache. */
async function firstFrame(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    const shown = page.evaluate<number>(`new Promise((resolve) => {
      const look = () => {
        const [mark] = performance.getEntriesByName('tapin first frame');
        if (mark) resolve(mark.startTime);
        else requestAnimationFrame(look);
      };
      look();
    })`);
    return await wait('the first frame of the tab', shown);
  } finally {
    await context.close();
  }
}

/** Putts on the pad. Resolves when the ball rolls. */
async function pull(page: Page): Promise<void> {
  const rolls = page.evaluate(`new Promise((resolve) => {
    let left = 5;
    globalThis.onPainted = () => { if (--left === 0) resolve(); };
  })`);
  const box = (await page.getByTestId('pad').boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + box.height * 0.6, { steps: 3 });
  await page.mouse.up();
  await wait('a rolling ball', rolls);
  await page.evaluate('globalThis.onPainted = undefined');
}

async function speedIn(browser: Browser, url: string, virtual_s: number): Promise<number> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${url}blank.html`);
  const content = await bundlePage(new URL('tab-session.ts', import.meta.url));
  await page.addScriptTag({ type: 'module', content });
  await page.waitForFunction('globalThis.virtualSpeed');
  return wait('virtual time in the tab', page.evaluate<number>(`virtualSpeed(${virtual_s})`));
}
