// Trend page: results of all sets of an experience, for every player of the device.

import { isSet, setOf, type SetId } from '../../experiences/registry.ts';
import type { Persisted } from '../../persisted/persisted.ts';
import type { PageEntry } from '../page-entry.ts';
import { CHART_PLACE, drawTrend } from '../../ui/chart.ts';
import { createPage, footer, header, type PageView } from '../../ui/page.ts';

export const trendPage: PageEntry = {
  name: 'trend',
  state: { on: { 'key.ok': 'setup', 'key.back': 'setup' } },
  draw: ({ persisted, navigation: { id } }) => (isSet(id) ? draw(persisted, id) : createPage().view()),
};

function draw(persisted: Persisted, id: SetId): PageView {
  const page = createPage();
  header(page, `${setOf(id).name}: trend`);
  drawTrend(page, persisted, id, CHART_PLACE);
  footer(page, 'Back', { ok: true });
  return page.view();
}
