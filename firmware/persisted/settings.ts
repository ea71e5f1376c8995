// Device settings of the user, each with its range, step and default.

import { NAME_CHARS_MAX, type Range } from '../../wire/limits.ts';
import type { Units } from '../units.ts';
import { integerOr, numberOr, textOr, type NumberField } from './fields.ts';

export interface Settings {
  readonly stimp: number;
  readonly units: Units;
  /** Volume; 0 mutes. */
  readonly sound_percent: number;
  readonly brightness_percent: number;
  /** '' to show the device id instead. */
  readonly name: string;
  readonly x_factor: number;
}

export const STIMP: NumberField = { min: 4, max: 15, step: 0.5, default: 10 };
export const SOUND: NumberField = { min: 0, max: 100, step: 10, default: 60 };
export const BRIGHTNESS: NumberField = { min: 10, max: 100, step: 10, default: 100 };
/** Range of the X factor (R137). */
export const X_FACTOR: Range = { min: 0.5, max: 2 };
const X: NumberField = { ...X_FACTOR, step: 0.01, default: 1 };

export const SETTINGS_DEFAULT: Settings = {
  stimp: STIMP.default,
  units: 'imperial',
  sound_percent: SOUND.default,
  brightness_percent: BRIGHTNESS.default,
  name: '',
  x_factor: X.default,
};

/** Reads the settings from stored data; a missing or out-of-range field gets its default. */
export const settingsFrom = (data: Readonly<Record<string, unknown>>): Settings => ({
  stimp: numberOr(data['stimp'], STIMP),
  units: data['units'] === 'metric' ? 'metric' : 'imperial',
  sound_percent: integerOr(data['sound_percent'], SOUND),
  brightness_percent: integerOr(data['brightness_percent'], BRIGHTNESS),
  name: textOr(data['name'], NAME_CHARS_MAX, ''),
  x_factor: numberOr(data['x_factor'], X),
});
