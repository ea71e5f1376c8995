// Lists with a focus: one line per row, the focused row marked by background, bar and arrows.

import type { Row } from '../pages/navigation.ts';
import { HEADER_HEIGHT, type Page } from './page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from './theme.ts';
import { textWidth } from './text-width.ts';

/** Height of a row, and size and baseline of its label. */
const SMALL = { height: 40, size: SIZE.body, baseline: 26, icon: 22 } as const;
const LARGE = { height: 48, size: 26, baseline: 31, icon: 26 } as const;
type RowSize = typeof SMALL | typeof LARGE;
const ROW_HEIGHT = SMALL.height;
const TOP = HEADER_HEIGHT + 5;
/** Six rows below the header. */
const BOTTOM = TOP + 6 * ROW_HEIGHT;

/** Returns the top of a list that shows this many rows at the bottom of the page. */
export const topOfRows = (rows: number): number => BOTTOM - rows * ROW_HEIGHT;

/** Returns the top of the longest list that fits below `y`, of at most `rows_max` rows. */
export const topOfRowsBelow = (y: number, rows_max = Number.POSITIVE_INFINITY): number =>
  topOfRows(Math.min(rows_max, Math.floor((BOTTOM - y) / ROW_HEIGHT)));

/** Draws as many rows around the focus as fit below `top`; the page text contains all rows. */
export function listRows(page: Page, rows: readonly Row[], focus: number, top = TOP, size: RowSize = SMALL): void {
  const shown = Math.floor((BOTTOM - top) / size.height);
  const first = Math.max(0, Math.min(focus - 2, rows.length - shown));
  scrollBar(page, top, size.height, first, shown, rows.length);
  rows.forEach((row, i) => {
    page.say(row.value === undefined ? row.label : `${row.label}: ${row.value}`, i === focus);
    const place = i - first;
    if (place >= 0 && place < shown)
      drawRow(page, { row, index: i, y: top + place * size.height, focused: i === focus, size });
  });
}

const [LABEL_WIDTH_MAX, VALUE_WIDTH_MAX] = [220, 250];

/** Shows which part of a longer list is visible. */
function scrollBar(page: Page, top: number, row_height: number, first: number, shown: number, rows: number): void {
  if (rows <= shown) return;
  const height = shown * row_height - 4;
  page.rect(WIDTH - 7, top, 3, height, { fill: COLOR.panel, radius: 1.5 });
  page.rect(WIDTH - 7, top + (height * first) / rows, 3, (height * shown) / rows, { fill: COLOR.muted, radius: 1.5 });
}

/** Draws a list with larger rows, as many as fit below `top`. */
export const largeRows = (page: Page, rows: readonly Row[], focus: number, top: number): void =>
  listRows(page, rows, focus, top, LARGE);

interface DrawnRow {
  readonly row: Row;
  readonly index: number;
  readonly y: number;
  readonly focused: boolean;
  readonly size: RowSize;
}

function drawRow(page: Page, { row, index, y, focused, size }: DrawnRow): void {
  const steps = row.left !== undefined;
  const width = WIDTH - 2 * MARGIN;
  page.rect(MARGIN, y, width, size.height - 4, { fill: focused ? COLOR.focus : COLOR.panel, radius: 7 });
  if (focused) page.rect(MARGIN, y + 6, 4, size.height - 16, { fill: COLOR.accent, radius: 2 });
  const text_y = y + size.baseline;
  const left = MARGIN + 14 + (row.icon ? size.icon + 10 : 0);
  if (row.icon)
    page.icon(
      row.icon,
      MARGIN + 14,
      y + (size.height - 4 - size.icon) / 2,
      size.icon,
      focused ? COLOR.accent : COLOR.muted,
    );
  const right = WIDTH - MARGIN - (steps ? 34 : 14);
  const value = row.value ?? '';
  const value_width = Math.min(VALUE_WIDTH_MAX, textWidth(value, SIZE.small));
  const room = right - left - (value === '' ? 0 : value_width + 16);
  const width_max = value === '' ? room : Math.min(LABEL_WIDTH_MAX, room);
  const [label_color, value_color] = row.disabled
    ? [COLOR.disabled, COLOR.disabled]
    : [COLOR.text, focused ? COLOR.text : COLOR.muted];
  page.text(left, text_y, row.label, { size: size.size, color: label_color, width: width_max });
  page.text(right, text_y, value, {
    size: SIZE.small,
    color: value_color,
    align: 'right',
    width: VALUE_WIDTH_MAX,
  });
  if (steps) {
    page.icon('next', WIDTH - MARGIN - 28, y + 9, 18, focused ? COLOR.accent : COLOR.line);
    page.icon('back', right - value_width - 24, y + 9, 18, focused ? COLOR.accent : COLOR.line);
  }
  const half = width / 2;
  page.touch({ x: MARGIN, y, w: half, h: size.height, key: steps ? 'left' : 'ok', row: index });
  page.touch({ x: MARGIN + half, y, w: half, h: size.height, key: steps ? 'right' : 'ok', row: index });
}
