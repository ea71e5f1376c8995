// Manifest of an extension: its identity, its settings and its trend figures.

import { EXTENSION_VERSION_MAX } from '../../wire/choices.ts';
import { isTable, typeName, type LuaTable, type LuaValue } from './lua/values.ts';

export type Setting =
  | {
      readonly type: 'int';
      readonly key: string;
      readonly label: string;
      readonly min: number;
      readonly max: number;
      readonly step: number;
      readonly default: number;
      readonly unit: string;
    }
  | {
      readonly type: 'enum';
      readonly key: string;
      readonly label: string;
      readonly options: readonly string[];
      readonly default: string;
    }
  | { readonly type: 'bool'; readonly key: string; readonly label: string; readonly default: boolean };

export interface TrendField {
  readonly key: string;
  readonly label: string;
  readonly unit: string;
  readonly better: 'high' | 'low';
}

export interface Manifest {
  readonly name: string;
  readonly kind: 'drill' | 'game';
  /** null if the text states none. */
  readonly version: number | null;
  readonly about: string;
  readonly players: { readonly min: number; readonly max: number };
  readonly settings: readonly Setting[];
  readonly trend: readonly TrendField[];
}

export const API_VERSION = 1;
const [NAME_CHARS, ABOUT_CHARS, LABEL_CHARS, SETTINGS_MAX, TRENDS_MAX, OPTIONS_MAX] = [32, 400, 24, 16, 4, 12];
const KEY = /^[a-z][a-z0-9_]{0,15}$/;
const PLAYERS_MAX = 4;

/** Invalid manifest, with a message that names the field. */
class Bad extends Error {}

/**
 * Reads the table that a script passes to `manifest`. Ignores an `id` and rejects any other unknown field.
 * @returns The manifest with defaults filled in, or one sentence that names the first missing or invalid field.
 */
export function readManifest(given: LuaValue): { readonly manifest: Manifest } | { readonly problem: string } {
  try {
    if (!isTable(given)) throw new Bad(`the manifest must be a table, not ${typeName(given)}`);
    return { manifest: manifestFrom(given) };
  } catch (thrown) {
    if (thrown instanceof Bad) return { problem: thrown.message };
    throw thrown;
  }
}

const FIELDS = ['name', 'kind', 'version', 'about', 'api', 'id', 'players', 'settings', 'trend'];

function manifestFrom(table: LuaTable): Manifest {
  const { fields } = table;
  onlyFields(fields, 'the manifest', FIELDS);
  const api = fields.get('api') ?? API_VERSION;
  if (api !== API_VERSION)
    throw new Bad(`api must be ${API_VERSION} on this device, not ${typeof api === 'number' ? api : typeName(api)}`);
  const settings = listOf(fields.get('settings'), 'settings', SETTINGS_MAX).map((each, i) => settingFrom(each, i + 1));
  noDoubles(settings, 'settings');
  const trend = listOf(fields.get('trend'), 'trend', TRENDS_MAX).map((each, i) => trendFrom(each, i + 1));
  noDoubles(trend, 'trend');
  return {
    name: textIn(fields, 'name', 'name', NAME_CHARS),
    kind: oneOf(fields.get('kind'), 'kind', ['drill', 'game'] as const),
    version: versionFrom(fields.get('version')),
    about: fields.has('about') ? textIn(fields, 'about', 'about', ABOUT_CHARS, true) : '',
    players: playersFrom(fields.get('players')),
    settings,
    trend,
  };
}

type Fields = ReadonlyMap<string, LuaValue>;

function onlyFields(fields: Fields, name: string, allowed: readonly string[]): void {
  for (const key of fields.keys())
    if (!allowed.includes(key))
      throw new Bad(`${name} has no field ${key.slice(0, 24)}; allowed: ${allowed.join(', ')}`);
}

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

function textIn(fields: Fields, key: string, name: string, chars_max: number, may_be_empty = false): string {
  const value = fields.get(key);
  if (typeof value !== 'string') throw new Bad(`${name} must be a string, not ${typeName(value)}`);
  const chars = Array.from(value).length;
  if (chars > chars_max) throw new Bad(`${name} has ${chars} characters; at most ${chars_max} are allowed`);
  if (value.trim() === '' && !may_be_empty) throw new Bad(`${name} must not be empty`);
  if (CONTROLS.test(value)) throw new Bad(`${name} has characters that cannot be displayed`);
  return value.trim();
}

function oneOf<T extends string>(value: LuaValue, name: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined)
    throw new Bad(
      `${name} must be one of ${allowed.join(', ')}, not ${typeof value === 'string' ? value.slice(0, 24) : typeName(value)}`,
    );
  return found;
}

function wholeIn(value: LuaValue, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw new Bad(`${name} must be a whole number from ${min} to ${max}`);
  return value;
}

const versionFrom = (value: LuaValue): number | null =>
  value === undefined ? null : wholeIn(value, 'version', 1, EXTENSION_VERSION_MAX);

