// Result page of a set: each player's headline and figures, and their trend.

import { playerOf, type Persisted } from '../../persisted/persisted.ts';
import { isSet, setOf, type SetId } from '../../experiences/registry.ts';
import { SCATTERS } from '../../experiences/scatters.ts';
import type { SetFigure, SeatResult } from '../../experiences/set-rules.ts';
import { plotsOf, withPlot } from '../navigation.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';
import { distanceText, speedUnit, speedValue, type Units } from '../../units.ts';
import { drawTrend, touchHalves } from '../../ui/chart.ts';
import { drawScatter } from '../../ui/scatter.ts';
import { HEADER_HEIGHT, createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';
import { drawTiles, type Tile } from '../../ui/tiles.ts';

const TOP = HEADER_HEIGHT + 8;

const turnPlot = (by: 1 | -1) =>
  ({ type: 'take', params: ({ context }: { context: DeviceView['navigation'] }) => withPlot(context, by) }) as const;

export const resultPage: PageEntry = {
  name: 'result',
  state: {
    on: {
      'key.ok': 'setup',
      'key.back': 'setup',
      'key.left': { actions: turnPlot(-1) },
      'key.right': { actions: turnPlot(1) },
    },
  },
  draw: (view) => (isSet(view.navigation.id) ? draw(view, view.navigation.id) : createPage().view()),
};

function draw({ persisted, navigation }: DeviceView, id: SetId): PageView {
  const { results, plot } = navigation;
  const [only] = results;
  const page = createPage();
  header(page, `${setOf(id).name}: result`);
  const bottom = results.length === 1 && only ? single(page, persisted, only) : table(page, persisted, results);
  const place = { top: bottom + 8, height: 288 - bottom - 8 };
  const axes = SCATTERS[plot - 1];
  if (axes) drawScatter(page, persisted, results, axes, place);
  else drawTrend(page, persisted, id, place);
  const plots = plotsOf(navigation);
  if (plots > 1) touchHalves(page, place);
  footer(page, plots > 1 ? `← → chart ${plot + 1} of ${plots} · OK: done` : 'OK: done', { ok: true });
  return page.view();
}

function figureText(figure: SetFigure, units: Units): string {
  if ('text' in figure) return figure.text;
  return 'feet' in figure ? distanceText(figure.feet, units) : `${speedValue(figure.mps, units)} ${speedUnit(units)}`;
}

const tileOf = (figure: SetFigure, units: Units): Tile => ({
  label: figure.label,
  value: figureText(figure, units),
  unit: '',
});

function single(page: Page, persisted: Persisted, result: SeatResult): number {
  const name = playerOf(persisted, result.player_id)?.name ?? '';
  page.text(MARGIN, TOP + 28, result.headline, { size: SIZE.large + 4, color: COLOR.accent });
  const width = WIDTH - 2 * MARGIN - textWidth(result.headline, SIZE.large + 4) - 16;
  page.text(WIDTH - MARGIN, TOP + 26, name, { size: SIZE.body, align: 'right', color: COLOR.muted, width });
  page.say(`${name}: ${result.headline}`);
  drawTiles(
    page,
    result.figures.map((figure) => tileOf(figure, persisted.settings.units)),
    TOP + 42,
    56,
  );
  return TOP + 98;
}

const ROW_HEIGHT = 30;
const HEADLINE_X = 146;
/** Right edges and maximum widths of the figure columns. */
const COLUMNS = [
  { right: 314, width: 72 },
  { right: 394, width: 78 },
  { right: 460, width: 62 },
] as const;

function table(page: Page, persisted: Persisted, results: readonly SeatResult[]): number {
  const labels = results[0]?.figures.map((figure) => figure.label) ?? [];
  columns(page, TOP + 12, labels, { size: SIZE.tiny - 1, color: COLOR.muted });
  results.forEach((result, row) => {
    const y = TOP + 18 + row * ROW_HEIGHT;
    const seat = persisted.players.findIndex((player) => player.id === result.player_id);
    const name = playerOf(persisted, result.player_id)?.name ?? '';
    const figures = result.figures.map((figure) => figureText(figure, persisted.settings.units));
    page.rect(MARGIN, y, WIDTH - 2 * MARGIN, ROW_HEIGHT - 3, { fill: COLOR.panel, radius: 6 });
    page.dot(MARGIN + 12, y + 13, 4.5, seatColor(seat));
    page.text(MARGIN + 24, y + 19, name, { size: SIZE.small, width: HEADLINE_X - MARGIN - 34 });
    page.text(HEADLINE_X, y + 19, result.headline, { size: SIZE.small, color: COLOR.accent, width: 112 });
    columns(page, y + 19, figures, { size: SIZE.tiny });
    page.say(`${name}: ${result.headline}, ${figures.map((figure, i) => `${labels[i]} ${figure}`).join(', ')}`);
  });
  return TOP + 18 + results.length * ROW_HEIGHT;
}

function columns(page: Page, y: number, texts: readonly string[], style: { size: number; color?: string }): void {
  COLUMNS.forEach(({ right, width }, i) => {
    const text = texts[i];
    if (text !== undefined) page.text(right, y, text, { ...style, align: 'right', width });
  });
}
