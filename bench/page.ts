// The page in a real browser: time from a key to its pixels, frames a second while a ball rolls, and the work of the
// page's main thread then and at rest.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CDPSession, Page } from 'playwright-core';
import { fieldsIn } from '../test/support/read-json.ts';
import { findBrowser, launchBrowser, NO_BROWSER } from '../test/support/panel/browser.ts';
import { median, ms, percentile, type BenchFigure, type BenchSize } from './figures.ts';
import { wait } from './waits.ts';

const COUNTS = { whole: { keys: 100, putts: 5, rest_ms: 8000 }, tiny: { keys: 3, putts: 1, rest_ms: 100 } } as const;

export async function benchPage(size: BenchSize): Promise<readonly BenchFigure[]> {
  const found = await findBrowser();
  if (!found) return [{ what: 'the page', value: 'not measured', beside: NO_BROWSER }];
  const data = mkdtempSync(join(tmpdir(), 'tapin-bench-'));
  const tapin = spawn('./tapin', ['run', '--port', '0', '--data', data], { stdio: ['ignore', 'pipe', 'ignore'] });
  const browser = await launchBrowser(found);
  try {
    const [line] = await wait('the address of the page', once(createInterface({ input: tapin.stdout }), 'line'));
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
    await page.addInitScript(COUNT_FRAMES);
    await page.goto(String(fieldsIn(String(line))['panel']));
    await page.getByTestId('text-lines').getByText('Metrics only').first().waitFor({ state: 'attached' });
    return await figuresOf(page, COUNTS[size]);
  } finally {
    await browser.close();
    tapin.kill('SIGTERM');
    await once(tapin, 'exit');
    rmSync(data, { recursive: true, force: true });
  }
}

async function figuresOf(page: Page, { keys, putts, rest_ms }: Counts): Promise<readonly BenchFigure[]> {
  const latencies: number[] = [];
  for (let key = 0; key < keys; key++) latencies.push(await keyToPixels(page, key % 2 === 0 ? 'ArrowDown' : 'ArrowUp'));
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.waitForTimeout(rest_ms);
  const at_rest = await watched(page, session, rest_ms);
  const rolling: Watched[] = [];
  for (let putt = 0; putt < putts; putt++) {
    await strike(page);
    rolling.push(await watched(page, session, ROLLING_MS));
    await page.waitForTimeout(rest_ms);
  }
  const of = (figure: (each: Watched) => number): number => median(rolling.map(figure));
  return [
    {
      what: 'key to its pixels on the page, p95',
      value: ms(percentile(latencies, 0.95)),
      beside: `aim 50 ms; median ${ms(median(latencies))}`,
    },
    { what: 'frames a second while a ball rolls', value: of(({ frames }) => frames).toFixed(0), beside: 'aim 60' },
    {
      what: 'the page’s own work while a ball rolls, of a core',
      value: workShare(of(({ work }) => work)),
      beside: 'aim 30 %',
    },
    { what: 'the page’s own work at rest, of a core', value: workShare(at_rest.work), beside: 'aim 0 %' },
  ];
}

export const workShare = (work: number): string => `${(100 * work).toFixed(1)} %`;

type Counts = (typeof COUNTS)['whole' | 'tiny'];

const ROLLING_MS = 1500;

/** Counts the frames that the page paints, as `painted`, and calls `onPainted` after each. */
export const COUNT_FRAMES = `
  let counted = false;
  globalThis.painted = 0;
  const { fillRect } = CanvasRenderingContext2D.prototype;
  // The page fills the ground of each picture.
  CanvasRenderingContext2D.prototype.fillRect = function (...given) {
    fillRect.apply(this, given);
    if (counted) return;
    counted = true;
    queueMicrotask(() => { counted = false; globalThis.painted++; globalThis.onPainted?.(); });
  };`;

/** Moves the focus by an arrow key. Returns the milliseconds from the key to the browser's next frame after the paint. */
async function keyToPixels(page: Page, key: string): Promise<number> {
  await page.evaluate(`globalThis.shown = new Promise((resolve) =>
    addEventListener('keydown', ({ timeStamp }) => {
      globalThis.onPainted = () => requestAnimationFrame(() => resolve(performance.now() - timeStamp));
    }, { once: true, capture: true })), undefined`);
  await page.keyboard.press(key);
  const taken_ms = await wait('the pixels of a key', page.evaluate<number>('shown'));
  await page.evaluate('globalThis.onPainted = undefined');
  return taken_ms;
}

/** Strikes a long putt. Resolves when its ball rolls. */
async function strike(page: Page): Promise<void> {
  const token = new URL(page.url()).searchParams.get('token');
  await page.evaluate(`fetch('/api/devices/0/strike', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer ${token}' },
    body: JSON.stringify({ club_speed_mps: 2.2 }),
  }), undefined`);
  const rolls = page.evaluate(`new Promise((resolve) => {
    let left = 5;
    globalThis.onPainted = () => { if (--left === 0) resolve(); };
  })`);
  await wait('a rolling ball', rolls);
  await page.evaluate('globalThis.onPainted = undefined');
}

interface Watched {
  /** Frames a second. */
  readonly frames: number;
  /** Share of the time in which the main thread worked. */
  readonly work: number;
}

/** Watches the page's main thread and its frames. */
export async function watched(page: Page, session: CDPSession, for_ms: number): Promise<Watched> {
  const read = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    const valueOf = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    return {
      at_s: valueOf('Timestamp'),
      worked_s: valueOf('TaskDuration'),
      painted: await page.evaluate<number>('painted'),
    };
  };
  const before = await read();
  await page.waitForTimeout(for_ms);
  const after = await read();
  const lasted_s = after.at_s - before.at_s;
  return { frames: (after.painted - before.painted) / lasted_s, work: (after.worked_s - before.worked_s) / lasted_s };
}
