// A putt with the mouse on the front panel's pad.

import type { Page } from 'playwright-core';
import { assertDefined } from '../../../wire/errors.ts';

/** Drags back from the ball on the pad and lets go. `share`: length of the pull, of the pad's height. */
export async function pull(page: Page, share: number): Promise<void> {
  const box = assertDefined(await page.getByTestId('pad').boundingBox(), 'the pad');
  const [x, y] = [box.x + box.width / 2, box.y + box.height * 0.3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + (box.height * share) / 2);
  await page.mouse.move(x, y + box.height * share);
  await page.mouse.up();
}
