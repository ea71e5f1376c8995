// Compares the screen on a page with the device's: exactly, if the same browser draws the device's display list, or
// approximately with the device's own pixels, whose edges are smoothed differently.

import type { Page } from 'playwright-core';
import { bundlePage } from '../../../sims/panel/build-page.ts';
import { openViewer, pictureOf } from './viewer-socket.ts';

const script = bundlePage(new URL('in-page.ts', import.meta.url));

/** Returns the device's present picture as JSON, as a page that has just opened receives it. */
export async function devicePicture(page: Page, device = 0): Promise<string> {
  const viewer = await openViewer(page.url(), String(device));
  await viewer.until('a picture', () => viewer.frames.length > 0);
  const picture = JSON.stringify(pictureOf(viewer));
  await viewer.close();
  return picture;
}

/** Whether a screen of the page shows exactly this picture. `at`: place among the canvases. */
export async function showsPicture(page: Page, picture: string, at = 0): Promise<boolean> {
  if (!(await page.evaluate<boolean>(`'inPage' in globalThis`))) await page.evaluate(`(() => {${await script}})()`);
  return page.evaluate<boolean>(`inPage.shows(${at}, ${picture})`);
}

/** Largest share of pixels in which the same list differs between page and device; another focus differs in 0.08. */
export const EDGES = 0.04;

/** Returns the share of pixels by which a screen of the page differs from the device's own. */
export async function differenceFromPixels(page: Page, device: number): Promise<number> {
  const token = new URL(page.url()).searchParams.get('token');
  return page.evaluate<number>(`(async () => {
    const png = await (await fetch('/api/devices/${device}/screen.png?token=${token}')).blob();
    const pixelsOf = (image) => {
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, image.width, image.height).data;
    };
    const screens = [document.querySelectorAll('canvas')[${device}], await createImageBitmap(png)];
    const [here, there] = screens.map(pixelsOf);
    if (here.length !== there.length) return 1;
    let differing = 0;
    for (let pixel = 0; pixel < here.length; pixel += 4)
      if ([0, 1, 2].some((channel) => Math.abs(here[pixel + channel] - there[pixel + channel]) > 24)) differing++;
    return differing / (here.length / 4);
  })()`);
}
