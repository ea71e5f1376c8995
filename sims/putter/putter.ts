// Virtual putter: converts a stroke into the times at which the head covers and clears each gate. The head is 20 mm
// deep; it starts 10 mm behind the ball, moves back over the gates, rests, and swings through at constant speed.

import { contactPositions, type Stroke } from '../../hal/sensor/geometry.ts';
import { assert } from '../../wire/errors.ts';

export interface GateEdge {
  readonly at_s: number;
  /** Index in the order of the channels. */
  readonly channel: number;
  readonly covered: boolean;
}

const HEAD_DEPTH_M = 0.02;
const ADDRESS_M = -0.01;
const TOP_M = -0.2;
const FINISH_M = 0.15;
const ADDRESS_S = 0.05;
const DRAW_BACK_S = 0.3;
const REST_S = 0.1;

interface Leg {
  readonly from_s: number;
  readonly to_s: number;
  readonly from_m: number;
  readonly to_m: number;
}

/**
 * Returns the path of the leading edge in legs, from setting the putter down to lifting it after the follow-through.
 */
function motion(speed_mps: number): readonly Leg[] {
  const drawn = ADDRESS_S + DRAW_BACK_S;
  const rested = drawn + REST_S;
  return [
    { from_s: 0, to_s: ADDRESS_S, from_m: ADDRESS_M, to_m: ADDRESS_M },
    { from_s: ADDRESS_S, to_s: drawn, from_m: ADDRESS_M, to_m: TOP_M },
    { from_s: drawn, to_s: rested, from_m: TOP_M, to_m: TOP_M },
    { from_s: rested, to_s: rested + (FINISH_M - TOP_M) / speed_mps, from_m: TOP_M, to_m: FINISH_M },
  ];
}

const endOf = (legs: readonly Leg[]): number => legs.at(-1)?.to_s ?? 0;

/** Returns the seconds from setting the putter down to lifting it. */
export const strokeLasts_s = (speed_mps: number): number => endOf(motion(speed_mps));

/**
 * Returns every edge that the gates see of this stroke, in order of time; 0 = the putter is set down.
 * `aperture_error_um`: offset of the board's real apertures along x.
 */
export function gateEdges(stroke: Stroke, aperture_error_um: readonly number[] = []): readonly GateEdge[] {
  const legs = motion(stroke.speed_mps);
  const edgesAlong = (path: Stroke, part: readonly Leg[]): GateEdge[] => {
    const positions = contactPositions(path, aperture_error_um);
    assert(positions, 'an impossible stroke was not rejected');
    return positions.flatMap((place, channel) => edgesOf(place, channel, part));
  };
  const edges = [...edgesAlong(square(stroke), legs.slice(0, -1)), ...edgesAlong(stroke, legs.slice(-1))];
  return edges.sort((a, b) => a.at_s - b.at_s);
}

/** Golfers set the putter down and draw it back square regardless of the stroke. */
const square = (stroke: Stroke): Stroke => ({ ...stroke, face_rad: 0, rotation_rad_per_in: 0, attack_rad: 0 });

/** Returns the edges of one gate. It is covered from the contact of the leading edge until one head depth beyond. */
function edgesOf(place: number, channel: number, legs: readonly Leg[]): GateEdge[] {
  const covers = (x: number): boolean => x >= place && x <= place + HEAD_DEPTH_M;
  const edges: GateEdge[] = [];
  let covered = false;
  const turn = (at_s: number, now: boolean): void => {
    if (now !== covered) edges.push({ at_s, channel, covered: (covered = now) });
  };
  for (const leg of legs) {
    turn(leg.from_s, covers(leg.from_m));
    const at = (x: number): number =>
      leg.from_s + ((x - leg.from_m) / (leg.to_m - leg.from_m)) * (leg.to_s - leg.from_s);
    const [near, far] = [at(place), at(place + HEAD_DEPTH_M)];
    const [enter, leave] = leg.to_m > leg.from_m ? [near, far] : [far, near];
    if (enter > leg.from_s && enter < leg.to_s) turn(enter, true);
    if (leave > leg.from_s && leave < leg.to_s) turn(leave, false);
  }
  turn(endOf(legs), false);
  return edges;
}
