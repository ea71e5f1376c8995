// The front panel in a real browser, with its own tapin process.

import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import type { Locator, Page } from 'playwright-core';
import type { BoardKind } from '../../../sims/sensor-board/board-events.ts';
import { browser, workbenchPage } from './browser-test.ts';
import { tapKey } from './tap-key.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { startTapin, type TapinProcess } from '../process/tapin-process.ts';
import { TIMEOUT_MS } from '../process/timeouts.ts';

export interface PanelPage {
  readonly page: Page;
  readonly tapin: TapinProcess;
  /** Data folder; unused in virtual time. */
  readonly data: string;
  /** Address that tapin prints. */
  readonly url: string;
  /** Errors from the console and the page. */
  readonly complaints: readonly string[];
  byTestId(test_id: string): Locator;
  /** Returns the screen's text lines, the focused one without its mark. */
  lines(): Promise<string[]>;
  /** Resolves when a text line equals or matches this. */
  line(text: string | RegExp): Promise<void>;
  focus(label: string | RegExp): Promise<void>;
  /** Presses keys of the computer keyboard. */
  press(...keys: readonly string[]): Promise<void>;
}

interface PanelPageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly virtual?: boolean;
  /** False: a first visit, with nothing stored in the browser. */
  readonly workbench?: boolean;
  readonly board?: BoardKind;
}

/** Starts `tapin run` with seed 7, on a fresh folder or in virtual time, and opens its page. */
export async function panelPage(
  t: ExecutionContext,
  { width = 1280, height = 900, virtual = false, workbench = true, board = 'model' }: PanelPageOptions = {},
): Promise<PanelPage> {
  const data = join(await temporaryFolder(t), 'data');
  const time = virtual ? ['--virtual-time'] : ['--data', data];
  const tapin = await startTapin(t, ['run', '--port', '0', '--seed', '7', '--board', board, ...time]);
  const url = String(tapin.listening['panel']);
  const context = await browser().newContext({ viewport: { width, height } });
  t.teardown(() => context.close());
  const page = workbench ? await workbenchPage(context) : await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${new URL(response.url()).pathname}`);
  });
  await page.goto(url);
  const byTestId = (test_id: string): Locator => page.getByTestId(test_id);
  const items = byTestId('text-lines').locator('li');
  const opened: PanelPage = {
    page,
    tapin,
    data,
    url,
    complaints,
    byTestId,
    lines: () => items.allTextContents(),
    line: (text) =>
      items
        .filter({ hasText: whole(text) })
        .first()
        .waitFor({ state: 'attached' }),
    focus: (label) =>
      byTestId('text-lines')
        .locator('li[aria-current=true]')
        .filter({ hasText: whole(label) })
        .waitFor({ state: 'attached' }),
    async press(...keys) {
      for (const key of keys) await tapKey(page, key);
    },
  };
  await opened.focus('Metrics only');
  const wait = new URL('/api/devices/0/wait?state=sensor:ready', url);
  const { searchParams } = new URL(url);
  await fetch(wait, { headers: { Authorization: `Bearer ${searchParams.get('token')}` } });
  return opened;
}

const whole = (text: string | RegExp): RegExp =>
  typeof text === 'string' ? new RegExp(`^${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}$`) : text;
