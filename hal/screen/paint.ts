// Paints display lists on a 2d context, of @napi-rs/canvas or of a browser, so that the device, its picture files and a
// web page look the same.

import { qrItems } from './qr-items.ts';
import type { DisplayItem, DisplayList } from './screen.ts';

export const FONT_FAMILY = 'tapin';

/** C42: corners of a stroke are mitered up to this multiple of its width. */
const PATH_MITER_LIMIT = 4;

const PATHS_KEPT_MAX = 1000;
const PATH_CHARS_KEPT_MAX = 1_000_000;

/**
 * Common interface of both contexts. Styles are only set to text, but a browser's property type also includes
 * gradients.
 */
interface PaintContext<Path> {
  fillStyle: string | object;
  strokeStyle: string | object;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  miterLimit: number;
  font: string;
  fontKerning: string;
  textAlign: string;
  textBaseline: string;
  save(): void;
  restore(): void;
  translate(x: number, y: number): void;
  rotate(angle: number): void;
  scale(x: number, y: number): void;
  beginPath(): void;
  rect(x: number, y: number, w: number, h: number): void;
  roundRect(x: number, y: number, w: number, h: number, radius: number): void;
  fillRect(x: number, y: number, w: number, h: number): void;
  clip(): void;
  fill(path?: Path): void;
  stroke(path?: Path): void;
  fillText(text: string, x: number, y: number): void;
}

/** Tools that the context does not provide. */
interface PaintTools<Path> {
  pathOf(d: string): Path;
  /** Replaces each character that the bundled font lacks. */
  drawable(text: string): string;
}

/** Position of the list on the canvas, in pixels, and its scale. */
export interface PaintView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** Caches paths by their data; clears the cache when it is full. */
export function keepPaths<Path>(make: (d: string) => Path): (d: string) => Path {
  const paths = new Map<string, Path>();
  let chars_kept = 0;
  return (d) => {
    const known = paths.get(d);
    if (known !== undefined) return known;
    if (paths.size >= PATHS_KEPT_MAX || chars_kept + d.length > PATH_CHARS_KEPT_MAX) {
      paths.clear();
      chars_kept = 0;
    }
    const path = make(d);
    paths.set(d, path);
    chars_kept += d.length;
    return path;
  };
}

/** Paints a list over a whole canvas of this size in pixels, on black. */
export function paint<Path>(
  context: PaintContext<Path>,
  size: { readonly width: number; readonly height: number },
  view: PaintView,
  list: DisplayList,
  tools: PaintTools<Path>,
): void {
  context.fontKerning = 'none'; // keeps the advance table exact
  context.fillStyle = '#000000';
  context.fillRect(0, 0, size.width, size.height);
  context.save();
  context.translate(view.x, view.y);
  context.scale(view.scale, view.scale);
  context.save();
  for (const item of list) drawItem(context, item, tools);
  context.restore();
  context.restore();
}

function drawItem<Path>(context: PaintContext<Path>, item: DisplayItem, tools: PaintTools<Path>): void {
  if (item.kind === 'text') return drawText(context, item, tools);
  if (item.kind === 'rect') return drawRect(context, item);
  if (item.kind === 'clip') return clipTo(context, item.area);
  if (item.kind === 'qr') return qrItems(item).forEach((each) => drawItem(context, each, tools));
  drawPath(context, item, tools);
}

/** Sets the clip area by restoring the saved state, which has none. */
function clipTo<Path>(context: PaintContext<Path>, area: (DisplayItem & { kind: 'clip' })['area']): void {
  context.restore();
  context.save();
  if (!area) return;
  context.beginPath();
  context.rect(area.x, area.y, area.w, area.h);
  context.clip();
}

function drawPath<Path>(
  context: PaintContext<Path>,
  item: DisplayItem & { kind: 'path' },
  { pathOf }: PaintTools<Path>,
): void {
  const { x = 0, y = 0, angle_deg = 0, scale = 1 } = item;
  const moved = x !== 0 || y !== 0 || angle_deg !== 0 || scale !== 1;
  if (moved) {
    context.save();
    context.translate(x, y);
    context.rotate((angle_deg * Math.PI) / 180);
    context.scale(scale, scale);
  }
  const path = pathOf(item.d);
  if (item.fill !== undefined) {
    context.fillStyle = item.fill;
    context.fill(path);
  }
  if (item.stroke !== undefined) {
    context.strokeStyle = item.stroke;
    context.lineWidth = item.width ?? 1;
    context.lineCap = item.pen === 'sharp' ? 'butt' : 'round';
    context.lineJoin = item.pen === 'sharp' ? 'miter' : 'round';
    context.miterLimit = PATH_MITER_LIMIT;
    context.stroke(path);
  }
  if (moved) context.restore();
}

function drawText<Path>(
  context: PaintContext<Path>,
  item: DisplayItem & { kind: 'text' },
  { drawable }: PaintTools<Path>,
): void {
  context.font = `${item.size}px ${FONT_FAMILY}`;
  context.textAlign = item.align ?? 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = item.color;
  context.fillText(drawable(item.text), item.x, item.y);
}

function drawRect<Path>(context: PaintContext<Path>, item: DisplayItem & { kind: 'rect' }): void {
  context.beginPath();
  context.roundRect(item.x, item.y, item.w, item.h, item.radius ?? 0);
  if (item.fill !== undefined) {
    context.fillStyle = item.fill;
    context.fill();
  }
  if (item.stroke !== undefined) {
    context.strokeStyle = item.stroke;
    context.lineWidth = item.width ?? 1;
    context.stroke();
  }
}
