// Outcome of a putt on a green that may slope.

import { lengthOf } from './direction.ts';
import { pathOf } from './path.ts';
import { FOOT_M, rollOf } from './roll.ts';
import type { Surface } from './surface.ts';
import { CURVE_HZ, outcomeOf, type PuttOutcome } from './verdict.ts';

/** Computes the outcome of a ball with the hole straight ahead at `hole_ft` feet (null: no hole). Null: a flat green. */
export function outcomeOn(
  surface: Surface | null,
  ball: { readonly speed_mps: number; readonly start_deg: number },
  green: { readonly stimp_ft: number; readonly x_factor: number },
  hole_ft: number | null,
): PuttOutcome {
  if (!surface) return outcomeOf(ball, green, hole_ft);
  const hole_m = hole_ft === null ? null : hole_ft * FOOT_M;
  const { outcome, path } = pathOf(ball, { surface, ...green }, hole_m, 1 / CURVE_HZ);
  const { verdict, too_fast, time_s } = outcome;
  const holed = verdict === 'holed';
  const [x_m, y_m] = holed && hole_m !== null ? [hole_m, 0] : [outcome.x_m, outcome.y_m];
  return {
    verdict,
    roll: rollOf(ball.speed_mps, green.stimp_ft, green.x_factor),
    start_deg: ball.start_deg,
    travel_m: lengthOf(x_m, y_m),
    x_m,
    y_m,
    leave_m: hole_m === null ? null : holed ? 0 : lengthOf(x_m - hole_m, y_m),
    ...(verdict === 'lip' && { too_fast }),
    curve: { points: path.map((point) => ({ x_m: point.x_m, y_m: point.y_m })), lasts_s: time_s },
  };
}
