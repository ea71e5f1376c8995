// Main menu: games and other pages, below the current round if there is one.

import type { LinkState } from '../../../hal/sensor/sensor.ts';
import { experience, MENU } from '../../experiences/registry.ts';
import { hasPage, modeOfSlot, type Installed } from '../../persisted/extensions.ts';
import { progressOf, scoresRound } from '../../play/play-view.ts';
import { withFirstFocus, type NavigationContext, type Row, type Rows, type RowsView } from '../navigation.ts';
import { largeRows } from '../../ui/list.ts';
import { HEADER_HEIGHT, createPage, drawParagraph, footer, type Page, type PageView } from '../../ui/page.ts';
import { fairShare, fitted, textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, SIZE, WIDTH, seatColor } from '../../ui/theme.ts';
import { needsWelcome } from '../settings/welcome-page.ts';
import { hostText } from '../together/host-text.ts';
import { listOf, type DeviceView, type PageEntry } from '../page-entry.ts';
import { extensionTransitions } from '../extensions/options-page.ts';

const extensionRow = (installed: Installed): Row => ({
  label: installed.name,
  icon: 'extension',
  ok: { type: hasPage(installed) ? 'open.options' : 'open.extension', code: installed.code },
});

/** Returns the row that leads back to the host's round, which continues while the host is on other pages. */
function backToRoundRow({ play, session }: RowsView): readonly Row[] {
  if (session.role !== 'host' || !scoresRound(play)) return [];
  const played = experience(play.id);
  if (played.kind !== 'course') return [];
  return [{ label: `${played.name} · ${progressOf(play)}`, icon: played.icon, ok: { type: 'open.played' } }];
}

/** Returns the rows of the experiences and extensions; the one chosen last comes first. */
function playRows({ persisted: { exp, installed } }: RowsView): readonly Row[] {
  const rows = [
    ...MENU.map(({ id, mode, name, icon }) => ({
      mode,
      row: { label: name, icon, ok: { type: 'open.setup', id } } as Row,
    })),
    ...installed.map((each, slot) => ({ mode: modeOfSlot(slot), row: extensionRow(each) })),
  ];
  const chosen = ({ mode }: { readonly mode: number }): boolean => exp.gen > 0 && mode === exp.mode;
  return [...rows.filter(chosen), ...rows.filter((each) => !chosen(each))].map(({ row }) => row);
}

const menuRows: Rows = (view) => [
  ...backToRoundRow(view),
  ...playRows(view),
  { label: 'Play together', icon: 'together', ok: { type: 'open.together' } },
  { label: 'My putting', icon: 'chart', ok: { type: 'open.putting' } },
  { label: 'Players', icon: 'players', ok: { type: 'open.players' } },
  { label: 'Settings', icon: 'settings', ok: { type: 'open.settings' } },
  { label: 'Status', icon: 'status', ok: { type: 'open.status' } },
];

const LINK_TEXT: Readonly<Record<LinkState, string>> = {
  closed: 'sensor off',
  opening: 'sensor …',
  greeting: 'sensor …',
  ready: 'sensor ready',
  blocked: 'sensor covered',
  lost: 'sensor lost',
  incompatible: 'sensor incompatible',
  bootloader: 'sensor in bootloader',
};

/** Whether the player still has to be asked about a release. */
function mustPrompt({ deviceState, prompted_version }: NavigationContext): boolean {
  const { firmware, persisted } = deviceState();
  const { pending, step, offer } = firmware;
  return pending && step === '' && persisted.firmware.mode === 'ask' && prompted_version !== offer?.version;
}

export const menuPage: PageEntry = {
  name: 'menu',
  tags: ['watches', 'practises'],
  rows: menuRows,
  state: {
    always: {
      guard: ({ context }) => mustPrompt(context),
      target: 'firmware',
      actions: {
        type: 'take',
        params: ({ context }) => ({
          prompted_version: context.deviceState().firmware.offer?.version ?? '',
          ...withFirstFocus(context, 'firmware'),
        }),
      },
    },
    on: {
      'pages.refresh': { guard: needsWelcome, target: 'welcome' },
      'open.setup': [
        {
          guard: ({ event: { id } }) => experience(id).kind === 'unsensed',
          target: 'unsensed',
          actions: { type: 'take', params: ({ event: { id } }) => ({ id }) },
        },
        {
          target: 'setup',
          actions: {
            type: 'take',
            params: ({ context, event: { id } }) => ({ id, ...withFirstFocus(context, 'setup') }),
          },
        },
      ],
      ...extensionTransitions,
      'open.options': {
        guard: ({ context, event }) =>
          context.deviceState().persisted.installed.some(({ code }) => code === event.code),
        target: 'options',
        actions: {
          type: 'take',
          params: ({ context, event: { code } }) => ({ code, ...withFirstFocus(context, 'options') }),
        },
      },
      'open.putting': { target: 'putting', actions: { type: 'take', params: { plot: 0 } } },
      'open.players': 'players',
      'open.settings': 'settings',
      'open.status': { target: 'status', actions: { type: 'take', params: { plot: 0 } } },
      'open.together': 'together',
    },
  },
  draw,
};

const ROWS_TOP = HEADER_HEIGHT + 5;

function draw(view: DeviceView): PageView {
  const page = createPage();
  const { rows, focus } = listOf(view, 'menu', menuRows);
  const host = hostText(view);
  drawPlayers(page, view);
  if (host) {
    drawParagraph(page, host, ROWS_TOP + 20, { color: COLOR.text, lines_max: 1 });
    page.say(host);
  }
  largeRows(page, rows, focus, host ? ROWS_TOP + 48 : ROWS_TOP);
  page.say(`Players: ${view.persisted.players.map(({ name }) => name).join(', ')}`);
  footer(page, '↑ ↓ move · OK: choose');
  return page.view();
}

const NAMES_SIZE = 20;
const DOT_WIDTH = 22;
const GAP = 14;

/** Draws the players in their colours, and the sensor unless it is ready. */
function drawPlayers(page: Page, { persisted: { players }, sensor: { link } }: DeviceView): void {
  const sensor = link === 'ready' ? '' : LINK_TEXT[link];
  const right = WIDTH - MARGIN - (sensor ? textWidth(sensor, SIZE.small) + GAP : 0);
  const room = right - MARGIN - players.length * (DOT_WIDTH + GAP);
  const widths = players.map(({ name }) => textWidth(name, NAMES_SIZE));
  const name_max = fairShare(widths, room);
  page.rect(0, 0, WIDTH, HEADER_HEIGHT, { fill: COLOR.panel });
  page.rect(0, HEADER_HEIGHT - 1, WIDTH, 1, { fill: COLOR.line });
  page.say(`tapin · ${LINK_TEXT[link]}`);
  let x = MARGIN;
  players.forEach(({ name }, seat) => {
    const shown = fitted(name, NAMES_SIZE, name_max);
    page.dot(x + 8, 21, 7, seatColor(seat));
    page.text(x + DOT_WIDTH, 28, shown, { size: NAMES_SIZE });
    x += DOT_WIDTH + textWidth(shown, NAMES_SIZE) + GAP;
  });
  page.text(WIDTH - MARGIN, 27, sensor, { size: SIZE.small, color: COLOR.accent, align: 'right' });
}
