// The rows of extensions: in the menu, and the page of settings that the manifest of each asks for.

import { settingText } from '../facts/extension-settings.ts';
import { NO_EXTENSION_DATA, type Installed } from '../facts/extensions.ts';
import type { Facts } from '../facts/facts.ts';
import { INSTALLED_MAX } from '../../wire/limits.ts';
import type { NavigationContext } from './navigation.ts';
import type { Row } from './rows.ts';

/** One without settings begins at once. */
export const extensionRow = ({ code, name, settings }: Installed): Row => ({
  label: name,
  icon: 'extension',
  ok: { type: settings.length > 0 ? 'open.options' : 'open.extension', code },
});

/** Settings > Manage extensions. */
export function extensionsRows({ facts: { installed }, update }: NavigationContext): readonly Row[] {
  const none = { type: 'device.note', text: 'This device has no store: start it with a cloud.' } as const;
  const { has_store, doing } = update;
  const slots = `${installed.length} of ${INSTALLED_MAX}`;
  return [
    { label: 'Check for updates', value: doing, ok: has_store ? { type: 'update.check' } : none },
    { label: 'Install with a code', value: slots, ok: has_store ? { type: 'open.installing' } : none },
    ...installed.map(({ code, name, version, default: by_default }): Row => ({
      label: name,
      icon: 'extension',
      value: `version ${version}${by_default ? ', default' : ''}`,
      ok: { type: 'open.removing', code },
    })),
  ];
}

/** None for a default one: its page only says why. */
export const removingRows = ({ installed }: Facts, code: string): readonly Row[] =>
  installed.some((each) => each.code === code && each.default)
    ? []
    : [
        { label: 'Keep it', ok: { type: 'extension.kept' } },
        { label: 'Remove it', ok: { type: 'extension.removed' } },
      ];

export function optionsRows({ installed, extension_data }: Facts, code: string): readonly Row[] {
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
  return [{ label: 'Start', ok: { type: 'open.extension', code } }, ...rows];
}
