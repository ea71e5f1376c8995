// Draws a chart as SVG. page.css styles its classes.

import type { Arrow, Box, ChartDrawing } from './layout.ts';
import { indentOf, LINE_H, PAD, SIGN_W, signAt, type MarkedLine } from './marks.ts';

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns the SVG. `name`: accessible name of the picture. */
export function svgOf({ w, h, boxes, arrows }: ChartDrawing, name: string): string {
  const services = [...boxes.map(boxOf), ...arrows.map(arrowOf), ...arrows.map(labelOf)];
  return `<svg width="${Math.ceil(w)}" height="${Math.ceil(h)}" viewBox="0 0 ${Math.ceil(w)} ${Math.ceil(h)}" role="img" aria-label="${escaped(name)}">${services.join('\n')}</svg>`;
}

const at = (value: number): string => String(Math.round(value * 10) / 10);
const rect = (x: number, y: number, w: number, h: number, more: string): string =>
  `<rect x="${at(x)}" y="${at(y)}" width="${at(w)}" height="${at(h)}" ${more}/>`;

function boxOf({ x, y, w, h, kind, mark, title, lines }: Box): string {
  if (kind === 'start') return `<circle class="start" cx="${at(x + w / 2)}" cy="${at(y + h / 2)}" r="${at(w / 2)}"/>`;
  const marked = kind !== 'any';
  const rule = y + PAD + LINE_H + 2;
  return [
    rect(x, y, w, h, `rx="6" class="state ${mark} ${kind}"`),
    kind === 'final' ? rect(x + 3, y + 3, w - 6, h - 6, `rx="4" class="state ${mark} inside"`) : '',
    marked ? signAt(mark, x + PAD, y + PAD + 2) : '',
    `<text class="title" x="${at(x + PAD + (marked ? SIGN_W : 0))}" y="${at(y + PAD + LINE_H - 4)}">${escaped(title)}</text>`,
    lines.length > 0 ? `<path class="rule" d="M${at(x)} ${at(rule)}h${at(w)}"/>` : '',
    linesAt(lines, x + PAD, rule + 2),
  ].join('');
}

const linesAt = (lines: readonly MarkedLine[], x: number, y: number): string =>
  lines
    .map((line, n) => {
      const sign = line.further ? '' : signAt(line.mark, x, y + n * LINE_H + 2);
      return `${sign}<text class="${line.mark}" x="${at(x + indentOf(line))}" y="${at(y + (n + 1) * LINE_H - 4)}">${escaped(line.text)}</text>`;
    })
    .join('');

const [TIP_L, TIP_W] = [8, 3.5];

function arrowOf({ points, mark }: Arrow): string {
  const [[x, y] = [0, 0], [from_x, from_y] = [0, 0]] = points.toReversed();
  const length = Math.hypot(x - from_x, y - from_y) || 1;
  const [dx, dy] = [(x - from_x) / length, (y - from_y) / length];
  const [back_x, back_y] = [x - TIP_L * dx, y - TIP_L * dy];
  const tip = [
    [x, y],
    [back_x - TIP_W * dy, back_y + TIP_W * dx],
    [back_x + TIP_W * dy, back_y - TIP_W * dx],
  ].map(([a = 0, b = 0]) => `${at(a)},${at(b)}`);
  const line = points.map(([a, b]) => `${at(a)},${at(b)}`).join(' ');
  return `<polyline class="arrow ${mark}" points="${line}"/><polygon class="tip ${mark}" points="${tip.join(' ')}"/>`;
}

function labelOf({ label, lines }: Arrow): string {
  if (!label) return '';
  return rect(label.x, label.y, label.w, label.h, 'rx="2" class="label"') + linesAt(lines, label.x + 3, label.y);
}
