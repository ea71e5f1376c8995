// Figures of a result: the mean values of each player, their trend, and scatter plots of the putts.

import { playerOf, type Persisted } from '../../persisted/persisted.ts';
import { isSet, setOf, type SetId } from '../../experiences/registry.ts';
import { SCATTERS } from '../../experiences/scatters.ts';
import type { SeatResult } from '../../experiences/set-rules.ts';
import { drawTrend, touchHalves, CHART_PLACE } from '../../ui/chart.ts';
import { figureTexts, figureTile } from '../../ui/figures.ts';
import { drawScatter } from '../../ui/scatter.ts';
import { HEADER_HEIGHT, createPage, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';
import { drawBigFigures } from '../../ui/tiles.ts';
import { plotsOf } from '../navigation.ts';
import { turnView } from '../rows.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';

export const figuresPage: PageEntry = {
  name: 'figures',
  state: {
    on: {
      'key.ok': 'result',
      'key.back': 'result',
      'key.left': { actions: turnView(-1, plotsOf) },
      'key.right': { actions: turnView(1, plotsOf) },
    },
  },
  draw: (view) => (isSet(view.navigation.id) ? draw(view, view.navigation.id) : createPage().view()),
};

function draw({ persisted, navigation }: DeviceView, id: SetId): PageView {
  const { results, plot } = navigation;
  const page = createPage();
  const plots = plotsOf(navigation);
  header(page, setOf(id).name, { right: plot === 0 ? 'figures' : plot === 1 ? 'trend' : 'putts' });
  const axes = SCATTERS[plot - 2];
  if (plot === 0) drawResults(page, persisted, results);
  else if (axes) drawScatter(page, persisted, results, axes, CHART_PLACE);
  else drawTrend(page, persisted, id, CHART_PLACE);
  touchHalves(page, CHART_PLACE);
  footer(page, `← → view ${plot + 1} of ${plots} · Back`, { ok: true });
  return page.view();
}

const SEAT_HEIGHT = 58;

function drawResults(page: Page, persisted: Persisted, results: readonly SeatResult[]): void {
  const [only] = results;
  const { units } = persisted.settings;
  if (results.length === 1 && only)
    return drawBigFigures(
      page,
      only.figures.map((figure) => figureTile(figure, units)),
      HEADER_HEIGHT + 10,
    );
  results.forEach((result, row) => {
    const y = HEADER_HEIGHT + 6 + row * SEAT_HEIGHT;
    const seat = persisted.players.findIndex((player) => player.id === result.player_id);
    const name = playerOf(persisted, result.player_id)?.name ?? '';
    page.rect(MARGIN, y, WIDTH - 2 * MARGIN, SEAT_HEIGHT - 4, { fill: COLOR.panel, radius: 7 });
    page.dot(MARGIN + 16, y + 17, 7, seatColor(seat));
    page.text(MARGIN + 32, y + 23, name, { size: SIZE.small, width: 180 });
    const right = { size: SIZE.small, align: 'right', color: COLOR.accent, width: 220 } as const;
    page.text(WIDTH - MARGIN - 12, y + 23, result.headline, right);
    const texts = figureTexts(result, units);
    page.text(MARGIN + 12, y + 47, texts.join(' · '), { size: SIZE.small, width: WIDTH - 2 * MARGIN - 24 });
    page.say(`${name}: ${result.headline}, ${texts.join(', ')}`);
  });
}
