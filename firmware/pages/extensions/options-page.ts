// Page of an extension: its description, the settings from its manifest, and its trend.

import { settingText } from '../../persisted/extension-settings.ts';
import { NO_EXTENSION_DATA } from '../../persisted/extensions.ts';
import { endsRound } from '../play/ending-page.ts';
import { drawList } from '../list-page.ts';
import { ask } from '../navigation.setup.ts';
import type { NavigationContext, OpenEvent, Row, Rows } from '../navigation.ts';
import { listOf, type PageEntry } from '../page-entry.ts';

const optionsRows: Rows = ({ persisted: { installed, extension_data }, navigation: { code } }) => {
  const found = installed.find((each) => each.code === code);
  if (!found) return [];
  const { settings } = extension_data[code] ?? NO_EXTENSION_DATA;
  const rows = found.settings.map((setting): Row => {
    const step = (direction: 1 | -1): NonNullable<Row['ok']> => ({
      type: 'device.change',
      change: { kind: 'step_extension', code, key: setting.key, direction },
    });
    return {
      label: setting.label,
      value: settingText(setting, settings[setting.key]),
      ok: step(1),
      left: step(-1),
      right: step(1),
    };
  });
  const trend: Row[] = found.trend.length > 0 ? [{ label: 'Trend', ok: { type: 'open.trend' } }] : [];
  return [{ label: 'Start', ok: { type: 'open.extension', code } }, ...rows, ...trend];
};

/** Asks before starting an extension that would end a round with other players. */
export const extensionTransitions = {
  'open.extension': [
    endsRound,
    {
      actions: [
        {
          type: 'take',
          params: ({ event: { code } }: { event: Extract<OpenEvent, { type: 'open.extension' }> }) => ({ code }),
        },
        {
          type: 'ask',
          params: ({ event: { code } }: { event: Extract<OpenEvent, { type: 'open.extension' }> }) =>
            ask({ type: 'play.extension', code }).params,
        },
      ],
    },
  ],
} as const;

const isGone = ({ context: { deviceState, code } }: { context: NavigationContext }): boolean =>
  !deviceState().persisted.installed.some((each) => each.code === code);

export const optionsPage: PageEntry = {
  name: 'options',
  tags: ['watches'],
  rows: optionsRows,
  state: {
    always: { guard: isGone, target: 'menu' },
    on: {
      ...extensionTransitions,
      'open.trend': { target: 'extension-trend', actions: { type: 'take', params: { plot: 0 } } },
      'key.back': 'menu',
    },
  },
  draw(view) {
    const { code } = view.navigation;
    const { name = '', about = '' } = view.persisted.installed.find((each) => each.code === code) ?? {};
    return drawList({ title: name, about, ...listOf(view, 'options', optionsRows) });
  },
};
