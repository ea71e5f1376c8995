// How the sets of an experience went, for every player of the device.

import { setOf, type SetId } from '../../experiences/registry.ts';
import type { NavigationContext } from '../../machines/navigation.ts';
import { drawTrend } from '../chart.ts';
import { HEADER_HEIGHT, createPage, footer, header, type PageView } from '../page.ts';

export function trendPage({ facts }: NavigationContext, id: SetId): PageView {
  const page = createPage();
  header(page, `${setOf(id).name}: trend`);
  drawTrend(page, facts, id, HEADER_HEIGHT + 10, 236);
  footer(page, 'Back', { ok: true });
  return page.view();
}
