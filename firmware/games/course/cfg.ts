// The settings of course play, and the holes that come of them.

import type { Random } from '../../../hal/random/random.ts';
import { ROUND_HOLES } from '../../../wire/choices.ts';
import { COURSES } from './courses.ts';
import { integerOr, type NumberField } from '../../facts/fields.ts';

export interface CourseCfg {
  /** 0: holes drawn at random; otherwise which of the courses that come with the device, from 1. */
  readonly course: number;
  readonly holes: number;
  /** Shortest and longest hole, feet. */
  readonly csMin: number;
  readonly csMax: number;
}

export const COURSE_FIELDS = {
  course: { min: 0, max: COURSES.length, step: 1, default: 0 },
  holes: { ...ROUND_HOLES, step: 1, default: 9 },
  csMin: { min: 3, max: 100, step: 1, default: 8 },
  csMax: { min: 3, max: 100, step: 1, default: 30 },
} as const satisfies Record<string, NumberField>;

export function courseCfgFrom(data: Readonly<Record<string, unknown>>): CourseCfg {
  const low = integerOr(data['csMin'], COURSE_FIELDS.csMin);
  return {
    course: integerOr(data['course'], COURSE_FIELDS.course),
    holes: integerOr(data['holes'], COURSE_FIELDS.holes),
    csMin: low,
    csMax: Math.max(low, integerOr(data['csMax'], COURSE_FIELDS.csMax)),
  };
}

/** The name of the course that is chosen; '' for holes drawn at random. */
export const courseName = ({ course }: CourseCfg): string => COURSES[course - 1]?.name ?? '';

/** The distance of each hole, feet: of the course, or drawn: whole feet, any of the range alike. */
export function drawHoles({ course, holes, csMin, csMax }: CourseCfg, random: Random): readonly number[] {
  const chosen = COURSES[course - 1];
  if (chosen) return chosen.holes_ft.slice(0, holes);
  return Array.from({ length: holes }, () => csMin + random.int(csMax - csMin + 1));
}
