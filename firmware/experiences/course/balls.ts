// Where the balls lie on a sloped green. The wire has only their distances, so host and guests each derive the places
// from the shots, and check them against the distances.

import type { Round } from '../../../wire/relay/round.ts';
import { greenOf, placeAfter, seenByBall, SLOPE_FIELD, type BallPlace, type Greens } from '../../greens/greens.ts';
import type { Surface } from '../../roll/surface.ts';
import { isIntegerIn, isListOfRecords, isNumberIn, isRecord } from '../../persisted/fields.ts';
import { COURSES } from './courses.ts';

type Shot = NonNullable<Round['shot']>;

/** Balls that have left the tee of a hole, by the colour of their seat. */
export interface Balls {
  readonly hole: number;
  readonly places: readonly (BallPlace & { readonly c: number })[];
}

export const NO_BALLS: Balls = { hole: 0, places: [] };

/** `rem` has one decimal. */
const REM_ERROR_FT = 0.11;

/** Returns the length of the current hole, feet; 0 if the host's round does not have it. */
const lengthOf = ({ ho, hole }: Round): number => ho[hole - 1] ?? 0;

/** Returns where a seat's ball lies; null if this device has not seen all its putts on this hole. */
function placeOf(balls: Balls, round: Round, seat: number): BallPlace | null {
  const { ro, rem, hole, sc } = round;
  const tee: BallPlace = { x_ft: -lengthOf(round), y_ft: 0 };
  if ((sc[seat]?.[hole - 1] ?? 0) === 0) return tee;
  const place = balls.hole === hole ? balls.places.find(({ c }) => c === ro[seat]?.c) : undefined;
  if (!place || Math.abs(Math.hypot(place.x_ft, place.y_ft) - (rem[seat] ?? 0)) > REM_ERROR_FT) return null;
  return { x_ft: place.x_ft, y_ft: place.y_ft };
}

/** Returns the balls after a shot. `round`: the one in which it was struck. */
export function withShot(balls: Balls, round: Round, { p, x, y }: Shot): Balls {
  const { hole, ro } = round;
  const c = ro[p]?.c ?? p;
  const others = balls.hole === hole ? balls.places.filter((each) => each.c !== c) : [];
  const from = placeOf(balls, round, p);
  const place = from && { c, ...placeAfter(from, { x_ft: x, y_ft: y }) };
  return { hole, places: place ? [...others, place] : others };
}

/** Green as the ball of a seat sees it. `surface`: null if it is flat, or if the place of the ball is unknown. */
export interface SeenGreen {
  readonly surface: Surface | null;
  readonly known: boolean;
}

export const FLAT: SeenGreen = { surface: null, known: true };

/** Returns the green of the current hole from where a seat's ball lies. */
export function greenFor(greens: Greens, balls: Balls, round: Round, seat: number): SeenGreen {
  const designed = COURSES[greens.course - 1]?.designed ?? false;
  const green = greenOf(greens, designed, round.hole, lengthOf(round));
  if (!green) return FLAT;
  const place = placeOf(balls, round, seat);
  return place ? { surface: seenByBall(green, place), known: true } : { surface: null, known: false };
}

/** Reads stored greens; undefined for flat ones. */
export const greensFrom = (data: unknown): Greens | undefined =>
  isRecord(data) &&
  isIntegerIn(data['course'], { min: 0, max: COURSES.length }) &&
  isIntegerIn(data['slope'], { min: 1, max: SLOPE_FIELD.max })
    ? { course: data['course'], slope: data['slope'] }
    : undefined;

const FEET = { min: -1000, max: 1000 } as const;

/** Reads stored balls; invalid ones are dropped. */
export function ballsFrom(data: unknown): Balls {
  if (!isRecord(data) || !isIntegerIn(data['hole'], { min: 0, max: 18 }) || !isListOfRecords(data['places']))
    return NO_BALLS;
  const places = data['places'].flatMap(({ c, x_ft, y_ft }) =>
    isIntegerIn(c, { min: 0, max: 99 }) && isNumberIn(x_ft, FEET) && isNumberIn(y_ft, FEET) ? [{ c, x_ft, y_ft }] : [],
  );
  return { hole: data['hole'], places };
}
