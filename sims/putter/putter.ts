// Virtual putter: converts a stroke into the times at which the head covers and clears each gate. The head is 20 mm
// deep. It starts 10 mm behind the ball and swings like a pendulum: back in half a period, and down to the ball in a
// quarter, as good players do (docs/physics.md). Through the gates its speed is constant, as the protocol's model has it.

import { contactPositions, type Stroke } from '../../hal/sensor/geometry.ts';
import { assert } from '../../wire/errors.ts';

export interface GateEdge {
  readonly at_s: number;
  /** Index in the order of the channels. */
  readonly channel: number;
  readonly covered: boolean;
}

/** Default period of the pendulum. A player takes 1.2 s; at a desk a putt should not wait for that. */
export const SWING_PERIOD_S = 0.8;

const HEAD_DEPTH_M = 0.02;
const ADDRESS_M = -0.01;
/** Where the speed becomes constant: behind the farthest contact of the geometry. */
const GATES_M = -0.15;
const AMPLITUDE_M_MIN = 0.2;
const FINISH_M = 0.15;
const ADDRESS_S = 0.05;

/** Part of the motion in which the leading edge only moves one way. */
interface Leg {
  readonly from_s: number;
  readonly to_s: number;
  readonly from_m: number;
  readonly to_m: number;
  /** Returns the time at which the leading edge is at x, of a place between both ends. */
  at(x: number): number;
}

/**
 * Returns the path of the leading edge in legs, from setting the putter down to lifting it after the follow-through. The
 * amplitude is that of a pendulum that passes the ball at this speed.
 */
function motion(speed_mps: number, period_s: number): readonly Leg[] {
  const omega = (2 * Math.PI) / period_s;
  const top_m = -Math.max(speed_mps / omega, AMPLITUDE_M_MIN);
  const back_s = period_s / 2;
  const top_s = ADDRESS_S + back_s;
  // From rest at the top: x = top cos(omega t).
  const fall = (x: number): number => top_s + Math.acos(x / top_m) / omega;
  const gates_s = fall(GATES_M);
  const finish_s = gates_s + (FINISH_M - GATES_M) / speed_mps;
  const eased = (x: number): number => Math.acos(1 - (2 * (x - ADDRESS_M)) / (top_m - ADDRESS_M));
  return [
    { from_s: 0, to_s: ADDRESS_S, from_m: ADDRESS_M, to_m: ADDRESS_M, at: () => 0 },
    {
      from_s: ADDRESS_S,
      to_s: top_s,
      from_m: ADDRESS_M,
      to_m: top_m,
      at: (x) => ADDRESS_S + (back_s / Math.PI) * eased(x),
    },
    { from_s: top_s, to_s: gates_s, from_m: top_m, to_m: GATES_M, at: fall },
    {
      from_s: gates_s,
      to_s: finish_s,
      from_m: GATES_M,
      to_m: FINISH_M,
      at: (x) => gates_s + (x - GATES_M) / speed_mps,
    },
  ];
}

/** Legs of the backstroke, with the putter still at address first. */
const BACK_LEGS = 2;

const endOf = (legs: readonly Leg[]): number => legs.at(-1)?.to_s ?? 0;

/** Returns the seconds from setting the putter down to lifting it. */
export const strokeLasts_s = (speed_mps: number, period_s = SWING_PERIOD_S): number =>
  endOf(motion(speed_mps, period_s));

/** Returns the seconds from setting the putter down to the contact with the ball. */
export const strikesAfter_s = (speed_mps: number, period_s = SWING_PERIOD_S): number =>
  strokeLasts_s(speed_mps, period_s) - FINISH_M / speed_mps;

/**
 * Returns every edge that the gates see of this stroke, in order of time; 0 = the putter is set down.
 * `aperture_error_um`: offset of the board's real apertures along x.
 */
export function gateEdges(
  stroke: Stroke,
  aperture_error_um: readonly number[] = [],
  period_s = SWING_PERIOD_S,
): readonly GateEdge[] {
  const legs = motion(stroke.speed_mps, period_s);
  const edgesAlong = (path: Stroke, part: readonly Leg[]): GateEdge[] => {
    const positions = contactPositions(path, aperture_error_um);
    assert(positions, 'an impossible stroke was not rejected');
    return positions.flatMap((place, channel) => edgesOf(place, channel, part));
  };
  const edges = [...edgesAlong(square(stroke), legs.slice(0, BACK_LEGS)), ...edgesAlong(stroke, legs.slice(BACK_LEGS))];
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
    const forward = leg.to_m > leg.from_m;
    const [enter, leave] = forward ? [place, place + HEAD_DEPTH_M] : [place + HEAD_DEPTH_M, place];
    const passes = (x: number): boolean => (x - leg.from_m) * (x - leg.to_m) < 0;
    if (passes(enter)) turn(leg.at(enter), true);
    if (passes(leave)) turn(leg.at(leave), false);
  }
  turn(endOf(legs), false);
  return edges;
}
