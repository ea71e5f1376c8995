// Compares what a page draws with the picture of the device. Browsers smooth edges in their own way, so equal pictures
// differ in some pixels.

import type { Page } from 'playwright-core';

/** Largest share of differing pixels of equal pictures: lists have 0.025, and 0.08 with the focus on another row. */
export const SAME_PICTURE = 0.04;

/** Returns the device's picture, as a PNG file in base64. */
export async function devicePicture(page: Page, device = 0): Promise<string> {
  const token = new URL(page.url()).searchParams.get('token');
  const answer = await page.request.get(new URL(`/api/devices/${device}/screen.png?token=${token}`, page.url()).href);
  return (await answer.body()).toString('base64');
}

/** Returns the share of pixels by which a canvas of the page differs from a picture. `at`: place among the canvases. */
export const differenceFrom = (page: Page, picture: string, at = 0): Promise<number> =>
  page.evaluate<number>(`(async () => {
    const { width, height } = document.querySelectorAll('canvas')[${at}];
    const pixelsOf = (image) => {
      const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
      context.drawImage(image, 0, 0);
      return context.getImageData(0, 0, width, height).data;
    };
    const png = new Blob([Uint8Array.from(atob('${picture}'), (char) => char.charCodeAt(0))]);
    const [there, here] = [await createImageBitmap(png), document.querySelectorAll('canvas')[${at}]].map(pixelsOf);
    let differing = 0;
    for (let pixel = 0; pixel < here.length; pixel += 4)
      if ([0, 1, 2].some((channel) => Math.abs(here[pixel + channel] - there[pixel + channel]) > 24)) differing++;
    return differing / (width * height);
  })()`);
