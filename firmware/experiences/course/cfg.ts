// Settings of course play, and the holes they produce.

import type { Random } from '../../../hal/random/random.ts';
import { ROUND_HOLES } from '../../../wire/choices.ts';
import { SLOPE_FIELD, type Greens } from '../../greens/greens.ts';
import { COURSES } from './courses.ts';
import { defineCfg, type CfgOf } from '../cfg.ts';

const feet = (label: string, default_ft: number) =>
  ({ label, min: 3, max: 100, step: 1, default: default_ft, unit: 'ft' }) as const;

/** Whether a course has greens designed by hand. */
const isDesigned = (course: number): boolean => COURSES[course - 1]?.designed ?? false;

/** Slope of the greens designed by hand: championship. */
const DESIGNED_SLOPE = SLOPE_FIELD.max;

/** Returns the greens of a round with these settings. */
export const greensOf = ({ course, slope }: CfgOf<typeof COURSE_CFG>): Greens => ({
  course,
  slope: isDesigned(course) ? DESIGNED_SLOPE : slope,
});

/** Names the greens of a round; '' for flat ones. */
export const greensText = ({ course, slope }: Greens): string =>
  slope === 0
    ? ''
    : isDesigned(course)
      ? (COURSES[course - 1]?.name ?? '')
      : `${SLOPE_FIELD.words[slope] ?? ''} slopes`;

/** `course` 0: holes drawn at random between `csMin` and `csMax` feet; from 1: number of a built-in course. */
export const COURSE_CFG = defineCfg({
  key: 'course',
  fields: {
    course: {
      label: 'Course',
      min: 0,
      max: COURSES.length,
      step: 1,
      default: 0,
      words: ['at random', ...COURSES.map(({ name }) => name)],
    },
    holes: { ...ROUND_HOLES, label: 'Holes', step: 1, default: 9 },
    csMin: feet('Shortest hole', 8),
    csMax: feet('Longest hole', 30),
    slope: SLOPE_FIELD,
  },
  ordered: ['csMin', 'csMax'],
  shown: ({ course }) => [
    'course',
    'holes',
    ...(course > 0 ? [] : (['csMin', 'csMax'] as const)),
    ...(isDesigned(course) ? [] : (['slope'] as const)),
  ],
});

/** Returns the distance of each hole in feet: from the course, or drawn uniformly in whole feet. */
export function drawHoles(
  { course, holes, csMin, csMax }: CfgOf<typeof COURSE_CFG>,
  random: Random,
): readonly number[] {
  const chosen = COURSES[course - 1];
  if (chosen) return chosen.holes_ft.slice(0, holes);
  return Array.from({ length: holes }, () => csMin + random.int(csMax - csMin + 1));
}
