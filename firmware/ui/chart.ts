// Trend chart: one line per player over the sets, oldest left, with a scale at the left and the player's name at the
// end of the line.

import type { Persisted } from '../persisted/persisted.ts';
import { trendOf } from '../persisted/trends.ts';
import { setOf, type SetId } from '../experiences/registry.ts';
import { bestOf, valueText } from '../experiences/insight.ts';
import { deviation, mean } from '../experiences/putt.ts';
import { HEADER_HEIGHT, type Page } from './page.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from './theme.ts';
import { assertDefined } from '../../wire/errors.ts';

const POINTS_SHOWN_MAX = 30;
const LEFT = MARGIN + 62;
const RIGHT = WIDTH - MARGIN - 106;

interface Trend {
  readonly label: string;
  readonly unit: string;
  /** Decimal places of a value. */
  readonly digits: number;
  readonly better: 'high' | 'low';
  /** Returns all values of a player, oldest first. */
  valuesOf(player_id: number): readonly number[];
  /** Hint shown while there are no values. */
  readonly empty: string;
}

interface Place {
  readonly top: number;
  readonly height: number;
}

/** Area of a chart on its own page. */
export const CHART_PLACE: Place = { top: HEADER_HEIGHT + 10, height: 236 };

/** Maps touches on the left and right half of a picture to the previous and next one. */
export function touchHalves(page: Page, { top, height }: Place): void {
  const half = WIDTH / 2;
  page.touch({ x: 0, y: top, w: half, h: height, key: 'left', row: null });
  page.touch({ x: half, y: top, w: half, h: height, key: 'right', row: null });
}

/** Draws the results of the sets of an experience. */
export const drawTrend = (page: Page, persisted: Persisted, id: SetId, place: Place): void =>
  drawValues(page, persisted.players, place, {
    ...setOf(id).trend,
    valuesOf: (player_id) => trendOf(persisted.trends, id, player_id).map(({ value }) => value),
    empty: 'No data yet: finish a set.',
  });

/** Adds the results of the sets of an experience to the page text. */
export function sayTrend(page: Page, persisted: Persisted, id: SetId): void {
  const lines = persisted.players.map((player) => ({
    name: player.name,
    values: trendOf(persisted.trends, id, player.id)
      .map(({ value }) => value)
      .slice(-POINTS_SHOWN_MAX),
  }));
  sayValues(
    page,
    lines.filter(({ values }) => values.length > 0),
    setOf(id).trend,
  );
}

type Named = { readonly name: string; readonly values: readonly number[] };

function sayValues(page: Page, lines: readonly Named[], trend: Pick<Trend, 'unit' | 'digits' | 'better'>): void {
  const text = (value: number): string => valueText(value, trend);
  for (const { name, values } of lines) page.say(`Trend of ${name}: ${values.map((value) => text(value)).join(', ')}`);
  for (const { name, values } of lines) page.say(`Best of ${name}: ${text(bestOf(values, trend))}`);
}

/** Draws the newest values of each player. */
export function drawValues(page: Page, players: Persisted['players'], { top, height }: Place, trend: Trend): void {
  const { label, unit, digits, better, valuesOf, empty } = trend;
  const lines = players.map(({ id, name }, seat) => ({
    name,
    color: seatColor(seat),
    values: valuesOf(id).slice(-POINTS_SHOWN_MAX),
  }));
  page.rect(MARGIN, top, WIDTH - 2 * MARGIN, height, { fill: COLOR.panel, radius: 8 });
  const title = `${label}${unit && ` (${unit})`} · ${better === 'low' ? 'lower' : 'higher'} is better`;
  page.text(MARGIN + 10, top + 23, title, { size: SIZE.small, color: COLOR.muted, width: WIDTH - 2 * MARGIN - 20 });
  const all = lines.flatMap((line) => line.values);
  if (all.length === 0) {
    page.text(WIDTH / 2, top + height / 2 + 10, empty, {
      size: SIZE.small,
      color: COLOR.muted,
      align: 'center',
    });
    page.say('Trend: no data yet');
    return;
  }
  const scale = scaleOf(all, top + 46, top + height - 16);
  for (const value of [scale.high, scale.low]) {
    page.rect(LEFT, scale.y(value), RIGHT - LEFT, 1, { fill: COLOR.line });
    page.text(LEFT - 6, scale.y(value) + 6, scaleText(value, digits), {
      size: SIZE.small,
      color: COLOR.muted,
      align: 'right',
    });
  }
  const drawn = lines.filter(({ values }) => values.length > 0);
  const [first, ...others] = drawn;
  if (first && others.length === 0) drawBand(page, first.values, scale);
  const ends = drawn.map(({ values }) => scale.y(assertDefined(values.at(-1), 'value')) + 6);
  const label_ys = keptApart(ends, top + height - 6);
  drawn.forEach((line, i) => drawLine(page, line, scale, assertDefined(label_ys[i], 'label')));
  for (const line of drawn)
    markBest(
      page,
      line.values,
      bestOf(line.values, trend),
      scale,
      line.color,
      others.length === 0 && line.values.length > 1,
    );
  sayValues(page, drawn, trend);
}

