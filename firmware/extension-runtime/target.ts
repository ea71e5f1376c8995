// The target of a putt, as `ext.target` gives it: what it may be, and what is read out of it.

import { inRange, type Range } from '../../wire/limits.ts';
import type { ShotTarget } from '../../wire/shot/message.ts';
import { isTable, type LuaValue } from './lua/values.ts';

/** What a target may be. */
export const TARGET_FT: Range = { min: 0.1, max: 300 };
export const TARGET_KINDS = ['hole', 'station'] as const;
export const COUNT: Range = { min: 0, max: 99 };

const fieldOf = (target: LuaValue, name: string): LuaValue =>
  target !== undefined && isTable(target) ? target.fields.get(name) : undefined;

/** @returns The distance of a target, 0.1 to 300 feet; null where the extension names none that makes sense. */
export function targetFeet(target: LuaValue): number | null {
  const distance = fieldOf(target, 'distance_ft');
  return typeof distance === 'number' && inRange(distance, TARGET_FT) ? distance : null;
}

const countIn = (value: LuaValue): number =>
  typeof value === 'number' && Number.isInteger(value) && inRange(value, COUNT) ? value : 0;

/** The target that a putt is forwarded with; null where the extension declares none: it needs a kind and a distance. */
export function declaredTarget(target: LuaValue): ShotTarget | null {
  const distance_ft = targetFeet(target);
  const kind = TARGET_KINDS.find((each) => each === fieldOf(target, 'kind'));
  if (distance_ft === null || kind === undefined) return null;
  return { kind, distance_ft, hole: countIn(fieldOf(target, 'hole')), stroke: countIn(fieldOf(target, 'stroke')) };
}
