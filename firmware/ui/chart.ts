// Trend chart: one line per player over the sets, oldest left, with a scale at the left and the player's name at the
// end of the line.

import type { Persisted } from '../persisted/persisted.ts';
import { trendOf } from '../persisted/trends.ts';
import { setOf, type SetId } from '../experiences/registry.ts';
import { HEADER_HEIGHT, type Page } from './page.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from './theme.ts';
import { assertDefined } from '../../wire/errors.ts';

const POINTS_SHOWN_MAX = 30;
const LEFT = MARGIN + 44;
const RIGHT = WIDTH - MARGIN - 84;

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

/** Area of a trend on its own page. */
export const TREND_PLACE: Place = { top: HEADER_HEIGHT + 10, height: 236 };

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
  page.text(MARGIN + 10, top + 19, title, { size: SIZE.tiny, color: COLOR.muted, width: WIDTH - 2 * MARGIN - 20 });
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
  const scale = scaleOf(all, top + 34, top + height - 14);
  for (const value of [scale.high, scale.low]) {
    page.rect(LEFT, scale.y(value), RIGHT - LEFT, 1, { fill: COLOR.line });
    page.text(LEFT - 6, scale.y(value) + 5, scaleText(value, digits), {
      size: SIZE.tiny,
      color: COLOR.muted,
      align: 'right',
    });
  }
  const drawn = lines.filter(({ values }) => values.length > 0);
  const ends = drawn.map(({ values }) => scale.y(assertDefined(values.at(-1), 'value')) + 5);
  const label_ys = keptApart(ends, top + height - 6);
  drawn.forEach((line, i) => drawLine(page, line, scale, assertDefined(label_ys[i], 'label')));
  for (const { name, values } of drawn)
    page.say(`Trend of ${name}: ${values.map((value) => `${value.toFixed(digits)}${unit && ` ${unit}`}`).join(', ')}`);
}

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

const LABEL_HEIGHT = 15;

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
  const x = (i: number): number => (values.length === 1 ? RIGHT : LEFT + ((RIGHT - LEFT) * i) / (values.length - 1));
  const d = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${scale.y(value).toFixed(1)}`).join(' ');
  page.path(d, { stroke: color, width: 2.5 });
  values.forEach((value, i) => page.dot(x(i), scale.y(value), 3.2, color));
  page.text(RIGHT + 10, label_y, line.name, { size: SIZE.tiny, color, width: 72 });
}
