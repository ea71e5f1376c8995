// A putt on a slope: the options of `tapin roll`, and what it computes from them.

import { idealPutt, type IdealPutt } from '../../firmware/roll/aim.ts';
import { pathOf, type PathPoint } from '../../firmware/roll/path.ts';
import { FOOT_M } from '../../firmware/roll/roll.ts';
import type { SlopedGreen, SlopedOutcome } from '../../firmware/roll/sloped-roll.ts';
import { INCH_M } from '../../firmware/experiences/aim.ts';
import { greenUnder } from '../../firmware/greens/green-record.ts';
import { planeOf, type Contours } from '../../firmware/roll/surface.ts';

export interface RollCall {
  readonly stimp: number;
  readonly side: number;
  readonly up: number;
  /** File of the contours. */
  readonly contours?: string;
  /** Heights in that file. */
  readonly heights?: Contours;
  readonly distance?: number;
  readonly past: number;
  readonly json?: boolean;
  readonly svg?: string;
}

/** A putt with its roll over the covered hole. */
export interface ComputedPutt {
  readonly distance_ft: number;
  readonly putt: IdealPutt;
  /** Whether the slope lets no ball cross the hole so slowly. */
  readonly too_steep: boolean;
  readonly outcome: SlopedOutcome;
  readonly path: readonly PathPoint[];
}

const EVERY_S = 1 / 30;

/**
 * Computes the ideal putt for a hole at this distance. On a slope too steep for it, computes a faster one; null if none
 * is found.
 */
export function computePutt(distance_ft: number, { stimp, side, up, past, heights }: RollCall): ComputedPutt | null {
  const surface = heights
    ? greenUnder({ contours: heights }, distance_ft).surface
    : planeOf({ up_percent: up, side_percent: side });
  const green: SlopedGreen = { surface, stimp_ft: stimp, x_factor: 1 };
  const hole_m = distance_ft * FOOT_M;
  for (let past_in = past; past_in <= PAST_IN_MAX; past_in = 1 + 1.2 * past_in) {
    const putt = idealPutt(green, { hole_m, past_m: past_in * INCH_M, rolls: true });
    if (!putt) continue;
    const too_steep = past_in > past;
    return { distance_ft, putt, too_steep, ...pathOf({ ...putt, rolls: true }, green, null, EVERY_S) };
  }
  return null;
}

/** Fastest crossing that is tried, as inches past a hole on a flat green. */
const PAST_IN_MAX = 2400;

/** Returns the aim in inches, positive above the low side of the hole. */
export const aimInches = ({ side }: Pick<RollCall, 'side'>, { aim_m }: IdealPutt): number =>
  ((side < 0 ? 1 : -1) * aim_m) / INCH_M || 0;

/** Describes the green in a sentence. */
export function greenText({ stimp, side, up, past, contours }: RollCall): string {
  const slopes = [
    contours !== undefined && contours,
    side !== 0 && `falls ${Math.abs(side)} % to the ${side > 0 ? 'right' : 'left'}`,
    up !== 0 && `${up > 0 ? 'rises' : 'falls'} ${Math.abs(up)} % to the hole`,
  ].filter((slope) => slope !== false);
  return `Stimp ${stimp}, ${slopes.join(', ') || 'flat'}; the ball would roll ${past} in past a hole on a flat green.`;
}
