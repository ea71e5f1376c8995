// Main menu: games and other pages, below the current round if there is one.

import type { LinkState } from '../../../hal/sensor/sensor.ts';
import { experience, MENU } from '../../experiences/registry.ts';
import { hasPage, type Installed } from '../../persisted/extensions.ts';
import { progressOf, scoresRound } from '../../play/play-view.ts';
import { drawList } from '../list-page.ts';
import { withFirstFocus, type NavigationContext, type Row, type Rows, type RowsView } from '../navigation.ts';
import { listOf, type PageEntry } from '../page-entry.ts';
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

const menuRows: Rows = (view) => [
  ...backToRoundRow(view),
  ...MENU.map(({ id, name, icon }): Row => ({ label: name, icon, ok: { type: 'open.setup', id } })),
  ...view.persisted.installed.map((each) => extensionRow(each)),
  { label: 'Play together', icon: 'together', ok: { type: 'open.together' } },
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
  tags: ['watches'],
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
      'open.players': 'players',
      'open.settings': 'settings',
      'open.status': 'status',
      'open.together': 'together',
    },
  },
  draw(view) {
    return drawList({
      title: 'tapin',
      ...listOf(view, 'menu', menuRows),
      top: true,
      right: LINK_TEXT[view.sensor.link],
    });
  },
};
