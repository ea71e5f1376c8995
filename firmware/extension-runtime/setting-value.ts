// What a setting of an extension is, given what is stored of it. A value that a new version does not know, or does not allow, takes its
// default (R106).

import { isIntegerIn } from '../persisted/fields.ts';
import type { Setting } from './manifest.ts';
import type { SettingValue } from './session.ts';

/** The value that holds: the stored one where the setting allows it. */
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
