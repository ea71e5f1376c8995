// Page builder: collects the drawing, the page text and the touch regions with their keys.

import type { DisplayItem, Picture } from '../../hal/screen/screen.ts';
import type { Key } from '../../hal/keys/keys.ts';
import { readable } from '../persisted/fields.ts';
import { ICON, iconPath, type IconName, type IconPath } from './icons.ts';
import { COLOR, HEIGHT, MARGIN, SIZE, WIDTH } from './theme.ts';
import { fitted, textWidth, wrapped } from './text-width.ts';

export interface Region {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly key: Key;
  /** Row that the touch selects; null for the page as a whole. */
  readonly row: number | null;
}

export interface PageView extends Picture {
  readonly regions: readonly Region[];
  /** Messages never cover the page from this line downwards. */
  readonly clear_from: number;
  /** Area of the title, which a session message may replace. */
  readonly title: { readonly right: number; readonly ground: string };
  /** Texts that the player reads while standing over the ball. */
  readonly play_texts: readonly PlayText[];
}

/** Text read from 1.7 m away: at least `PLAY_SIZE_MIN` large, with a contrast of at least 7 : 1 to its ground. */
export interface PlayText {
  readonly item: DisplayItem & { readonly kind: 'text' };
  readonly ground: string;
}

export const PLAY_SIZE_MIN = 26;

interface TextStyle {
  readonly size?: number;
  readonly color?: string;
  readonly align?: 'left' | 'center' | 'right';
  /** Maximum width; longer text is cut with an ellipsis. */
  readonly width?: number;
}

export interface Page {
  rect(
    x: number,
    y: number,
    w: number,
    h: number,
    style: { fill?: string; stroke?: string; radius?: number; width?: number },
  ): void;
  text(x: number, y: number, text: string, style?: TextStyle): void;
  /** Draws a QR code of this side, with its margin. */
  qr(x: number, y: number, side: number, text: string): void;
  /** Draws play text on a ground of this colour. */
  playText(
    x: number,
    y: number,
    text: string,
    style: TextStyle & { readonly size: number; readonly ground: string },
  ): void;
  path(
    d: string,
    style: { x?: number; y?: number; scale?: number; fill?: string; stroke?: string; width?: number; pen?: 'sharp' },
  ): void;
  icon(icon: IconName | IconPath, x: number, y: number, size: number, color: string): void;
  dot(x: number, y: number, radius: number, fill: string, stroke?: string): void;
  /** Adds a line to the page text. */
  say(line: string, focused?: boolean): void;
  touch(region: Region): void;
  /** Ends the title at `right`. `ground`: colour behind it. */
  titleArea(right: number, ground: string): void;
  /** Keeps messages above this line. */
  keepClear(from: number): void;
  view(): PageView;
}

export const HEADER_HEIGHT = 42;

export function createPage(): Page {
  const list: DisplayItem[] = [];
  const lines: string[] = [];
  const regions: Region[] = [];
  const play_texts: PlayText[] = [];
  let clear_from = HEIGHT;
  let title: PageView['title'] = { right: 348, ground: COLOR.panel };
  const page: Page = {
    rect: (x, y, w, h, style) => void list.push({ kind: 'rect', x, y, w, h, ...style }),
    text: (x, y, text, style) => void list.push(textItem(x, y, text, style)),
    playText(x, y, text, { ground, ...style }) {
      const item = textItem(x, y, text, style);
      list.push(item);
      play_texts.push({ item, ground });
    },
    qr: (x, y, side, text) => void list.push({ kind: 'qr', x, y, side, text }),
    path: (d, style) => void list.push({ kind: 'path', d, ...style }),
    icon: (icon, x, y, size, color) => page.path(iconPath(icon), { x, y, scale: size / 24, stroke: color, width: 2.2 }),
    dot(x, y, radius, fill, stroke) {
      const edge = stroke === undefined ? {} : { stroke, width: 1.5 };
      const side = hundredths(2 * radius);
      page.rect(hundredths(x - radius), hundredths(y - radius), side, side, { radius: side / 2, fill, ...edge });
    },
    say: (line, focused = false) => void lines.push(focused ? `> ${readable(line)}` : readable(line)),
    touch: (region) => void regions.push(region),
    titleArea: (right, ground) => void (title = { right, ground }),
    keepClear: (from) => void (clear_from = from),
    view: () => ({ list, lines, regions, clear_from, play_texts, title }),
  };
  page.rect(0, 0, WIDTH, HEIGHT, { fill: COLOR.ground });
  return page;
}

/** Rounds a place to hundredths of a pixel: engines differ in the last bit of a sine, and pictures must not. */
const hundredths = (px: number): number => Math.round(px * 100) / 100;

function textItem(
  x: number,
  y: number,
  text: string,
  { size = SIZE.body, color = COLOR.text, align = 'left', width }: TextStyle = {},
): PlayText['item'] {
  const shown = width === undefined ? readable(text) : fitted(readable(text), size, width);
  return { kind: 'text', x, y, size, color, align, text: shown };
}

