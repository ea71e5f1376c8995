// Target of a putt, as `ext.target` returns it and `shot.send` accepts it (C155).

import type { ShotTarget } from '../../wire/shot/message.ts';
import type { LuaValue } from './lua/values.ts';
import { readTable, type Argument } from './verbs/verb.ts';

export const TARGET_FIELDS = [
  { name: 'kind', type: 'text', one_of: ['hole', 'station'], doc: 'what the player aims at' },
  { name: 'distance_ft', type: 'number', min: 0.1, max: 300, doc: 'distance in feet' },
  { name: 'hole', type: 'integer', min: 0, max: 99, optional: true, doc: 'hole number, from 1; 0 for none' },
  { name: 'stroke', type: 'integer', min: 0, max: 99, optional: true, doc: 'stroke number, from 1; 0 for none' },
] as const satisfies readonly Argument[];

/** Target in which every field is optional. */
export type PartialTarget = { readonly [Field in keyof ShotTarget]?: ShotTarget[Field] | undefined };

const readTarget = (value: LuaValue): ReturnType<typeof readTable<typeof TARGET_FIELDS>> =>
  value === undefined ? { values: {} } : readTable('target', TARGET_FIELDS, value);

/**
 * Returns one sentence about the first invalid field in the result of `ext.target`; null for nil and for a table
 * without invalid fields.
 */
export function targetProblem(value: LuaValue): string | null {
  const read = readTarget(value);
  return 'problem' in read ? read.problem : null;
}

/** Reads the result of `ext.target`; empty if it has a problem. */
export function targetFrom(value: LuaValue): PartialTarget {
  const read = readTarget(value);
  return 'problem' in read ? {} : read.values;
}

/** Returns the target for forwarding a putt; null without a kind or a distance. */
export function declaredTarget({ kind, distance_ft, hole = 0, stroke = 0 }: PartialTarget): ShotTarget | null {
  return kind === undefined || distance_ft === undefined ? null : { kind, distance_ft, hole, stroke };
}