function playersFrom(value: LuaValue): Manifest['players'] {
  if (value === undefined) return { min: 1, max: PLAYERS_MAX };
  const [min, max, ...rest] = isTable(value) && value.fields.size === 0 ? value.list : [];
  if (rest.length > 0) throw new Bad(`players has ${rest.length + 2} entries; it takes two, minimum and maximum`);
  const read = { min: wholeIn(min, 'players[1]', 1, PLAYERS_MAX), max: wholeIn(max, 'players[2]', 1, PLAYERS_MAX) };
  if (read.min > read.max) throw new Bad('players[1] must not exceed players[2]');
  return read;
}

function listOf(value: LuaValue, name: string, count_max: number): readonly LuaValue[] {
  if (value === undefined) return [];
  if (!isTable(value)) throw new Bad(`${name} must be a list, not ${typeName(value)}`);
  const [field] = value.fields.keys();
  if (field !== undefined) throw new Bad(`${name} must be a list, without the field ${field.slice(0, 24)}`);
  if (value.list.length > count_max)
    throw new Bad(`${name} has ${value.list.length} entries; at most ${count_max} are allowed`);
  return value.list;
}

function noDoubles(entries: readonly { readonly key: string }[], name: string): void {
  const keys = entries.map(({ key }) => key);
  const double = keys.find((key, i) => keys.indexOf(key) !== i);
  if (double !== undefined) throw new Bad(`${name} has two entries with the key ${double}`);
}

function entryFields(value: LuaValue, name: string, allowed: readonly string[]): Fields {
  if (!isTable(value)) throw new Bad(`${name} must be a table, not ${typeName(value)}`);
  onlyFields(value.fields, name, allowed);
  return value.fields;
}

function keyIn(fields: Fields, name: string): string {
  const key = fields.get('key');
  if (typeof key !== 'string' || !KEY.test(key))
    throw new Bad(`${name}.key must be 1 to 16 characters of a-z, 0-9 and _, starting with a letter`);
  return key;
}

const SETTING_FIELDS = ['key', 'label', 'type', 'default', 'min', 'max', 'step', 'unit', 'options'];
const TREND_FIELDS = ['key', 'label', 'unit', 'better'];

function settingFrom(value: LuaValue, place: number): Setting {
  const name = `settings[${place}]`;
  const fields = entryFields(value, name, SETTING_FIELDS);
  const key = keyIn(fields, name);
  const label = fields.has('label') ? textIn(fields, 'label', `${name}.label`, LABEL_CHARS) : labelOf(key);
  const type = oneOf(fields.get('type'), `${name}.type`, ['int', 'enum', 'bool'] as const);
  if (type === 'bool') return { type, key, label, default: flagIn(fields, `${name}.default`) };
  if (type === 'enum') return enumFrom(fields, { name, key, label });
  return intFrom(fields, { name, key, label });
}

function flagIn(fields: Fields, name: string): boolean {
  const value = fields.get('default') ?? false;
  if (typeof value !== 'boolean') throw new Bad(`${name} must be true or false, not ${typeName(value)}`);
  return value;
}

interface Named {
  readonly name: string;
  readonly key: string;
  readonly label: string;
}

const INT = 1_000_000;

function intFrom(fields: Fields, { name, key, label }: Named): Setting {
  const min = wholeIn(fields.get('min'), `${name}.min`, -INT, INT);
  const max = wholeIn(fields.get('max'), `${name}.max`, -INT, INT);
  if (min > max) throw new Bad(`${name}.min must not exceed max`);
  const step = wholeIn(fields.get('step') ?? 1, `${name}.step`, 1, INT);
  const value = wholeIn(fields.get('default') ?? min, `${name}.default`, min, max);
  const unit = fields.has('unit') ? textIn(fields, 'unit', `${name}.unit`, 8, true) : '';
  return { type: 'int', key, label, min, max, step, default: value, unit };
}

function enumFrom(fields: Fields, { name, key, label }: Named): Setting {
  const options = listOf(fields.get('options'), `${name}.options`, OPTIONS_MAX).map((option, i) =>
    textIn(new Map([['option', option]]), 'option', `${name}.options[${i + 1}]`, LABEL_CHARS),
  );
  const [first] = options;
  if (first === undefined) throw new Bad(`${name}.options must have at least one entry`);
  const double = options.find((option, i) => options.indexOf(option) !== i);
  if (double !== undefined) throw new Bad(`${name}.options has ${double} twice`);
  const value = fields.get('default') ?? first;
  return { type: 'enum', key, label, options, default: oneOf(value, `${name}.default`, options) };
}

function trendFrom(value: LuaValue, place: number): TrendField {
  const name = `trend[${place}]`;
  const fields = entryFields(value, name, TREND_FIELDS);
  const key = keyIn(fields, name);
  return {
    key,
    label: fields.has('label') ? textIn(fields, 'label', `${name}.label`, LABEL_CHARS) : labelOf(key),
    unit: fields.has('unit') ? textIn(fields, 'unit', `${name}.unit`, 8, true) : '',
    better: oneOf(fields.get('better') ?? 'high', `${name}.better`, ['high', 'low'] as const),
  };
}

const labelOf = (key: string): string => `${key.slice(0, 1).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`;
