// A short press of a key in the browser.

import type { Page } from 'playwright-core';

/**
 * Presses and releases a key. The release does not wait for the press: a device repeats an arrow that is held for
 * 0.45 s, and a busy machine may take that long between the two.
 */
export async function tapKey({ keyboard }: Page, key: string): Promise<void> {
  if (key.startsWith('Arrow')) await Promise.all([keyboard.down(key), keyboard.up(key)]);
  else await keyboard.press(key);
}
