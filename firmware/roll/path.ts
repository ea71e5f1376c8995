// Path of a ball over a surface at even times.

import type { Ball } from './ball-motion.ts';
import { between } from './hole-crossing.ts';
import { rollOver, type SlopedGreen, type SlopedOutcome, type StruckBall } from './sloped-roll.ts';

export interface PathPoint {
  readonly t_s: number;
  /** Place from the ball's start: x towards the hole, y to the right. */
  readonly x_m: number;
  readonly y_m: number;
}

/**
 * Returns the outcome of a roll with its path: a point at the start, every `every_s` seconds, and at the end.
 *
 * @param hole_m Distance of the hole straight ahead; null for no hole.
 */
export function pathOf(
  struck: StruckBall,
  green: SlopedGreen,
  hole_m: number | null,
  every_s: number,
): { readonly outcome: SlopedOutcome; readonly path: readonly PathPoint[] } {
  const path: PathPoint[] = [];
  const add = ({ t, x, y }: Ball): void => void path.push({ t_s: t, x_m: x, y_m: y });
  let before: Ball | null = null;
  const outcome = rollOver(struck, green, {
    hole_m,
    trace(ball) {
      if (!before) add(ball);
      else if (ball.t > before.t)
        for (let t = path.length * every_s; t < ball.t; t = path.length * every_s) {
          const point = { ...before };
          between(before, ball, green.x_factor, (t - before.t) / (ball.t - before.t), point);
          add({ ...point, t });
        }
      before = { ...ball };
    },
  });
  path.push({ t_s: outcome.time_s, x_m: outcome.x_m, y_m: outcome.y_m });
  return { outcome, path };
}
