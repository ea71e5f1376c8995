// My putting: make percentages by distance and the figures behind them, for one player at a time; and the page that
// asks before a player's putts are deleted.

import {
  statsOf,
  type Figure,
  type MakeRate,
  type PuttingFigures,
  type PuttingStats,
} from '../../experiences/putting-stats.ts';
import { puttsText } from '../../experiences/putt.ts';
import type { Persisted } from '../../persisted/persisted.ts';
import type { Player } from '../../persisted/players.ts';
import { distanceText, type Units } from '../../units.ts';
import { touchHalves } from '../../ui/chart.ts';
import { HEADER_HEIGHT, createPage, drawParagraph, footer, header, type Page, type PageView } from '../../ui/page.ts';
import { fitted } from '../../ui/text-width.ts';
import { COLOR, HEIGHT, MARGIN, SIZE, WIDTH } from '../../ui/theme.ts';
import { ask, note } from '../navigation.setup.ts';
import { withFirstFocus, type NavigationContext, type Rows } from '../navigation.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { drawQuestion } from '../question-page.ts';
import { turnView } from '../rows.ts';

type Args = { readonly context: NavigationContext };

/** Returns the player whose putts are shown. Default: the first one. */
const playerIn = ({ players }: Persisted, { player_id }: Pick<NavigationContext, 'player_id'>): Player | undefined =>
  players.find(({ id }) => id === player_id) ?? players[0];

const VIEWS = ['made', 'figures', 'last 30 days'] as const;

const turnPlayer = (by: 1 | -1) =>
  ({
    type: 'take',
    params({ context }: Args) {
      const { persisted } = context.deviceState();
      const { players } = persisted;
      const at = players.findIndex(({ id }) => id === playerIn(persisted, context)?.id);
      return { player_id: players[(at + by + players.length) % players.length]?.id ?? null };
    },
  }) as const;

export const puttingPage: PageEntry = {
  name: 'putting',
  state: {
    on: {
      'key.left': { actions: turnView(-1, () => VIEWS.length) },
      'key.right': { actions: turnView(1, () => VIEWS.length) },
      'key.up': { actions: turnPlayer(-1) },
      'key.down': { actions: turnPlayer(1) },
      'key.ok': {
        target: 'deleting',
        actions: { type: 'take', params: ({ context }: Args) => withFirstFocus(context, 'deleting') },
      },
      'key.back': 'menu',
    },
  },
  draw,
};

const deletingRows: Rows = () => [
  { label: 'Keep them', ok: { type: 'open.putting' } },
  { label: 'Delete them', ok: { type: 'page.delete-putts' } },
];

export const deletingPage: PageEntry = {
  name: 'deleting',
  rows: deletingRows,
  state: {
    on: {
      'open.putting': 'putting',
      'page.delete-putts': {
        target: 'putting',
        actions: [
          {
            type: 'ask',
            params: ({ context }: Args) =>
              ask({
                type: 'device.change',
                change: {
                  kind: 'delete_putts',
                  player_id: playerIn(context.deviceState().persisted, context)?.id ?? 0,
                },
              }).params,
          },
          note('Putts and results deleted.'),
        ],
      },
      'key.back': 'putting',
    },
  },
  draw: (view) => drawDeleting(view),
};

function drawDeleting(view: DeviceView): PageView {
  const name = playerIn(view.persisted, view.navigation)?.name ?? '';
  return drawQuestion({
    header: 'My putting',
    title: `Delete the putts of ${name}?`,
    paragraphs: ['All putts and results of this player go. The front panel can save them first.'],
    ...listOf(view, 'deleting', deletingRows),
  });
}

const known = new WeakMap<object, Map<number, PuttingStats>>();

/** Returns the statistics of a player, computed once for the same putts. */
function statsIn({ putts: { kept } }: Persisted, player_id: number): PuttingStats {
  const by_player = known.get(kept) ?? new Map<number, PuttingStats>();
  known.set(kept, by_player);
  const stats = by_player.get(player_id) ?? statsOf(kept.filter((putt) => putt.player_id === player_id));
  by_player.set(player_id, stats);
  return stats;
}

function draw({ persisted, navigation }: DeviceView): PageView {
  const page = createPage();
  const player = playerIn(persisted, navigation);
  const stats = statsIn(persisted, player?.id ?? 0);
  const at = navigation.plot % VIEWS.length;
  const { units } = persisted.settings;
  const name = fitted(player?.name ?? '', SIZE.small, NAME_WIDTH_MAX);
  header(page, 'My putting', { right: `${name} · ${puttsText(stats.count)}`, said: false });
  page.say(`Player: ${player?.name ?? ''}, ${puttsText(stats.count)}`);
  if (stats.count === 0) {
    const none = 'No putts yet: strike a ball.';
    page.say(none);
    drawParagraph(page, none, 150);
    footer(page, `${persisted.players.length > 1 ? '↑ ↓ player · ' : ''}Back`);
    return page.view();
  }
  drawRates(page, stats.rates, units, at === 0);
  drawFigures(page, stats, units, at);
  const place = { top: HEADER_HEIGHT, height: HEIGHT - HEADER_HEIGHT - 32 };
  touchHalves(page, place);
  footer(page, `← → view ${persisted.players.length > 1 ? '· ↑ ↓ player ' : ''}· OK: delete · Back`, { ok: true });
  return page.view();
}

