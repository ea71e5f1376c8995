// Estimates the painting cost of a picture in microseconds on a desktop, as measured with the canvas that paints it
// (checked by paint-cost.test.ts). Painting competes with all other work of the device, so a script may only use its
// share.

import { ADVANCES } from '../../drawing/text-width.ts';
import { HEIGHT, WIDTH } from '../../drawing/screen-size.ts';
import { PICTURE_COST_US_MAX } from '../../../wire/choices.ts';
import type { DisplayItem } from '../../../hal/screen/screen.ts';

const SCREEN_PX = WIDTH * HEIGHT;
/** Longest possible line on the screen. */
const LINE_PX_MAX = Math.hypot(WIDTH, HEIGHT);
const GLYPHS_KEPT_MAX = 1000;
const THIN_PX = 1.5;
/** Glyph drawn for characters that the font lacks. */
const BOX = '□';

/** Items that a script can draw. */
export type ScriptItem = Exclude<DisplayItem, { kind: 'qr' }>;

/** Pixels painted per microsecond. */
const AREA = 1500;

export interface PaintMeter {
  /** Adds an item; returns false and adds nothing if the picture would cost too much. */
  add(item: ScriptItem, points?: readonly number[]): boolean;
  /** Returns the cost of the current picture, in approximate microseconds on a desktop. */
  picture(): number;
  /** Returns the cost of the most expensive picture so far. */
  dearest(): number;
  /** Starts the next picture. */
  restart(): void;
}

/** Creates a paint meter. A glyph costs most when first drawn at a size; after that the canvas caches it. */
export function createPaintMeter(): PaintMeter {
  let [cost, dearest] = [0, 0];
  const glyphs = new Set<string>();
  const newGlyphs = ({ text, size }: DisplayItem & { kind: 'text' }): number => {
    const before = glyphs.size;
    for (const char of text) glyphs.add(`${size} ${ADVANCES.has(char) ? char : BOX}`);
    const added = glyphs.size - before;
    if (glyphs.size > GLYPHS_KEPT_MAX) glyphs.clear();
    return added;
  };
  return {
    add(item, points = []) {
      const more = item.kind === 'text' ? textCost(item, newGlyphs(item)) : shapeCost(item, points);
      if (cost + more > PICTURE_COST_US_MAX) return false;
      cost += more;
      dearest = Math.max(dearest, cost);
      return true;
    },
    picture: () => Math.round(cost),
    dearest: () => Math.round(dearest),
    restart: () => void (cost = 0),
  };
}

const textCost = ({ text, size }: DisplayItem & { kind: 'text' }, new_glyphs: number): number =>
  10 + text.length * (0.4 + (size * size) / (4 * AREA)) + new_glyphs * (30 + 0.8 * size);

function shapeCost(item: Exclude<ScriptItem, { kind: 'text' }>, points: readonly number[]): number {
  if (item.kind === 'clip') return 10;
  if (item.kind === 'rect') return rectCost(item);
  return pathCost(item, points);
}

function rectCost(item: DisplayItem & { kind: 'rect' }): number {
  const visible = onScreen(item.x, item.w, WIDTH) * onScreen(item.y, item.h, HEIGHT);
  const fill = item.fill === undefined ? 0 : visible / AREA + ((item.radius ?? 0) > 0 ? 8 : 0);
  const edge = 2 * (item.w + item.h) * (item.width ?? 1);
  const stroke = item.stroke === undefined ? 0 : 20 + (1.5 * Math.min(SCREEN_PX, edge)) / AREA;
  return 5 + fill + stroke;
}

const onScreen = (from: number, length: number, most: number): number =>
  Math.max(0, Math.min(most, from + length) - Math.max(0, from));

function pathCost(item: DisplayItem & { kind: 'path' }, points: readonly number[]): number {
  const scale = Math.abs(item.scale ?? 1);
  const many = points.length / 2;
  const length = lengthOf(points, scale);
  const inside = Math.min(SCREEN_PX, (length * length) / 12);
  const fill = item.fill === undefined ? 0 : 0.5 * many + 0.06 * length + inside / AREA;
  const width = (item.width ?? 1) * scale;
  const thin = 0.5 * many + 0.02 * length;
  const wide = 5 * many + 0.16 * length + Math.min(SCREEN_PX, length * width) / AREA;
  const stroke = item.stroke === undefined ? 0 : width <= THIN_PX ? thin : wide;
  return 15 + fill + stroke;
}

/** Returns the length of the path through all points, in screen pixels. */
function lengthOf(points: readonly number[], scale: number): number {
  let length = 0;
  for (let n = 2; n < points.length; n += 2) {
    const [x = 0, y = 0, x0 = 0, y0 = 0] = [points[n], points[n + 1], points[n - 2], points[n - 1]];
    length += Math.min(LINE_PX_MAX, Math.hypot(x - x0, y - y0) * scale);
  }
  return length;
}
