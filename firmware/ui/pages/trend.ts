// How the sets of an experience went, for every player of the device.

import type { GameId } from '../../../wire/choices.ts';
import { rulesOf } from '../../games/games.ts';
import type { NavigationContext } from '../../machines/navigation.ts';
import { drawTrend } from '../chart.ts';
import { HEADER_HEIGHT, createPage, footer, header, type PageView } from '../page.ts';

export function trendPage({ facts }: NavigationContext, game: GameId): PageView {
  const page = createPage();
  header(page, `${rulesOf(game).name}: trend`);
  drawTrend(page, facts, game, HEADER_HEIGHT + 10, 236);
  footer(page, 'Back', { ok: true });
  return page.view();
}
