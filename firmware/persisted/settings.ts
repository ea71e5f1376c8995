// Device settings of the user, each with its range, step and default.

import { NAME_CHARS_MAX, type Range } from '../../wire/limits.ts';
import { isCountry } from '../../wire/set-up.ts';
import type { Units } from '../units.ts';
import { integerOr, lineOf, numberOr, stepped, textOr, type NumberField } from './fields.ts';

export interface Settings {
  readonly stimp: number;
  readonly units: Units;
  /** Volume; 0 mutes. */
  readonly sound_percent: number;
  readonly brightness_percent: number;
  /** '' to show the device id instead. */
  readonly name: string;
  readonly x_factor: number;
  /** Whether play pages begin with the figures of the strike instead of the green. */
  readonly figures: boolean;
  /** Whether they do so where nothing is scored. */
  readonly free_figures: boolean;
  /** Whether the first start is finished. */
  readonly set_up: boolean;
  /** Country of the Wi-Fi (ISO 3166-1, two capital letters); '' if unknown. */
  readonly country: string;
  /** Whether the device opens a network of its own while it has joined none. */
  readonly own_network: boolean;
}

export const STIMP: NumberField = { min: 4, max: 15, step: 0.5, default: 10 };
const SOUND: NumberField = { min: 0, max: 100, step: 10, default: 60 };
const BRIGHTNESS: NumberField = { min: 10, max: 100, step: 10, default: 100 };
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
  figures: false,
  free_figures: true,
  set_up: false,
  country: '',
  own_network: true,
};

/**
 * Reads the settings from stored data; a missing or out-of-range field gets its default. A device that has stored
 * settings before it knew `set_up` is set up.
 */
export const settingsFrom = (data: Readonly<Record<string, unknown>>): Settings => ({
  stimp: numberOr(data['stimp'], STIMP),
  units: data['units'] === 'metric' ? 'metric' : 'imperial',
  sound_percent: integerOr(data['sound_percent'], SOUND),
  brightness_percent: integerOr(data['brightness_percent'], BRIGHTNESS),
  name: textOr(data['name'], NAME_CHARS_MAX, ''),
  x_factor: numberOr(data['x_factor'], X),
  figures: data['figures'] === true,
  free_figures: data['free_figures'] !== false,
  set_up: data['set_up'] === true || (data['set_up'] === undefined && Object.keys(data).length > 0),
  country: typeof data['country'] === 'string' && isCountry(data['country']) ? data['country'] : '',
  own_network: data['own_network'] !== false,
});

const STEPPED = { stimp: STIMP, sound_percent: SOUND, brightness_percent: BRIGHTNESS };

export type SettingsChange =
  | { readonly kind: 'step_setting'; readonly key: keyof typeof STEPPED; readonly direction: 1 | -1 }
  | { readonly kind: 'toggle_units' }
  /** Switches play pages between the green and the figures. `free`: where nothing is scored. */
  | { readonly kind: 'turn_face'; readonly free: boolean }
  | { readonly kind: 'name_device'; readonly text: string }
  /** Country of the radio, two capital letters; '' for unknown. */
  | { readonly kind: 'set_country'; readonly country: string }
  | { readonly kind: 'toggle_own_network' | 'finish_set_up' };

/** Returns the settings that a change affects. */
export function settingsChanged(settings: Settings, change: SettingsChange): Partial<Settings> {
  switch (change.kind) {
    case 'step_setting':
      return { [change.key]: stepped(settings[change.key], change.direction, STEPPED[change.key]) };
    case 'toggle_units':
      return { units: settings.units === 'imperial' ? 'metric' : 'imperial' };
    case 'turn_face':
      return change.free ? { free_figures: !settings.free_figures } : { figures: !settings.figures };
    case 'name_device':
      return { name: lineOf(change.text, NAME_CHARS_MAX) };
    case 'set_country':
      return { country: change.country };
    case 'toggle_own_network':
      return { own_network: !settings.own_network };
    case 'finish_set_up':
      return { set_up: true };
  }
}
