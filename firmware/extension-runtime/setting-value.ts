// Resolves an extension's setting from its stored value. A value that a new version does not know or allow becomes the
// default (R106).

import { isIntegerIn } from '../persisted/fields.ts';
import type { Setting } from './manifest.ts';
import type { SettingValue } from './session.ts';

/** Returns the effective value: the stored one if the setting allows it, else the default. */
export function settingOf(setting: Setting, stored: unknown): SettingValue {
  switch (setting.type) {
    case 'int':
      return isIntegerIn(stored, setting) ? stored : setting.default;
    case 'enum':
      return setting.options.find((option) => option === stored) ?? setting.default;
    case 'bool':
      return typeof stored === 'boolean' ? stored : setting.default;
  }
}
