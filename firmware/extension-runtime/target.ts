// The target of a putt, as `ext.target` gives it and `shot.send` takes it (C155).

import type { ShotTarget } from '../../wire/shot/message.ts';
import type { LuaValue } from './lua/values.ts';
import { readTable, type Argument } from './verbs/verb.ts';

export const TARGET_FIELDS = [
  { name: 'kind', type: 'text', one_of: ['hole', 'station'], doc: 'a hole or a station' },
  { name: 'distance_ft', type: 'number', min: 0.1, max: 300, doc: 'feet' },
  { name: 'hole', type: 'integer', min: 0, max: 99, optional: true, doc: 'from 1; 0 for none' },
  { name: 'stroke', type: 'integer', min: 0, max: 99, optional: true, doc: 'from 1; 0 for none' },
] as const satisfies readonly Argument[];

/** Every field may be missing. */
export type Target = { readonly [Field in keyof ShotTarget]?: ShotTarget[Field] | undefined };

const readTarget = (value: LuaValue): ReturnType<typeof readTable<typeof TARGET_FIELDS>> =>
  value === undefined ? { values: {} } : readTable('target', TARGET_FIELDS, value);

/** One sentence about the first wrong field of what `ext.target` gives; null for nil, and for a table of fields that are right or missing. */
export function targetProblem(value: LuaValue): string | null {
  const read = readTarget(value);
  return 'problem' in read ? read.problem : null;
}

/** Reads what `ext.target` gave; one that has a problem is empty. */
export function targetFrom(value: LuaValue): Target {
  const read = readTarget(value);
  return 'problem' in read ? {} : read.values;
}

/** The target that a putt is forwarded with: it needs a kind and a distance. */
export function declaredTarget({ kind, distance_ft, hole = 0, stroke = 0 }: Target): ShotTarget | null {
  return kind === undefined || distance_ft === undefined ? null : { kind, distance_ft, hole, stroke };
}
