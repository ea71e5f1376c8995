// The front panel of several devices in a real browser, with the devices in virtual time.

import type { ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import { browser, workbenchPage } from './browser-test.ts';
import { KEPT } from '../../../sims/panel/page/connection/kept-events.ts';
import { ok } from '../../../wire/errors.ts';
import { panelFixtures, type Dress, type PanelFixtures } from './panel-fixtures.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';

export interface SeveralPage extends PanelFixtures {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Returns the device with this number, from 1. */
  device(number: number): Locator;
  /** Resolves when the device's screen shows this row in focus. */
  focus(number: number, label: string): Promise<void>;
  /** Resolves when the device's screen shows this text line. */
  line(number: number, text: string): Promise<void>;
  /** Resolves when only the device with this number is shown as selected. */
  selected(number: number): Promise<void>;
}

/** Gives a device an empty timeline, which its page displays. */
export const withTimeline: Dress = (fixture) => ({
  ...fixture,
  timeline: {
    limits: KEPT,
    imageAt: async () => ok(new Map()),
    momentAt: async () => ok(null),
    follow: () => ({ kept: [], end() {} }),
  },
});

interface Options {
  readonly dress?: Dress;
  readonly width?: number;
  readonly height?: number;
  readonly query?: string;
  readonly touch?: boolean;
  /** False: a first visit, with nothing stored in the browser. */
  readonly workbench?: boolean;
  /** Runs before the page is loaded. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** Opens the page of `count` devices with seeds from 1, each at its menu. Stops everything after the test. */
export async function severalPage(t: ExecutionContext, count: number, options: Options = {}): Promise<SeveralPage> {
  const { dress, width = 1280, height = 800, query = '', touch = false, workbench = true } = options;
  const opened = await panelFixtures(t, count, dress);
  const context = await browser().newContext({ viewport: { width, height }, hasTouch: touch });
  t.teardown(() => context.close());
  const page = workbench ? await workbenchPage(context) : await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await options.prepare?.(page);
  await page.goto(`${opened.panel.url}${query}`);
  const device = (number: number): Locator => page.getByTestId(`device-${number - 1}`);
  const several: SeveralPage = {
    ...opened,
    page,
    complaints,
    device,
    focus: (number, label) => shownLine(device(number), 'li[aria-current=true]', label),
    line: (number, text) => shownLine(device(number), 'li', text),
    async selected(number) {
      await page.locator(`[data-testid=device-${number - 1}][aria-current=true]`).waitFor();
      t.is(await page.locator('.tile[aria-current]').count(), 1);
      t.deepEqual(
        await page.getByTestId('pick').evaluateAll((picks) => picks.map((pick) => pick.getAttribute('aria-pressed'))),
        Array.from({ length: count }, (_, index) => String(index === number - 1)),
      );
      t.is((await page.getByTestId('side-title').textContent())?.split(' ')[0], String(number));
    },
  };
  for (let number = 1; number <= count; number++) await several.focus(number, 'Metrics only');
  return several;
}

/** Resolves when a text line of this kind appears on a device. */
export const shownLine = (device: Locator, kind: string, text: string): Promise<void> =>
  device
    .getByTestId('text-lines')
    .locator(kind)
    .filter({ hasText: new RegExp(`^${text}$`) })
    .waitFor({ state: 'attached' });
