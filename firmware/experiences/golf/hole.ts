// Data of a mini-golf hole, in feet: its outline, obstacles, start of the ball and cup.

import { FOOT_M } from '../../roll/roll.ts';
import { sidesOf, type Circle, type Point, type Wall } from './geometry.ts';

type Feet = readonly [x: number, y: number];

export interface GolfHole {
  readonly name: string;
  readonly par: number;
  /** Outer wall; 18 by 7 feet fit on the screen. */
  readonly outline: readonly Feet[];
  /** Solid blocks inside the outline. */
  readonly blocks: readonly (readonly Feet[])[];
  /** Round posts: centre and radius. */
  readonly posts: readonly (readonly [x: number, y: number, radius: number])[];
  /** Areas with four times the rolling friction. */
  readonly sand: readonly (readonly Feet[])[];
  readonly start: Feet;
  readonly cup: Feet;
}

/** The hole in metres, ready for the simulation. */
export interface Ground {
  readonly outline: readonly Point[];
  readonly walls: readonly Wall[];
  readonly posts: readonly Circle[];
  readonly sand: readonly (readonly Point[])[];
  readonly start: Point;
  readonly cup: Point;
}

const metres = ([x, y]: Feet): Point => ({ x: x * FOOT_M, y: y * FOOT_M });

export function groundOf({ outline, blocks, posts, sand, start, cup }: GolfHole): Ground {
  const around = outline.map(metres);
  return {
    outline: around,
    walls: [around, ...blocks.map((block) => block.map(metres))].flatMap((closed) => sidesOf(closed)),
    posts: posts.map(([x, y, radius]) => ({ ...metres([x, y]), radius: radius * FOOT_M })),
    sand: sand.map((patch) => patch.map(metres)),
    start: metres(start),
    cup: metres(cup),
  };
}
