// The device in a tab, in a real browser.

import type { ExecutionContext } from 'ava';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { browser } from '../panel/browser-test.ts';
import { tapKey } from '../panel/tap-key.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';

interface TabPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console and the page, and requests to other hosts. */
  readonly complaints: readonly string[];
  byTestId(test_id: string): Locator;
  /** Returns the screen's text lines of a device, by its index. */
  lines(device?: number): Promise<string[]>;
  /** Resolves when a text line of the first device equals or matches this. */
  line(text: string | RegExp): Promise<void>;
  /** Resolves when the status line has this text. */
  status(text: string | RegExp): Promise<void>;
  /** Moves down to the row that starts with this text, and presses OK. */
  choose(row: string): Promise<void>;
  press(...keys: readonly string[]): Promise<void>;
}

interface TabOptions {
  readonly width?: number;
  readonly height?: number;
  readonly workbench?: boolean;
  /** Default: a context of its own. */
  readonly context?: BrowserContext;
}

/** Rows of the longest list. */
const ROWS_MAX = 64;

/** Opens an address of the tab. */
export async function tabPage(t: ExecutionContext, url: string, options: TabOptions = {}): Promise<TabPage> {
  const { width = 1280, height = 900, workbench = false } = options;
  const context = options.context ?? (await browser().newContext({ viewport: { width, height } }));
  if (!options.context) t.teardown(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  if (workbench) await page.addInitScript(() => localStorage.setItem('tapin.workbench', 'true'));
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  const { origin } = new URL(url);
  page.on('request', (request) => {
    if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== origin)
      complaints.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  const items = page.getByTestId('text-lines').first().locator('li');
  const lines = async (device = 0): Promise<string[]> =>
    page.getByTestId('text-lines').nth(device).locator('li').allTextContents();
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await tapKey(page, key);
  };
  const focused = items.and(page.locator('[aria-current=true]'));
  return {
    page,
    context,
    complaints,
    byTestId: (test_id) => page.getByTestId(test_id),
    lines,
    press,
    line: (text) =>
      items
        .filter({ hasText: typeof text === 'string' ? whole(text) : text })
        .first()
        .waitFor({ state: 'attached' }),
    status: (text) => page.getByTestId('status').filter({ hasText: text }).waitFor(),
    async choose(row) {
      await items
        .filter({ hasText: new RegExp(`^${row}`) })
        .first()
        .waitFor({ state: 'attached' });
      for (let moves = 0; moves < ROWS_MAX; moves++) {
        const before = (await focused.textContent()) ?? '';
        if (before.startsWith(row)) return press('Enter');
        await press('ArrowDown');
        await focused.filter({ hasNotText: whole(before) }).waitFor({ state: 'attached' });
      }
      throw new Error(`no row ${row}`);
    },
  };
}

const whole = (text: string): RegExp => new RegExp(`^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`);
