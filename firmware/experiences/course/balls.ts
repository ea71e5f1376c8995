// Where the balls lie on a sloped green. The wire has only their distances, so host and guests each derive the places
// from the shots, and know by the strokes whether they have seen them all.

import type { Round } from '../../../wire/relay/round.ts';
import { greenOf, placeAfter, seenByBall, SLOPE_FIELD, type BallPlace, type Greens } from '../../greens/greens.ts';
import type { Surface } from '../../roll/surface.ts';
import { isIntegerIn, isListOfRecords, isNumberIn, isRecord } from '../../persisted/fields.ts';
import { COURSES } from './courses.ts';

type Shot = NonNullable<Round['shot']>;

/** Balls that have left the tee of a hole, by the colour of their seat, each with its strokes so far. */
export interface Balls {
  readonly hole: number;
  readonly places: readonly (BallPlace & { readonly c: number; readonly strokes: number })[];
}

export const NO_BALLS: Balls = { hole: 0, places: [] };

/** Returns the length of the current hole, feet; 0 if the host's round does not have it. */
const lengthOf = ({ ho, hole }: Round): number => ho[hole - 1] ?? 0;

const strokesOf = ({ sc, hole }: Round, seat: number): number => sc[seat]?.[hole - 1] ?? 0;

/** Returns where a seat's ball lies; null if this device has not seen all its putts on this hole. */
function placeOf(balls: Balls, round: Round, seat: number): BallPlace | null {
  const strokes = strokesOf(round, seat);
  if (strokes === 0) return { x_ft: -lengthOf(round), y_ft: 0 };
  const place = balls.hole === round.hole ? balls.places.find(({ c }) => c === round.ro[seat]?.c) : undefined;
  return place?.strokes === strokes ? { x_ft: place.x_ft, y_ft: place.y_ft } : null;
}

/** Returns the balls after a shot. `round`: the one before its verdict. */
export function withShot(balls: Balls, round: Round, { p, x, y }: Shot): Balls {
  const { hole, ro } = round;
  const c = ro[p]?.c ?? p;
  const others = balls.hole === hole ? balls.places.filter((each) => each.c !== c) : [];
  const from = placeOf(balls, round, p);
  const place = from && { c, strokes: strokesOf(round, p) + 1, ...placeAfter(from, { x_ft: x, y_ft: y }) };
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
  const green = greenIn(greens, round);
  if (!green) return FLAT;
  const place = placeOf(balls, round, seat);
  return place ? { surface: seenByBall(green, place), known: true } : { surface: null, known: false };
}

/** Returns the green of the current hole from the line between its tee and the hole, where a lost ball is put. */
export function greenOnLine(greens: Greens, round: Round, seat: number): Surface | null {
  const green = greenIn(greens, round);
  return green && seenByBall(green, { x_ft: -(round.rem[seat] ?? 0), y_ft: 0 });
}

function greenIn(greens: Greens, round: Round): Surface | null {
  const designed = COURSES[greens.course - 1]?.designed ?? false;
  return greenOf(greens, designed, round.hole, lengthOf(round));
}

/** Reads stored greens; undefined for flat ones. */
export const greensFrom = (data: unknown): Greens | undefined =>
  isRecord(data) &&
  isIntegerIn(data['course'], { min: 0, max: COURSES.length }) &&
  isIntegerIn(data['slope'], { min: 1, max: SLOPE_FIELD.max })
    ? { course: data['course'], slope: data['slope'] }
    : undefined;

const COUNT = { min: 0, max: 99 } as const;
const FEET = { min: -1000, max: 1000 } as const;

/** Reads stored balls; invalid ones are dropped. */
export function ballsFrom(data: unknown): Balls {
  if (!isRecord(data) || !isIntegerIn(data['hole'], { min: 0, max: 18 }) || !isListOfRecords(data['places']))
    return NO_BALLS;
  const places = data['places'].flatMap(({ c, strokes, x_ft, y_ft }) =>
    isIntegerIn(c, COUNT) && isIntegerIn(strokes, COUNT) && isNumberIn(x_ft, FEET) && isNumberIn(y_ft, FEET)
      ? [{ c, strokes, x_ft, y_ft }]
      : [],
  );
  return { hole: data['hole'], places };
}
