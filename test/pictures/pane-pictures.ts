// Pictures of each pane of the front panel and of its timeline, at three widths, in light and dark.

import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { writeFile } from 'node:fs/promises';

const PANES = ['play', 'sensor', 'machines', 'network', 'storage', 'log'];
const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 1020 },
  { width: 1920, height: 1080 },
];
const QUALITY = 80;

/** Writes `play-1280-light.webp` and so on. `url`: address of a panel with some play on it. */
export async function makePanePictures(browser: Browser, url: string, folder: URL): Promise<void> {
  await playMore(url);
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of WIDTHS) {
      const context = await browser.newContext({ viewport, colorScheme });
      const page = await context.newPage();
      for (const pane of PANES) {
        await openOnly(page, url, pane);
        await save(page, new URL(`${pane}-${viewport.width}-${colorScheme}.webp`, folder));
      }
      await openOnly(page, url, 'play', true);
      await page.getByTestId('moment-before').click();
      await page.getByTestId('past').waitFor();
      await page.waitForTimeout(500);
      await page.getByTestId('timeline-toggle').scrollIntoViewIfNeeded();
      await save(page, new URL(`timeline-${viewport.width}-${colorScheme}.webp`, folder));
      await context.close();
    }
}

/** Adds a cable that loses bytes, and some scattered putts. */
async function playMore(url: string): Promise<void> {
  const { origin, searchParams } = new URL(url);
  const headers = {
    Authorization: `Bearer ${searchParams.get('token') ?? ''}`,
    'Content-Type': 'application/json',
  };
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${origin}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  await post('devices/0/fault', { fault: 'drop-byte' });
  await post('devices/0/strike', { club_speed_mps: 2.45, face_angle_deg: -0.6 });
  await post('time', { advance_ms: 6000 });
  await post('devices/0/fault', { fault: 'ok' });
  await post('time', { advance_ms: 4000 });
  for (const [club_speed_mps, face_angle_deg] of [
    [2.4, 0.6],
    [2.62, -0.3],
    [2.2, 1.1],
    [2.7, -1.4],
    [2.5, 0.2],
  ]) {
    await post('devices/0/strike', { club_speed_mps, face_angle_deg });
    await post('time', { advance_ms: 14_000 });
  }
}

/** On a narrow page the pane is below the device, under the sticky bar. */
const SHOW_PANE = `if (innerWidth < 700) scrollBy(0, document.querySelector('.card').getBoundingClientRect().top - 100)`;

async function openOnly(page: Page, url: string, pane: string, timeline = false): Promise<void> {
  await page.goto(url);
  await page.evaluate(`
    localStorage.setItem('tapin.workbench', 'true');
    localStorage.setItem('tapin.panes', '${JSON.stringify({ open: [pane], last: pane })}');
    localStorage.setItem('tapin.timeline', '${timeline}');`);
  await page.reload();
  await page.locator('[data-testid=screen][data-live=true]').waitFor();
  // Wait for slow content such as a statechart.
  await page.waitForTimeout(1200);
  if (!timeline) await page.evaluate(SHOW_PANE);
}

async function save(page: Page, file: URL): Promise<void> {
  const image = await loadImage(await page.screenshot());
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  await writeFile(fileURLToPath(file), await canvas.encode('webp', QUALITY));
}
