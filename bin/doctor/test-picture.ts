// Test picture for a display: named colour bars, an arrow that points up, and the edges. Pure.

import { SCREEN_HEIGHT, SCREEN_WIDTH, type DisplayItem, type Picture } from '../../hal/screen/screen.ts';

/** Colour bars in the order of television: each is darker than the one to its left. */
export const BARS = [
  ['white', '#ffffff', '#000000'],
  ['yellow', '#ffff00', '#000000'],
  ['cyan', '#00ffff', '#000000'],
  ['green', '#00ff00', '#000000'],
  ['magenta', '#ff00ff', '#000000'],
  ['red', '#ff0000', '#ffffff'],
  ['blue', '#0000ff', '#ffffff'],
  ['black', '#000000', '#ffffff'],
] as const;

const BAR_WIDTH = SCREEN_WIDTH / BARS.length;
const BAR_HEIGHT = 190;
const GROUND = '#000000';
const INK = '#ffffff';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Returns the test picture.
 * @param touched Touched points, in pixels of the screen; each gets a cross.
 */
export function testPicture(touched: readonly Point[] = []): Picture {
  const [middle, bottom] = [SCREEN_WIDTH / 2, SCREEN_HEIGHT];
  const bars = BARS.flatMap(([name, fill, ink], i): DisplayItem[] => [
    { kind: 'rect', x: i * BAR_WIDTH, y: 0, w: BAR_WIDTH, h: BAR_HEIGHT, fill },
    { kind: 'text', x: (i + 0.5) * BAR_WIDTH, y: BAR_HEIGHT - 14, text: name, size: 13, color: ink, align: 'center' },
  ]);
  const list: readonly DisplayItem[] = [
    { kind: 'rect', x: 0, y: 0, w: SCREEN_WIDTH, h: bottom, fill: GROUND },
    ...bars,
    { kind: 'path', d: 'M0 -48 L40 -4 H16 V40 H-16 V-4 H-40 Z', x: middle, y: 256, fill: INK },
    { kind: 'text', x: middle - 70, y: 266, text: 'tapin', size: 34, color: INK, align: 'right' },
    { kind: 'text', x: middle + 70, y: 266, text: 'UP', size: 34, color: INK, align: 'left' },
    { kind: 'rect', x: 0.5, y: 0.5, w: SCREEN_WIDTH - 1, h: bottom - 1, stroke: INK, width: 1 },
    ...touched.map(({ x, y }): DisplayItem => ({
      kind: 'path',
      d: 'M-12 0 H12 M0 -12 V12',
      x,
      y,
      stroke: '#ff8000',
      width: 3,
    })),
  ];
  return { list, lines: ['tapin', 'UP', ...BARS.map(([name]) => name)] };
}
