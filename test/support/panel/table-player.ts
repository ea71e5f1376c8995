// A player at a page with several devices.

import type { Locator, Page } from 'playwright-core';
import { tapKey } from './tap-key.ts';

const KEYS = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight', ok: 'Enter', back: 'Escape' };

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

/** Script that collects every line that a device shows: a verdict is brief, and a busy machine may poll too late. */
export const KEEP_LINES = `
  window.shown = new Set();
  new MutationObserver(() => {
    for (const item of document.querySelectorAll('[data-testid^=device-] [data-testid=text-lines] li'))
      window.shown.add(item.closest('[data-testid^=device-]').dataset.testid + ' ' + item.textContent);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });`;

/** Player at the page; the keyboard controls one device at a time. */
export function tablePlayer(page: Page) {
  const device = (number: number): Locator => page.getByTestId(`device-${number - 1}`);
  const items = (number: number): Locator => device(number).getByTestId('text-lines').locator('li');
  /** Waits for a line. If it does not come, the error lists what each device shows. */
  const waitForLine = async (number: number, line: RegExp): Promise<void> => {
    try {
      await items(number).filter({ hasText: line }).first().waitFor({ state: 'attached' });
    } catch (cause) {
      const shown = await page
        .getByTestId('text-lines')
        .evaluateAll((all) => all.map((list) => [...list.children].map((item) => item.textContent).join('\n')));
      throw new Error(`Device ${number} does not show ${line}. Shown:\n${shown.join('\n--\n')}`, { cause });
    }
  };
  /** Clears the collected lines. */
  const forget = (): Promise<unknown> => page.evaluate('window.shown.clear()');
  const saw = (number: number, line: string): Promise<unknown> =>
    page.waitForFunction(
      (shown): boolean => Reflect.get(globalThis, 'shown').has(shown),
      `device-${number - 1} ${line}`,
    );
  const press = async (number: number, ...keys: readonly (keyof typeof KEYS)[]): Promise<void> => {
    await page.keyboard.press(`Alt+${number}`);
    await page.locator(`[data-testid=device-${number - 1}][aria-current=true]`).waitFor();
    for (const key of keys) await tapKey(page, KEYS[key]);
  };
  /** Moves to the row that starts with this text, in a vertical list. */
  const focus = async (number: number, row: string): Promise<void> => {
    await waitForLine(number, new RegExp(`^${row}`));
    const lines = await items(number).evaluateAll((all) =>
      all.map((item) => ({ text: item.textContent, focused: item.hasAttribute('aria-current') })),
    );
    const moves = lines.findIndex(({ text }) => text.startsWith(row)) - lines.findIndex(({ focused }) => focused);
    await press(number, ...times(Math.abs(moves), moves > 0 ? ('down' as const) : ('up' as const)));
    await items(number).and(page.locator('[aria-current]')).filter({ hasText: new RegExp(`^${row}`) }).waitFor({ state: 'attached' }); // oxfmt-ignore
  };
  const choose = async (number: number, row: string): Promise<void> => {
    await focus(number, row);
    await press(number, 'ok');
  };
  /** Decreases a value by one step for each key press. */
  const turnDown = async (number: number, row: string, to: number): Promise<void> => {
    await focus(number, row);
    const line = (await items(number).allTextContents()).find((text) => text.startsWith(row));
    await press(number, ...times(Number(/\d+/.exec(line ?? '')) - to, 'left' as const));
    await waitForLine(number, new RegExp(`^${row}: ${to}( |$)`));
  };
  /** Strikes on this device once its own screen says that it is its turn. */
  const strike = async (number: number): Promise<void> => {
    await waitForLine(number, /, to putt\b.*, you$/);
    await press(number);
    await page.getByTestId('strike-submit').click();
  };
  return { waitForLine, saw, forget, press, focus, choose, turnDown, strike, items };
}
