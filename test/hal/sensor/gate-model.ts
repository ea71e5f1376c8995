// Oracle of the geometry tests: the model of sensor §1, equation by equation, in millimetres and degrees, solved by
// bisection. It shares no code with hal/sensor/geometry.ts.

import fc from 'fast-check';
import type { Stroke } from '../../../hal/sensor/geometry.ts';

/** Stroke in the units of the spec. */
export interface PageStroke {
  readonly v_mps: number;
  readonly face_deg: number;
  readonly rot_deg_per_in: number;
  readonly attack_deg: number;
  readonly z0_mm: number;
  readonly q_left: number;
  readonly q_right: number;
}

/** Stroke with no value at a limit and no two values alike. */
export const MIDDLING: PageStroke = {
  v_mps: 1.5,
  face_deg: 1.2,
  rot_deg_per_in: 0.45,
  attack_deg: 1,
  z0_mm: 8,
  q_left: 0.4,
  q_right: 0.6,
};

const rad = (deg: number): number => (deg / 180) * Math.PI;
const deg = (radians: number): number => (radians / Math.PI) * 180;
/** Returns the head end: 40 mm at q = 0, 75 mm at q = 1. */
const end_mm = (q: number): number => 40 + 35 * q;

export const strokeOfPage = (page: PageStroke): Stroke => ({
  speed_mps: page.v_mps,
  face_rad: rad(page.face_deg),
  rotation_rad_per_in: rad(page.rot_deg_per_in),
  attack_rad: rad(page.attack_deg),
  height_m: page.z0_mm / 1000,
  left_end_m: end_mm(page.q_left) / 1000,
  right_end_m: end_mm(page.q_right) / 1000,
});

/** Converts the result of `inverse` to the units of the spec. */
export const pageOf = (stroke: Stroke): PageStroke => ({
  v_mps: stroke.speed_mps,
  face_deg: deg(stroke.face_rad),
  rot_deg_per_in: deg(stroke.rotation_rad_per_in),
  attack_deg: deg(stroke.attack_rad),
  z0_mm: stroke.height_m * 1000,
  q_left: (stroke.left_end_m * 1000 - 40) / 35,
  q_right: (stroke.right_end_m * 1000 - 40) / 35,
});

/**
 * Returns the root of an increasing function between two bounds, to the last bit; NaN if the root lies outside them.
 */
function bisect(rising: (x: number) => number, low: number, high: number): number {
  if (!(rising(low) <= 0 && rising(high) >= 0)) return Number.NaN;
  for (let n = 0; n < 100; n++) {
    const middle = (low + high) / 2;
    if (rising(middle) < 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Returns the times of first contact in seconds, LA RA LB RB LD RD HA HB; `error_um`: displacements of the apertures
 * along x, µm.
 */
export function oracleTimes(page: PageStroke, error_um: readonly number[] = []): number[] {
  const [yL, yR] = [end_mm(page.q_left), end_mm(page.q_right)];
  const tan = (X: number): number => Math.tan(rad(page.face_deg + (page.rot_deg_per_in * X) / 25.4));
  const z = (X: number): number => page.z0_mm + X * Math.tan(rad(page.attack_deg));
  const equations: ((X: number) => number)[] = [
    (X) => X + 35 * tan(X) - -63.5,
    (X) => X - 35 * tan(X) - -63.5,
    (X) => X + 35 * tan(X) - -12.7,
    (X) => X - 35 * tan(X) - -12.7,
    (X) => X + yL * tan(X) - (-63.5 + (50.8 * (75 - yL)) / 35),
    (X) => X - yR * tan(X) - (-63.5 + (50.8 * (75 - yR)) / 35),
    (X) => X - 26 * tan(X) - (-71.5 + z(X)),
    (X) => X - 26 * tan(X) - (-20.7 + z(X)),
  ];
  return equations.map((f, channel) => {
    const X_mm = bisect((X) => f(X) - (error_um[channel] ?? 0) / 1000, -150, 150);
    return X_mm / 1000 / page.v_mps;
  });
}

const between = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

const strokes = (face: number, rot: number, attack: readonly [number, number]): fc.Arbitrary<PageStroke> =>
  fc.record({
    v_mps: between(0.15, 6),
    face_deg: between(-face, face),
    rot_deg_per_in: between(-rot, rot),
    attack_deg: between(...attack),
    z0_mm: between(4, 14),
    q_left: between(0, 1),
    q_right: between(0, 1),
  });

/** Range in which the protocol page calls the inverse exact. */
export const exactStrokes = strokes(10, 2, [-6, 8]);
/** All plausible strokes. */
export const plausibleStrokes = strokes(20, 6, [-15, 15]);
/** Aperture errors of a board, in whole micrometres. */
export const apertures = fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 8, maxLength: 8 });
