// The settings of course play, and the holes that come of them.

import type { Random } from '../../../hal/random/random.ts';
import { ROUND_HOLES } from '../../../wire/choices.ts';
import { integerOr, type NumberField } from '../../facts/fields.ts';

export interface CourseCfg {
  readonly holes: number;
  /** Shortest and longest hole, feet. */
  readonly csMin: number;
  readonly csMax: number;
}

export const COURSE_FIELDS = {
  holes: { ...ROUND_HOLES, step: 1, default: 9 },
  csMin: { min: 3, max: 100, step: 1, default: 8 },
  csMax: { min: 3, max: 100, step: 1, default: 30 },
} as const satisfies Record<string, NumberField>;

export function courseCfgFrom(data: Readonly<Record<string, unknown>>): CourseCfg {
  const low = integerOr(data['csMin'], COURSE_FIELDS.csMin);
  return {
    holes: integerOr(data['holes'], COURSE_FIELDS.holes),
    csMin: low,
    csMax: Math.max(low, integerOr(data['csMax'], COURSE_FIELDS.csMax)),
  };
}

/** The distance of each hole, feet: whole feet, any of the range alike. */
export const drawHoles = ({ holes, csMin, csMax }: CourseCfg, random: Random): readonly number[] =>
  Array.from({ length: holes }, () => csMin + random.int(csMax - csMin + 1));
