// Display lists to pixels, with @napi-rs/canvas.

import { Path2D, createCanvas, type Canvas, type SKRSContext2D } from '@napi-rs/canvas';
import { FONT_FAMILY, drawable, useFont } from './font.ts';
import type { DisplayItem, DisplayList } from './screen.ts';

/** C42: a corner of a stroke is pointed up to this many times its width. */
const PATH_MITER_LIMIT = 4;

export interface Raster {
  draw(list: DisplayList): void;
  /** The pixels of the last draw, RGBA; to be read at most once a turn of the event loop, buffers are freed only then. */
  pixels(): Uint8Array;
  png(): Promise<Uint8Array>;
}

/** The same bytes: what the library answers is a snapshot already, and a frame has 600 kB. */
const viewOf = ({ buffer, byteOffset, byteLength }: Buffer): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const PATHS_KEPT_MAX = 1000;
const PATH_CHARS_KEPT_MAX = 1_000_000;

/** Where the list is drawn on the pixels: moved by x and y, and `scale` times as large. */
export interface RasterView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

export function createRaster(width: number, height: number, view: RasterView = { x: 0, y: 0, scale: 1 }): Raster {
  useFont();
  const canvas: Canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fontKerning = 'none'; // so that the advance table is exact
  const paths = new Map<string, Path2D>();
  let chars_kept = 0;
  const pathOf = (d: string): Path2D => {
    const known = paths.get(d);
    if (known) return known;
    if (paths.size >= PATHS_KEPT_MAX || chars_kept + d.length > PATH_CHARS_KEPT_MAX) {
      paths.clear();
      chars_kept = 0;
    }
    const path = new Path2D(d);
    paths.set(d, path);
    chars_kept += d.length;
    return path;
  };
  return {
    draw(list) {
      context.fillStyle = '#000000';
      context.fillRect(0, 0, width, height);
      context.save();
      context.translate(view.x, view.y);
      context.scale(view.scale, view.scale);
      context.save();
      for (const item of list) drawItem(context, item, pathOf);
      context.restore();
      context.restore();
    },
    pixels: () => viewOf(canvas.data()),
    png: async () => viewOf(await canvas.encode('png')),
  };
}

function drawItem(context: SKRSContext2D, item: DisplayItem, pathOf: (d: string) => Path2D): void {
  if (item.kind === 'text') return drawText(context, item);
  if (item.kind === 'rect') return drawRect(context, item);
  if (item.kind === 'clip') return clipTo(context, item.area);
  drawPath(context, item, pathOf);
}

/** The saved state below is that without an area. */
function clipTo(context: SKRSContext2D, area: (DisplayItem & { kind: 'clip' })['area']): void {
  context.restore();
  context.save();
  if (!area) return;
  context.beginPath();
  context.rect(area.x, area.y, area.w, area.h);
  context.clip();
}

function drawPath(context: SKRSContext2D, item: DisplayItem & { kind: 'path' }, pathOf: (d: string) => Path2D): void {
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

function drawText(context: SKRSContext2D, item: DisplayItem & { kind: 'text' }): void {
  context.font = `${item.size}px ${FONT_FAMILY}`;
  context.textAlign = item.align ?? 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = item.color;
  context.fillText(drawable(item.text), item.x, item.y);
}

function drawRect(context: SKRSContext2D, item: DisplayItem & { kind: 'rect' }): void {
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