/** Draws the title bar; `back` adds an arrow to touch. `right`: short text at the right end, `said` with the title. */
export function header(page: Page, title: string, { back = true, right = '', said = true } = {}): void {
  page.rect(0, 0, WIDTH, HEADER_HEIGHT, { fill: COLOR.panel });
  page.rect(0, HEADER_HEIGHT - 1, WIDTH, 1, { fill: COLOR.line });
  if (back) {
    page.icon('back', 8, 10, 22, COLOR.muted);
    page.touch({ x: 0, y: 0, w: 120, h: HEADER_HEIGHT, key: 'back', row: null });
  }
  const left = back ? 36 : MARGIN;
  const right_width = right ? textWidth(right, SIZE.small) + MARGIN : 0;
  page.text(left, 28, title, { size: SIZE.title, width: WIDTH - left - right_width - MARGIN });
  page.text(WIDTH - MARGIN, 27, right, { size: SIZE.small, color: COLOR.muted, align: 'right' });
  page.say(right && said ? `${title} · ${right}` : title);
}

interface Paragraph {
  readonly left?: number;
  readonly color?: string;
  /** Number of lines that fit; a longer text ends with an ellipsis. Default: 3. */
  readonly lines_max?: number;
}

export const LINE_HEIGHT = 23;

/** Draws a text in small lines from baseline `y` to the right margin, and returns the baseline of the next line. */
export function drawParagraph(
  page: Page,
  text: string,
  y: number,
  { left = MARGIN + 4, color = COLOR.muted, lines_max = 3 }: Paragraph = {},
): number {
  const all = wrapped(readable(text), SIZE.small, WIDTH - MARGIN - 4 - left);
  const lines = all.slice(0, lines_max);
  lines.forEach((line, i) => {
    const shown = i === lines_max - 1 && all.length > lines_max ? `${line} …` : line;
    page.text(left, y + i * LINE_HEIGHT, shown, { size: SIZE.small, color, width: WIDTH - MARGIN - 4 - left });
  });
  return y + lines.length * LINE_HEIGHT;
}

/** Draws the key hints at the bottom. `ok`: touching them means OK. */
export function footer(page: Page, hints: string, { ok = false } = {}): void {
  if (ok) page.touch({ x: 0, y: HEIGHT - 32, w: WIDTH, h: 32, key: 'ok', row: null });
  page.say(`Keys: ${hints}`);
  page.text(WIDTH / 2, HEIGHT - 9, hints, {
    size: SIZE.small,
    color: COLOR.muted,
    align: 'center',
    width: WIDTH - 2 * MARGIN,
  });
}

const TOAST_LINES_MAX = 4;

/** Returns the page with a toast over it; '' for none. */
export function toastOver(view: PageView, text: string): PageView {
  if (!text) return view;
  const [x, w] = [MARGIN, WIDTH - 2 * MARGIN];
  const lines = wrapped(readable(text), SIZE.small, w - 2 * MARGIN).slice(0, TOAST_LINES_MAX);
  const h = 16 + LINE_HEIGHT * lines.length;
  const y = Math.min(HEIGHT - 34, view.clear_from - 6) - h;
  const list: DisplayItem[] = [
    ...view.list,
    { kind: 'rect', x, y, w, h, radius: 8, fill: COLOR.accent },
    ...lines.map((line, i): DisplayItem => ({
      kind: 'text',
      x: WIDTH / 2,
      y: y + 25 + LINE_HEIGHT * i,
      text: line,
      size: SIZE.small,
      color: COLOR.ink,
      align: 'center',
    })),
  ];
  return { ...view, list, lines: [...view.lines, `Note: ${text}`] };
}

/** Returns the page with its hints replaced by an error in red; unchanged for ''. */
export const alarmOver = (view: PageView, text: string): PageView =>
  lineOver(view, text, { label: 'Problem', fill: COLOR.alarm, ink: COLOR.text });

/** Replaces the page's hint line with an ongoing problem; '' leaves the page unchanged. */
export const problemOver = (view: PageView, text: string): PageView =>
  lineOver(view, text, { label: 'Trouble', fill: COLOR.accent, ink: COLOR.ink });

interface OverLine {
  readonly label: string;
  readonly fill: string;
  readonly ink: string;
}

function lineOver(view: PageView, text: string, { label, fill, ink }: OverLine): PageView {
  if (!text) return view;
  const words = fitted(readable(text), SIZE.small, WIDTH - 44);
  const [y, h] = [HEIGHT - 28, 28];
  const list: DisplayItem[] = [
    ...view.list,
    { kind: 'rect', x: 0, y, w: WIDTH, h, fill },
    { kind: 'path', d: ICON.warn, x: 8, y: y + 5, scale: 0.7, stroke: ink, width: 2.2 },
    { kind: 'text', x: 34, y: y + 20, text: words, size: SIZE.small, color: ink, align: 'left' },
  ];
  return { ...view, list, lines: [...view.lines, `${label}: ${text}`] };
}

/** Returns the page with its title replaced by the last action in the session; unchanged for ''. */
export function statusOver(view: PageView, text: string): PageView {
  if (!text) return view;
  const { right, ground } = view.title;
  const words = fitted(readable(text), SIZE.small, right - 38 - 28);
  const w = textWidth(words, SIZE.small) + 28;
  const list: DisplayItem[] = [
    ...view.list,
    { kind: 'rect', x: 34, y: 0, w: right - 34, h: HEADER_HEIGHT - 1, fill: ground },
    { kind: 'rect', x: 36, y: 6, w, h: 29, radius: 14, fill: COLOR.raised, stroke: COLOR.accent, width: 1.5 },
    { kind: 'text', x: 50, y: 26, text: words, size: SIZE.small, color: COLOR.text, align: 'left' },
  ];
  return { ...view, list, lines: [...view.lines, `Session: ${text}`] };
}
