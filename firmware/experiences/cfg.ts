// The settings of an experience: each one a whole number with its row in the set-up, said once by the experience that has it (C25). A group
// of settings has one name in the flash and in the device's facts; several experiences may share a group.

import { integerOr, stepped, type NumberField } from '../persisted/fields.ts';
import { stationText, type Units } from '../units.ts';
import { keysOf, tableOf } from '../../wire/keys-of.ts';

export interface CfgField extends NumberField {
  readonly label: string;
  readonly unit?: 'ft';
  /** Of a setting that is chosen by name, the name of each value from 0; stepping goes round. */
  readonly words?: readonly string[];
}

export interface CfgSpec<Key extends string = string, Name extends string = string> {
  readonly key: Key;
  readonly fields: Readonly<Record<Name, CfgField>>;
  /** The first of these two settings never lies above the second: each pushes the other along. */
  readonly ordered?: readonly [low: NoInfer<Name>, high: NoInfer<Name>];
  /** The settings that mean something beside the others, in the order of their rows. */
  shown(cfg: Readonly<Record<Name, number>>): readonly NoInfer<Name>[];
}

export type Cfg = Readonly<Record<string, number>>;

/** The settings that a group has. */
export type CfgOf<Spec> = Spec extends CfgSpec<string, infer Name> ? Readonly<Record<Name, number>> : Cfg;

/** Keeps the names of group and settings as they are written. */
export const defineCfg = <const Key extends string, Name extends string>(
  spec: CfgSpec<Key, Name>,
): CfgSpec<Key, Name> => spec;

/** The settings out of data that may be anything. */
export function cfgFrom<Name extends string>(
  { fields, ordered }: CfgSpec<string, Name>,
  data: Readonly<Record<string, unknown>>,
): Readonly<Record<Name, number>> {
  const cfg = tableOf<Name, number>(keysOf(fields), (name) => integerOr(data[name], fields[name]));
  return ordered ? { ...cfg, [ordered[1]]: Math.max(cfg[ordered[0]], cfg[ordered[1]]) } : cfg;
}

/** The settings with one of them a step up or down; a key that there is not changes nothing. */
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

/** A setting as its row shows it. */
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
  return words?.[value] ?? String(value);
}
