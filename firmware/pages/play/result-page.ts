// Result of a set: the score large, the putts as a strip, one sentence about the player, and another go.

import { setOf, isSet, type SetId } from '../../experiences/registry.ts';
import { insightOf } from '../../experiences/insight.ts';
import type { SeatResult } from '../../experiences/set-rules.ts';
import { playerOf, type Persisted } from '../../persisted/persisted.ts';
import type { KeptPutt } from '../../persisted/putts.ts';
import { trendOf } from '../../persisted/trends.ts';
import { listRows, topOfRows } from '../../ui/list.ts';
import { HEADER_HEIGHT, createPage, drawParagraph, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { figureTexts, figureTile } from '../../ui/figures.ts';
import { sayTiles } from '../../ui/tiles.ts';
import { sayTrend } from '../../ui/chart.ts';
import { drawStrip, stripText } from '../../ui/strip.ts';
import { fitted, textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';
import type { Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { startPlay } from './start-play.ts';

const resultRows: Rows = ({ navigation: { id } }) => [
  { label: 'Again', icon: 'again', ok: { type: 'open.play', id, resume: false } },
  { label: 'Figures and trend', icon: 'chart', ok: { type: 'open.figures' } },
];

export const resultPage: PageEntry = {
  name: 'result',
  rows: resultRows,
  state: {
    on: { 'open.play': startPlay, 'open.figures': 'figures', 'key.back': 'setup' },
  },
  draw: (view) => (isSet(view.navigation.id) ? draw(view, view.navigation.id) : createPage().view()),
};

function draw(view: DeviceView, id: SetId): PageView {
  const { persisted, navigation } = view;
  const { results } = navigation;
  const page = createPage();
  const [only] = results;
  const single = results.length === 1 && only !== undefined;
  const name = single ? (playerOf(persisted, only.player_id)?.name ?? '') : '';
  header(page, `${setOf(id).name}: result`, {
    right: single ? fitted(name, SIZE.small, NAME_WIDTH_MAX) : '',
    said: false,
  });
  if (single) drawSingle(page, persisted, id, only);
  else results.forEach((result, row) => drawSeat(page, persisted, id, result, row));
  sayTrend(page, persisted, id);
  const { rows, focus } = listOf(view, 'result', resultRows);
  listRows(page, rows, focus, topOfRows(rows.length));
  footer(page, '↑ ↓ move · OK: choose · Back: set-up');
  return page.view();
}

const NAME_WIDTH_MAX = 150;

/** Returns the player's putts of the set that has just finished. */
function puttsOf({ putts }: Persisted, id: SetId, { player_id, count }: SeatResult): readonly KeptPutt[] {
  const own = putts.kept.filter((putt) => putt.player_id === player_id && putt.experience === id);
  return count === 0 ? [] : own.slice(-count);
}

/** Returns the sentence about a player's result. */
function sentenceOf(persisted: Persisted, id: SetId, result: SeatResult): string {
  const { trend } = setOf(id);
  const { trendValue: value, player_id } = result;
  const values = trendOf(persisted.trends, id, player_id).map((entry) => entry.value);
  const earlier = value === null ? values : values.slice(0, -1);
  return insightOf({ trend, value, earlier, putts: puttsOf(persisted, id, result), units: persisted.settings.units });
}

const SCORE_SIZE = 72;
const SCORE_Y = HEADER_HEIGHT + 66;

/** Draws the score with its number as large as it fits, the strip and the sentence. */
function drawSingle(page: Page, persisted: Persisted, id: SetId, result: SeatResult): void {
  const [, number = '', unit = result.headline] = /^([±+−\d.]+)\s*(.*)$/.exec(result.headline) ?? [];
  const x = MARGIN + 4;
  page.text(x, SCORE_Y, number, { size: SCORE_SIZE, color: COLOR.accent });
  const right = x + (number ? textWidth(number, SCORE_SIZE) + 14 : 0);
  page.text(right, SCORE_Y, unit, { size: SIZE.large, width: WIDTH - MARGIN - right });
  const name = playerOf(persisted, result.player_id)?.name ?? '';
  page.say(`${name}: ${result.headline}`);
  const marks = puttsOf(persisted, id, result).map(({ mark }) => mark);
  const sentence = sentenceOf(persisted, id, result);
  if (marks.some((mark) => mark !== '')) {
    drawStrip(page, marks, x, SCORE_Y + 30, WIDTH - 2 * MARGIN - 8);
    page.say(`Putts: ${stripText(marks)}`);
  }
  drawParagraph(page, sentence, SCORE_Y + 72, { color: COLOR.text, lines_max: 1 });
  if (sentence) page.say(sentence);
  sayTiles(
    page,
    result.figures.map((figure) => figureTile(figure, persisted.settings.units)),
  );
}

const ROW_HEIGHT = 38;
const STRIP_X = 150;

/** Draws a player's line of a set of several: name, newest putts and result. */
function drawSeat(page: Page, persisted: Persisted, id: SetId, result: SeatResult, row: number): void {
  const { player_id, headline } = result;
  const y = HEADER_HEIGHT + 6 + row * ROW_HEIGHT;
  const seat = persisted.players.findIndex((player) => player.id === player_id);
  const name = playerOf(persisted, player_id)?.name ?? '';
  const right = WIDTH - MARGIN - 12;
  page.rect(MARGIN, y, WIDTH - 2 * MARGIN, ROW_HEIGHT - 4, { fill: COLOR.panel, radius: 7 });
  page.dot(MARGIN + 16, y + 17, 7, seatColor(seat));
  page.text(MARGIN + 32, y + 24, name, { size: SIZE.small, width: STRIP_X - MARGIN - 40 });
  page.text(right, y + 24, headline, { size: SIZE.small, color: COLOR.accent, align: 'right', width: 170 });
  const marks = puttsOf(persisted, id, result).map(({ mark }) => mark);
  drawStrip(page, marks, STRIP_X, y + 17, right - Math.min(170, textWidth(headline, SIZE.small)) - STRIP_X - 8);
  page.say(`${name}: ${headline}, ${figureTexts(result, persisted.settings.units).join(', ')}`);
  page.say(`Putts of ${name}: ${stripText(marks)}`);
  const sentence = sentenceOf(persisted, id, result);
  if (sentence) page.say(`${name}: ${sentence}`);
}
