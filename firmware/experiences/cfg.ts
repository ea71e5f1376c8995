// Settings of an experience: whole numbers, each with a row on the set-up page, declared once by their experience
// (C25). A group of settings has one name in the flash and in the persisted state; several experiences may share a
// group.

import { integerOr, stepped, type NumberField } from '../persisted/fields.ts';
import { stationText, type Units } from '../units.ts';
import { keysOf, tableOf } from '../../wire/keys-of.ts';

export interface CfgField extends NumberField {
  readonly label: string;
  /** Feet, or hundredths of a second. */
  readonly unit?: 'ft' | 'cs';
  /** Names of the values from 0, for a setting chosen by name; stepping wraps around. */
  readonly words?: readonly string[];
}

export interface CfgSpec<Key extends string = string, Name extends string = string> {
  readonly key: Key;
  readonly fields: Readonly<Record<Name, CfgField>>;
  /** Keeps the first setting at or below the second: each pushes the other along. */
  readonly ordered?: readonly [low: NoInfer<Name>, high: NoInfer<Name>];
  /** Returns the settings that apply with these values, in row order. */
  shown(cfg: Readonly<Record<Name, number>>): readonly NoInfer<Name>[];
}

export type Cfg = Readonly<Record<string, number>>;

/** Settings of a group. */
export type CfgOf<Spec> = Spec extends CfgSpec<string, infer Name> ? Readonly<Record<Name, number>> : Cfg;

/** Defines a group of settings; preserves the literal types of its key and names. */
export const defineCfg = <const Key extends string, Name extends string>(
  spec: CfgSpec<Key, Name>,
): CfgSpec<Key, Name> => spec;

/** Reads the settings from untrusted data; invalid values become defaults. */
export function cfgFrom<Name extends string>(
  { fields, ordered }: CfgSpec<string, Name>,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<Name, number>> {
  const cfg = tableOf<Name, number>(keysOf(fields), (name) => integerOr(data[name], fields[name]));
  return ordered ? { ...cfg, [ordered[1]]: Math.max(cfg[ordered[0]], cfg[ordered[1]]) } : cfg;
}

/** Returns the settings with one of them a step up or down; unchanged for an unknown key. */
export function steppedCfg(spec: CfgSpec, cfg: Cfg, key: string, direction: 1 | -1): Cfg {
  const field = Object.hasOwn(spec.fields, key) ? spec.fields[key] : undefined;
  if (!field) return cfg;
  const { words } = field;
  const value = cfg[key] ?? field.default;
  const next = words ? (value + direction + words.length) % words.length : stepped(value, direction, field);
  const [low = '', high = ''] = spec.ordered ?? [];
  const pushed = key === high ? { [low]: Math.min(cfg[low] ?? next, next) } : {};
  return cfgFrom(spec, { ...cfg, [key]: next, ...pushed });
}

/** Row of a setting on the set-up page. */
interface CfgRow {
  readonly key: string;
  readonly label: string;
  readonly text: string;
}

export const cfgRows = (spec: CfgSpec, cfg: Cfg, units: Units): readonly CfgRow[] =>
  spec.shown(cfg).flatMap((key) => {
    const field = spec.fields[key];
    return field ? [{ key, label: field.label, text: cfgText(field, cfg[key] ?? field.default, units) }] : [];
  });

function cfgText({ unit, words }: CfgField, value: number, units: Units): string {
  if (unit === 'ft') return stationText(value, units);
  if (unit === 'cs') return `${(value / 100).toFixed(2)} s`;
  return words?.[value] ?? String(value);
}
