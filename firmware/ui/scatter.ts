// Scatter plot of putts by two measures: shows their spread and correlation. Each player has a colour and a marker
// shape; a cross shows the mean and one standard deviation either way.

import { playerOf, type Persisted } from '../persisted/persisted.ts';
import type { SeatResult, PlottedPutt } from '../experiences/set-rules.ts';
import { deviation, mean } from '../experiences/putt.ts';
import type { Axis } from '../experiences/scatters.ts';
import type { Units } from '../units.ts';
import type { Page } from './page.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from './theme.ts';

/** Marks of the seats, centred on the origin: dot, square, triangle, diamond. */
const MARKS = [
  'M0 -3.4 A3.4 3.4 0 1 0 0.1 -3.4 Z',
  'M-3 -3 L3 -3 L3 3 L-3 3 Z',
  'M0 -4 L4 3.2 L-4 3.2 Z',
  'M0 -4.4 L4.4 0 L0 4.4 L-4.4 0 Z',
] as const;

const LEFT = MARGIN + 112;
const RIGHT = WIDTH - MARGIN - 106;

export function drawScatter(
  page: Page,
  persisted: Persisted,
  results: readonly SeatResult[],
  [x, y]: readonly [Axis, Axis],
  { top, height }: { readonly top: number; readonly height: number },
): void {
  const { units } = persisted.settings;
  const all = results.flatMap(({ putts = [] }) => putts);
  page.rect(MARGIN, top, WIDTH - 2 * MARGIN, height, { fill: COLOR.panel, radius: 8 });
  const title = `${y.label} against ${x.label.toLowerCase()}`;
  page.text(MARGIN + 10, top + 23, title, { size: SIZE.small, color: COLOR.muted });
  const across = scaleOf(
    all.map((putt) => x.value(putt)),
    x.least,
    LEFT,
    RIGHT,
  );
  const up = scaleOf(
    all.map((putt) => y.value(putt)),
    y.least,
    top + height - 36,
    top + 44,
  );
  page.path(`M${LEFT} ${top + 44} L${LEFT} ${top + height - 30} L${RIGHT} ${top + height - 30}`, {
    stroke: COLOR.line,
    width: 1.5,
  });
  const small = { size: SIZE.small, color: COLOR.muted } as const;
  page.text(LEFT, top + height - 9, x.text(across.low, units), small);
  page.text(RIGHT, top + height - 9, x.text(across.high, units), { ...small, align: 'right' });
  page.text(LEFT - 6, top + height - 32, y.text(up.low, units), { ...small, align: 'right' });
  page.text(LEFT - 6, top + 52, y.text(up.high, units), { ...small, align: 'right' });
  results.forEach(({ player_id, putts = [] }, place) => {
    const seat = Math.max(
      0,
      persisted.players.findIndex(({ id }) => id === player_id),
    );
    const name = playerOf(persisted, player_id)?.name ?? '';
    drawSeat(page, { putts, seat, x, y, across, up });
    const key_y = top + 50 + 24 * place;
    page.path(MARKS[seat % MARKS.length] ?? MARKS[0], { x: RIGHT + 12, y: key_y - 6, fill: seatColor(seat) });
    page.text(RIGHT + 22, key_y, name, { size: SIZE.small, color: seatColor(seat), width: 82 });
    page.say(`${title}, ${name}: ${spreadText(putts, y, units)}, ${spreadText(putts, x, units)}`);
  });
}

const spreadText = (putts: readonly PlottedPutt[], axis: Axis, units: Units): string => {
  const values = putts.map((putt) => axis.value(putt));
  const spread = axis.text(deviation(values), units).replace('+', '');
  return `${axis.label.toLowerCase()} ${axis.text(mean(values), units)} ± ${spread}`;
};

interface Scale {
  readonly low: number;
  readonly high: number;
  at(value: number): number;
}

function scaleOf(values: readonly number[], least: number, from: number, to: number): Scale {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const middle = (min + max) / 2;
  const half = Math.max(least, (max - min) * 1.1) / 2;
  const [low, high] = [middle - half, middle + half];
  return { low, high, at: (value) => from + ((value - low) / (high - low)) * (to - from) };
}

interface SeatPoints {
  readonly putts: readonly PlottedPutt[];
  readonly seat: number;
  readonly x: Axis;
  readonly y: Axis;
  readonly across: Scale;
  readonly up: Scale;
}

function drawSeat(page: Page, { putts, seat, x, y, across, up }: SeatPoints): void {
  const color = seatColor(seat);
  const mark = MARKS[seat % MARKS.length] ?? MARKS[0];
  for (const putt of putts) page.path(mark, { x: across.at(x.value(putt)), y: up.at(y.value(putt)), fill: color });
  const [xs, ys] = [putts.map((putt) => x.value(putt)), putts.map((putt) => y.value(putt))];
  const [mx, my, dx, dy] = [mean(xs), mean(ys), deviation(xs), deviation(ys)];
  const line = (x1: number, y1: number, x2: number, y2: number): string =>
    `M${across.at(x1).toFixed(1)} ${up.at(y1).toFixed(1)} L${across.at(x2).toFixed(1)} ${up.at(y2).toFixed(1)}`;
  page.path(`${line(mx - dx, my, mx + dx, my)} ${line(mx, my - dy, mx, my + dy)}`, { stroke: color, width: 1.5 });
}
