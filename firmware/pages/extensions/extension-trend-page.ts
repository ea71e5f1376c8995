// Trend of an extension: one chart per figure, with a line per player.

import { NO_EXTENSION_DATA, type ExtensionFigure, type Installed } from '../../persisted/extensions.ts';
import type { Persisted } from '../../persisted/persisted.ts';
import { CHART_PLACE, drawValues, touchHalves } from '../../ui/chart.ts';
import { createPage, footer, header, type PageView } from '../../ui/page.ts';
import type { NavigationContext } from '../navigation.ts';
import { turnView } from '../rows.ts';
import type { DeviceView, PageEntry } from '../page-entry.ts';

const shownIn = ({ installed }: Persisted, { code }: NavigationContext): Installed | undefined =>
  installed.find((each) => each.code === code);

const figuresIn = (context: NavigationContext): number =>
  shownIn(context.deviceState().persisted, context)?.trend.length ?? 1;

export const extensionTrendPage: PageEntry = {
  name: 'extension-trend',
  tags: ['watches'],
  state: {
    always: { guard: ({ context }) => !shownIn(context.deviceState().persisted, context), target: 'menu' },
    on: {
      'key.ok': 'options',
      'key.back': 'options',
      'key.left': { actions: turnView(-1, figuresIn) },
      'key.right': { actions: turnView(1, figuresIn) },
    },
  },
  draw,
};

function draw({ persisted, navigation }: DeviceView): PageView {
  const page = createPage();
  const shown = shownIn(persisted, navigation);
  const fields = shown?.trend ?? [];
  const at = Math.min(navigation.plot, fields.length - 1);
  header(page, `${shown?.name ?? ''}: trend`);
  const field = fields[at];
  if (field) {
    const { trend } = persisted.extension_data[navigation.code] ?? NO_EXTENSION_DATA;
    const figures = trend.filter(({ key }) => key === field.key);
    const valuesOf = (id: number): number[] =>
      figures.filter((each) => each.player_id === id).map(({ value }) => value);
    const chart = { ...field, digits: digitsOf(figures), valuesOf, empty: 'No data yet: play it.' };
    drawValues(page, persisted.players, CHART_PLACE, chart);
  }
  if (fields.length > 1) touchHalves(page, CHART_PLACE);
  footer(page, fields.length > 1 ? `← → figure ${at + 1} of ${fields.length} · Back` : 'Back', { ok: true });
  return page.view();
}

/** Returns the decimals of a figure: 0 if all of its values are whole. */
const digitsOf = (figures: readonly ExtensionFigure[]): number =>
  figures.every(({ value }) => Number.isInteger(value)) ? 0 : 1;