const NAME_WIDTH_MAX = 150;

const RATE = { top: HEADER_HEIGHT + 8, height: 40, left: 76, right: 322 } as const;

/** Draws a bar for each distance with the range that the number of putts allows. */
function drawRates(page: Page, rates: readonly MakeRate[], units: Units, shown: boolean): void {
  rates.forEach((rate, i) => {
    const { feet, count, made, low, high } = rate;
    const per_cent = count === 0 ? '–' : `${Math.round((100 * made) / count)} %`;
    const distance = distanceText(feet, units).replace(/\.0\b/, '');
    const range = count === 0 ? '' : `, ${Math.round(100 * low)} to ${Math.round(100 * high)} %`;
    page.say(`From ${distance}: ${per_cent} of ${puttsText(count)}${range}`);
    if (!shown) return;
    const y = RATE.top + i * RATE.height;
    const width = RATE.right - RATE.left;
    page.text(RATE.left - 10, y + 24, distance, { size: SIZE.small, align: 'right' });
    page.rect(RATE.left, y + 8, width, 20, { fill: COLOR.panel, radius: 4 });
    if (count > 0) {
      page.rect(RATE.left, y + 8, (width * made) / count, 20, { fill: COLOR.felt_line, radius: 4 });
      page.rect(RATE.left + width * low, y + 16, width * (high - low), 4, { fill: COLOR.text });
    }
    page.text(RATE.right + 62, y + 25, per_cent, { size: SIZE.small, align: 'right', color: COLOR.accent });
    page.text(WIDTH - MARGIN, y + 25, `of ${count}`, { size: SIZE.small, align: 'right', color: COLOR.muted });
  });
}

interface Line {
  readonly label: string;
  readonly figure: (figures: PuttingFigures) => Figure;
  readonly text: (value: number, units: Units, figures: PuttingFigures) => string;
}

const percent = (value: number): string => `${(100 * value).toFixed(1)} %`;

const LINES: readonly Line[] = [
  { label: 'Mean leave', figure: ({ leave_ft }) => leave_ft, text: (feet, units) => distanceText(feet, units) },
  {
    label: 'Speed to wanted',
    figure: ({ speed_bias }) => speed_bias,
    text: (value) => `${value < 0 ? '−' : '+'}${percent(Math.abs(value))}`,
  },
  { label: 'Speed spread', figure: ({ speed_spread }) => speed_spread, text: (value) => `± ${percent(value)}` },
  { label: 'Face spread', figure: ({ face_spread_deg }) => face_spread_deg, text: (value) => `± ${value.toFixed(1)}°` },
  {
    label: 'Time away',
    figure: ({ time_away_s }) => time_away_s,
    text: (value, _units, { time_away_s }) => `${value.toFixed(2)} s ± ${time_away_s.spread.toFixed(2)}`,
  },
];

const ROW = 47;

function drawFigures(page: Page, stats: PuttingStats, units: Units, at: number): void {
  LINES.forEach(({ label, figure, text }, i) => {
    const textOf = (figures: PuttingFigures): string => {
      const { value, count } = figure(figures);
      return value === null ? `${puttsText(count)}, too few` : text(value, units, figures);
    };
    const [all, recent, before] = [textOf(stats.all), textOf(stats.recent), textOf(stats.before)];
    const { value, count } = figure(stats.all);
    page.say(`${label}: ${all}, ${puttsText(count)}`);
    page.say(`${label}, last 30 days: ${recent}, before: ${before}`);
    if (at === 0) return;
    const y = HEADER_HEIGHT + 8 + i * ROW;
    const right = WIDTH - MARGIN - 12;
    page.rect(MARGIN, y, WIDTH - 2 * MARGIN, ROW - 5, { fill: COLOR.panel, radius: 8 });
    page.text(MARGIN + 12, y + 28, label, { size: SIZE.small, color: COLOR.muted });
    if (at === 1) {
      const size = value === null ? SIZE.small : SIZE.large;
      page.text(right, y + 30, all, { size, align: 'right' });
    } else {
      page.text(right, y + 19, recent, { size: SIZE.small, align: 'right' });
      page.text(right, y + 38, `before ${before}`, { size: SIZE.small, align: 'right', color: COLOR.muted });
    }
  });
}