/** Fewest results whose spread says something. */
const BAND_VALUES_MIN = 5;

/** Draws the band of the results within one standard deviation of their mean, behind the line of a single player. */
function drawBand(page: Page, values: readonly number[], scale: Scale): void {
  if (values.length < BAND_VALUES_MIN) return;
  const [middle, spread] = [mean(values), deviation(values)];
  const [top, bottom] = [Math.min(scale.high, middle + spread), Math.max(scale.low, middle - spread)].map(scale.y);
  if (top === undefined || bottom === undefined) return;
  page.path(`M${LEFT} ${top} L${RIGHT} ${top} L${RIGHT} ${bottom} L${LEFT} ${bottom} Z`, { fill: COLOR.raised });
  page.say(`Usual range: ${(middle - spread).toFixed(1)} to ${(middle + spread).toFixed(1)}`);
}

/** Circles the best result; the first of several equal ones. */
function markBest(
  page: Page,
  values: readonly number[],
  best: number,
  scale: Scale,
  color: string,
  named: boolean,
): void {
  const at = values.indexOf(best);
  page.dot(xOf(at, values.length), scale.y(best), 8, 'transparent', color);
  if (!named) return;
  const is_last = at === values.length - 1;
  const above = scale.y(best) > scale.y(scale.high) + 24;
  const y = scale.y(best) + (above ? -14 : 28);
  page.text(xOf(at, values.length), y, 'best', {
    size: SIZE.small,
    color,
    align: is_last ? 'right' : at === 0 ? 'left' : 'center',
  });
}

/** Returns the place of the value `i` of `count`. */
const xOf = (i: number, count: number): number => (count === 1 ? RIGHT : LEFT + ((RIGHT - LEFT) * i) / (count - 1));

/** Values of extensions reach 1e9, but only six characters fit next to the chart. */
function scaleText(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return text.length > 6 ? value.toExponential(0) : text;
}

interface Scale {
  readonly low: number;
  readonly high: number;
  y(value: number): number;
}

function scaleOf(values: readonly number[], top: number, bottom: number): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(...values, low + 1);
  return { low, high, y: (value) => bottom - ((value - low) / (high - low)) * (bottom - top) };
}

const LABEL_HEIGHT = 20;

/** Moves baselines from the wanted positions so that they do not overlap and end above `bottom`. */
function keptApart(wanted: readonly number[], bottom: number): readonly number[] {
  const labels = wanted.map((y) => ({ y }));
  const order = labels.toSorted((a, b) => a.y - b.y);
  let above = Number.NEGATIVE_INFINITY;
  for (const label of order) above = label.y = Math.max(label.y, above + LABEL_HEIGHT);
  let below = bottom + LABEL_HEIGHT;
  for (const label of order.toReversed()) below = label.y = Math.min(label.y, below - LABEL_HEIGHT);
  return labels.map(({ y }) => y);
}

function drawLine(
  page: Page,
  line: { name: string; color: string; values: readonly number[] },
  scale: Scale,
  label_y: number,
): void {
  const { values, color } = line;
  const x = (i: number): number => xOf(i, values.length);
  const d = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${scale.y(value).toFixed(1)}`).join(' ');
  page.path(d, { stroke: color, width: 2.5 });
  values.forEach((value, i) => page.dot(x(i), scale.y(value), 3.2, color));
  page.text(RIGHT + 10, label_y, line.name, { size: SIZE.small, color, width: 94 });
}
