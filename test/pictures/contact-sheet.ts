// Contact sheet of the play pages: at full size, and at a fifth, as they look from 1.7 m.

import { readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { SCREEN_HEIGHT, SCREEN_WIDTH } from '../../hal/screen/screen.ts';

const PAGES = [
  ['lag-ready', 'lag-at-rest', 'lag-holed'],
  ['lag-next', 'close-four-players', 'metrics'],
  ['distance-hit', 'golf-rolling', 'course-your-turn'],
] as const;
const GAP = 6;
const SMALL = 1 / 5;

/** Draws the sheet from the pictures in `folder` and returns it as PNG. */
export async function contactSheet(folder: URL): Promise<Uint8Array> {
  const [columns, rows] = [PAGES[0].length, PAGES.length];
  const [w, h] = [SCREEN_WIDTH + GAP, SCREEN_HEIGHT + GAP];
  const small_width = SCREEN_WIDTH * SMALL + GAP;
  const canvas = createCanvas(columns * w + GAP, rows * h + SCREEN_HEIGHT * SMALL + 2 * GAP);
  const context = canvas.getContext('2d');
  context.fillStyle = '#888888';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const [i, name] of PAGES.flat().entries()) {
    const image = await loadImage(readFileSync(new URL(`${name}.png`, folder)));
    context.drawImage(image, GAP + (i % columns) * w, GAP + Math.floor(i / columns) * h);
    const [x, y] = [GAP + i * small_width, GAP + rows * h];
    context.drawImage(image, x, y, SCREEN_WIDTH * SMALL, SCREEN_HEIGHT * SMALL);
  }
  return canvas.toBuffer('image/png');
}
