// Extension settings, as stored in flash and as stepped by keys. A value that a new version does not know or allow is
// replaced by its default (R106).

import type { Setting } from '../extension-runtime/manifest.ts';
import type { SettingValue as Value } from '../extension-runtime/session.ts';
import { settingOf } from '../extension-runtime/setting-value.ts';
import { isIntegerIn, isListOfRecords } from './fields.ts';
import { assertDefined } from '../../wire/errors.ts';

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string');

const isWhole = (value: unknown): value is number => Number.isInteger(value);

/** Reads settings from stored data and drops invalid ones. */
export const settingsIn = (data: unknown): readonly Setting[] =>
  (isListOfRecords(data) ? data : []).flatMap((entry) => settingIn(entry));

function settingIn(entry: Readonly<Record<string, unknown>>): readonly Setting[] {
  const { type, key, label, options, default: value, min, max, step, unit } = entry;
  if (typeof key !== 'string' || typeof label !== 'string') return [];
  if (type === 'bool' && typeof value === 'boolean') return [{ type, key, label, default: value }];
  if (type === 'enum' && isTexts(options) && typeof value === 'string' && options.includes(value))
    return [{ type, key, label, options, default: value }];
  if (type !== 'int' || !isWhole(min) || !isWhole(max) || !isWhole(step) || typeof unit !== 'string') return [];
  if (!isIntegerIn(value, { min, max }) || step < 1) return [];
  return [{ type, key, label, min, max, step, default: value, unit }];
}

/** Returns the next value: a choice wraps around, a number stays within its range. */
export function steppedSetting(setting: Setting, stored: Value | undefined, direction: 1 | -1): Value {
  const value = settingOf(setting, stored);
  if (setting.type === 'bool') return value !== true;
  if (setting.type === 'int') {
    const next = Number(value) + direction * setting.step;
    return Math.min(setting.max, Math.max(setting.min, next));
  }
  const { options } = setting;
  const at = options.indexOf(String(value));
  return assertDefined(options[(at + direction + options.length) % options.length], 'option');
}

/** Formats a value: `6 ft`, `yes`, `easy`. */
export function settingText(setting: Setting, stored: Value | undefined): string {
  const value = settingOf(setting, stored);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return setting.type === 'int' && setting.unit ? `${value} ${setting.unit}` : String(value);
}
