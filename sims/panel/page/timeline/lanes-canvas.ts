// Draws the lanes of one device on a canvas: there are thousands of items, too many for one element each.

import { LANE_NAMES, type LaneItem, type Lanes } from './timeline-lanes.ts';
import { axisTicks, type Span } from './timeline-window.ts';

/** Lane heights of the selected device and of the other devices, whose lanes have no labels. */
export const LANE_PX = 16;
export const LOW_LANE_PX = 5;
export const AXIS_PX = 16;

export interface LanesPicture {
  readonly lanes: Lanes;
  readonly span: Span;
  /** Current time, up to which unfinished items extend. */
  readonly now_ms: number;
  /** Time shown; null for the present. */
  readonly moment_ms: number | null;
  readonly marks_ms: readonly number[];
  readonly with_axis: boolean;
  readonly lane_px: number;
}

const AXIS_TICK_EVERY_PX = 110;
const LABEL_FROM_PX = 36;
const PAD_PX = 4;

export function drawLanes(canvas: HTMLCanvasElement, picture: LanesPicture): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  const scale = globalThis.devicePixelRatio;
  if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
  if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, width, height);
  const sheet: Sheet = { context, width, height, colors: colorsOf(canvas), ...picture };
  drawAxis(sheet, picture.with_axis);
  const top = picture.with_axis ? AXIS_PX : 0;
  for (const [row, name] of LANE_NAMES.entries()) drawLane(sheet, picture.lanes[name], top + row * sheet.lane_px);
  for (const at_ms of picture.marks_ms) drawLine(sheet, at_ms, sheet.colors.mark, 1);
  if (picture.moment_ms !== null) drawLine(sheet, picture.moment_ms, sheet.colors.moment, 2);
}

interface Colors {
  readonly ink: string;
  readonly quiet: string;
  readonly line: string;
  readonly bar: string;
  readonly edge: string;
  readonly mark: string;
  readonly moment: string;
  readonly font: string;
}

interface Sheet extends Pick<LanesPicture, 'span' | 'now_ms' | 'lane_px'> {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colors: Colors;
}

function colorsOf(element: HTMLElement): Colors {
  const style = getComputedStyle(element);
  const color = (name: string): string => style.getPropertyValue(name);
  return {
    ink: color('--ink'),
    quiet: color('--quiet'),
    line: color('--line'),
    bar: color('--accent-soft'),
    edge: color('--accent'),
    mark: color('--warn'),
    moment: color('--error'),
    font: `11px ${color('--mono')}`,
  };
}

const placeOf = ({ span: { from_ms, to_ms }, width }: Sheet, at_ms: number): number =>
  ((at_ms - from_ms) / (to_ms - from_ms)) * width;

function drawAxis(sheet: Sheet, with_text: boolean): void {
  const { context, colors, width, height, span } = sheet;
  const decimals = span.to_ms - span.from_ms < 5000 ? 2 : 0;
  Object.assign(context, { fillStyle: colors.quiet, font: colors.font, textBaseline: 'top' });
  for (const at_ms of axisTicks(span, Math.max(1, width / AXIS_TICK_EVERY_PX))) {
    drawLine(sheet, at_ms, colors.line, 1);
    const text = `${(at_ms / 1000).toFixed(decimals)} s`;
    const x = placeOf(sheet, at_ms) + PAD_PX;
    // Skips labels that would be cut off at the end.
    if (with_text && at_ms >= 0 && x + context.measureText(text).width <= width) {
      context.fillStyle = colors.quiet;
      context.fillText(text, x, 1);
    }
  }
  context.fillStyle = colors.line;
  context.fillRect(0, height - 1, width, 1);
}

function drawLine(sheet: Sheet, at_ms: number, color: string, line_px: number): void {
  sheet.context.fillStyle = color;
  sheet.context.fillRect(Math.round(placeOf(sheet, at_ms)) - line_px / 2, 0, line_px, sheet.height);
}

function drawLane(sheet: Sheet, items: readonly LaneItem[], top: number): void {
  const { context, colors, width, now_ms, lane_px } = sheet;
  const inset = lane_px / 6;
  Object.assign(context, { font: colors.font, textBaseline: 'middle' });
  let drawn_to = -1;
  for (const item of items) {
    const [from, to] = [placeOf(sheet, item.from_ms), placeOf(sheet, item.to_ms ?? now_ms)];
    if (to < 0 || from > width) continue;
    if (item.to_ms === item.from_ms) {
      // Draws several items at the same pixel once.
      if (Math.round(from) === drawn_to) continue;
      drawn_to = Math.round(from);
      context.fillStyle = colors.ink;
      context.fillRect(drawn_to - 1, top + inset, 2, lane_px - 2 * inset);
    } else drawBar(sheet, item.label, { from: Math.max(from, -1), to: Math.min(to, width + 1), top });
  }
}

function drawBar(
  { context, colors, lane_px }: Sheet,
  label: string,
  { from, to, top }: { readonly from: number; readonly to: number; readonly top: number },
): void {
  const inset = lane_px / 9;
  const [width, height] = [Math.max(to - from, 1), lane_px - 2 * inset];
  context.fillStyle = colors.bar;
  context.fillRect(from, top + inset, width, height);
  context.fillStyle = colors.edge;
  context.fillRect(from, top + inset, 1, height);
  if (width < LABEL_FROM_PX || lane_px < LANE_PX) return;
  context.save();
  context.beginPath();
  context.rect(from, top, width - PAD_PX, lane_px);
  context.clip();
  context.fillStyle = colors.ink;
  context.fillText(label, from + PAD_PX, top + lane_px / 2 + 0.5);
  context.restore();
}
