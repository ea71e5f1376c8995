// What the front panel costs: four devices of a `tapin run` in a real browser, three of them played by golfers for ten minutes before and
// meanwhile, with all panes and the timeline open, and beside it with none.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';
import * as v from 'valibot';
import { findBrowser, launchBrowser } from '../test/support/panel/browser.ts';
import { median, ms, percentile, type Figure, type Size } from './figures.ts';
import { wait } from './waits.ts';

const PRESSES = { whole: 200, tiny: 4 } as const;
const WATCHED_MS = { whole: 15_000, tiny: 300 } as const;
const SCROLLED_MS = { whole: 4000, tiny: 300 } as const;
const TAPIN = fileURLToPath(new URL('../tapin', import.meta.url));
const PLAYED_MS = { whole: 600_000, tiny: 1000 } as const;
const GUESTS = 3;

interface Measured {
  readonly keys_ms: readonly number[];
  /** Of the page's process and of tapin, share of a core. */
  readonly page_core: number;
  readonly frames_per_s: number;
}

export async function benchPanelPage(size: Size): Promise<readonly Figure[]> {
  const found = await findBrowser();
  if (!found) return [{ what: 'the front panel in a browser', value: 'skipped', beside: 'there is no browser' }];
  const args = ['run', '--guests', String(GUESTS), '--port', '0', '--virtual-time', '--seed', '1'];
  const child = spawn(TAPIN, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await wait('the address of the panel', once(createInterface({ input: child.stdout }), 'line'));
  const { panel } = v.parse(v.object({ panel: v.string() }), JSON.parse(String(line)));
  await playOn(panel, PLAYED_MS[size]);
  const browser = await launchBrowser(found);
  const none = await measure(browser, panel, size, []);
  const all = await measure(browser, panel, size, ['play', 'sensor', 'machines', 'network', 'storage', 'log']);
  await browser.close();
  child.kill('SIGINT');
  await wait('the end of tapin run', once(child, 'close'));
  return [
    {
      what: 'four devices, all panes open: a key to its picture, p95',
      value: ms(percentile(all.keys_ms, 0.95)),
      beside: `aim 50 ms; p50 ${ms(median(all.keys_ms))}; no pane ${ms(percentile(none.keys_ms, 0.95))}`,
    },
    {
      what: 'the page, share of a core',
      value: percent(all.page_core),
      beside: `aim 60 %; no pane ${percent(none.page_core)}`,
    },
    {
      what: 'while it is scrolled, frames a second',
      value: all.frames_per_s.toFixed(0),
      beside: `aim 60; no pane ${none.frames_per_s.toFixed(0)}`,
    },
  ];
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** The guests are played by golfers; the host stays in its menu. */
async function playOn(panel: string, advance_ms: number): Promise<void> {
  const { origin, searchParams } = new URL(panel);
  const headers = { Authorization: `Bearer ${searchParams.get('token')}`, 'Content-Type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  for (let device = 0; device <= GUESTS; device++)
    await fetch(`${origin}/api/devices/${device}/wait?page=menu`, { headers });
  for (let device = 1; device <= GUESTS; device++) {
    for (const key of ['ok', 'ok']) await post(`devices/${device}/key`, { key });
    await post(`devices/${device}/golfer`, { on: true });
  }
  await post('time', { advance_ms });
}

async function measure(browser: Browser, panel: string, size: Size, open: readonly string[]): Promise<Measured> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const page = await context.newPage();
  await page.addInitScript(`
    localStorage.setItem('tapin.panes', ${JSON.stringify(JSON.stringify({ open, last: 'play' }))});
    localStorage.setItem('tapin.timeline', '${open.length > 0}');`);
  await page.goto(panel);
  await page.locator('[data-testid=device-0] li[aria-current=true]').waitFor({ state: 'attached' });
  const keys_ms = await page.evaluate<number[]>(PRESS_KEYS.replace('COUNT', String(PRESSES[size])));
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  const before_s = await taskSeconds(session);
  const start = performance.now();
  await rest(page, WATCHED_MS[size]);
  const page_core = ((await taskSeconds(session)) - before_s) / ((performance.now() - start) / 1000);
  const frames_per_s = await page.evaluate<number>(SCROLL.replace('FOR_MS', String(SCROLLED_MS[size])));
  await context.close();
  return { keys_ms, page_core, frames_per_s };
}

const rest = (page: Page, for_ms: number): Promise<unknown> =>
  page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${for_ms}))`);

/** What the page's thread has worked. */
async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** In the page: from a key of the keyboard until the new picture of the selected device is on its canvas and the browser draws. */
const PRESS_KEYS = `(async () => {
  const canvas = document.querySelector('[data-testid=device-0] [data-testid=screen]');
  const put = CanvasRenderingContext2D.prototype.putImageData;
  let painted = () => {};
  CanvasRenderingContext2D.prototype.putImageData = function (...args) {
    put.apply(this, args);
    if (this.canvas === canvas) painted();
  };
  const took = [];
  for (let press = 0; press < COUNT; press++) {
    const key = press % 2 === 0 ? 'ArrowDown' : 'ArrowUp';
    await new Promise((resolve) => setTimeout(resolve, 40 + (press * 7) % 50));
    const start = performance.now();
    const seen = new Promise((resolve) => (painted = resolve));
    dispatchEvent(new KeyboardEvent('keydown', { key }));
    await seen;
    await new Promise(requestAnimationFrame);
    took.push(performance.now() - start);
    dispatchEvent(new KeyboardEvent('keyup', { key }));
  }
  CanvasRenderingContext2D.prototype.putImageData = put;
  return took;
})()`;

/** In the page: how many pictures the browser draws while the page is scrolled. */
const SCROLL = `(async () => {
  const start = performance.now();
  let frames = 0;
  while (performance.now() - start < FOR_MS) {
    scrollTo(0, (frames * 6) % Math.max(document.body.scrollHeight - innerHeight, 1));
    await new Promise(requestAnimationFrame);
    frames++;
  }
  return frames / ((performance.now() - start) / 1000);
})()`;
