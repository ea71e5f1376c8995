// Length of the putt on a flat green that needs the same speed.

import { ROLL_PULL } from './ball-motion.ts';
import { frictionOfStimp, GRAVITY_MPS2 } from './roll.ts';
import type { Surface } from './surface.ts';

/**
 * Returns the length in metres on a flat green that takes the speed of a straight putt to a hole `hole_m` ahead: the
 * energy for the rise, 5/7 g h, counts as friction over an additional distance. Negative if a ball from a standstill
 * would roll past.
 */
export const flatLength = (surface: Surface, hole_m: number, stimp_ft: number): number =>
  hole_m +
  (ROLL_PULL * GRAVITY_MPS2 * (surface.heightAt(hole_m, 0) - surface.heightAt(0, 0))) / frictionOfStimp(stimp_ft);
