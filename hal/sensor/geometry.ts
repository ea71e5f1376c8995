// Geometry of the gate board: converts a stroke to the eight gate times, and back.
// Frame: x along the target line (0 = the back of the ball, positive to the target), y to the right, z up. The head's
// lower leading edge is x = X - y tan(psi(X)) with psi = psi0 + rho X, at height z = z0 + X tan(alpha), X = v t and t =
// 0 at the ball. Each channel fires once, when the edge meets it.
// The model and its closed-form inverse are this project's own (docs/sensor-protocol.md); there is no public reference.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { CHANNEL } from './messages.ts';

/** Stroke in SI units and radians, except rho in radians per inch. */
export interface Stroke {
  readonly speed_mps: number;
  readonly face_rad: number;
  readonly rotation_rad_per_in: number;
  readonly attack_rad: number;
  /** Height of the lower leading edge at the ball. */
  readonly height_m: number;
  /** Distance of the head's left and right end from the target line, both positive. */
  readonly left_end_m: number;
  readonly right_end_m: number;
}

const INCH_M = 0.0254;
/** Positions of the gates; the gates of a row are half its width to the left and right. */
export const GATE = {
  row_a_m: -0.0635,
  row_b_m: -0.0127,
  row_half_width_m: 0.035,
  slit_inner_m: 0.04,
  slit_outer_m: 0.075,
  height_a_m: -0.0715,
  height_b_m: -0.0207,
  height_y_m: 0.026,
} as const;

/** Distance from row A to row B. */
export const LENGTH_M = GATE.row_b_m - GATE.row_a_m;
/** Distance from the left gate of a row to the right one. */
export const ROW_WIDTH_M = 2 * GATE.row_half_width_m;
const SLIT_M = GATE.slit_outer_m - GATE.slit_inner_m;
/** Rise of the diagonal slits: metres along x per metre along y. */
const SLIT_SLOPE = LENGTH_M / SLIT_M;
/** Maximum distance of a contact from the ball; beyond it the head would be nearly parallel to the slit. */
const REACH_M = 0.15;
/** Maximum distance for an estimate, which may overshoot REACH_M slightly before it converges. */
const ESTIMATE_REACH_M = 0.2;

/**
 * Returns the eight positions X (m) at which the leading edge meets the channels, with the apertures displaced by
 * `aperture_error_um` along x.
 */
export function contactPositions(
  stroke: Stroke,
  aperture_error_um: readonly number[] = [],
  reach_m = REACH_M,
): number[] | null {
  const { left_end_m: left, right_end_m: right } = stroke;
  const { row_a_m: a, row_b_m: b, row_half_width_m: half, height_y_m: hy } = GATE;
  const climb = Math.tan(stroke.attack_rad);
  // Every channel is X + lever tan(psi(X)) - climb X = place: a point at y = -lever, or a slit or beam reduced to one.
  const equations: readonly (readonly [lever: number, place: number, climb: number])[] = [
    [half, a, 0],
    [-half, a, 0],
    [half, b, 0],
    [-half, b, 0],
    [left, a + SLIT_SLOPE * (GATE.slit_outer_m - left), 0],
    [-right, a + SLIT_SLOPE * (GATE.slit_outer_m - right), 0],
    [-hy, GATE.height_a_m + stroke.height_m, climb],
    [-hy, GATE.height_b_m + stroke.height_m, climb],
  ];
  const positions: number[] = [];
  for (const [channel, [lever, place, climbing]] of equations.entries()) {
    const X = solve(stroke, lever, place + (aperture_error_um[channel] ?? 0) * 1e-6, climbing, reach_m);
    if (X === null) return null;
    positions.push(X);
  }
  return positions;
}

/**
 * Solves for X with Newton's method; the function is monotone in X wherever a real head can be. Returns null if no X
 * within reach solves it.
 */
function solve(stroke: Stroke, lever: number, place: number, climb: number, reach_m: number): number | null {
  const turn = stroke.rotation_rad_per_in / INCH_M;
  let X = place;
  for (let step = 0; step < 25; step++) {
    const tangent = Math.tan(stroke.face_rad + turn * X);
    const slope = 1 - climb + lever * turn * (1 + tangent * tangent);
    const change = (X + lever * tangent - climb * X - place) / slope;
    if (!(slope > 0.05) || !(Math.abs(X - change) < reach_m)) return null;
    X -= change;
    if (Math.abs(change) < 1e-14) return X;
  }
  return null;
}

/** Returns the contact times (s, 0 = at the ball) of a stroke, in channel order; an error if no head can make it. */
export function forward(stroke: Stroke, aperture_error_um: readonly number[] = []): Result<number[]> {
  const positions = stroke.speed_mps > 0 ? contactPositions(stroke, aperture_error_um) : null;
  if (!positions)
    return fail('stroke_impossible', 'No head can pass the gates with this speed, face, rotation and attack.');
  return ok(positions.map((X) => X / stroke.speed_mps));
}

/** Contact times, NaN for a channel that saw nothing. The four row channels are required. */
type GateTimes = readonly number[];

/**
 * Returns the stroke for gate times in closed form: exact except for the small rotation of the face between left and
 * right.
 */
function closedForm(t: GateTimes): Stroke {
  const at = (channel: keyof typeof CHANNEL): number => t[CHANNEL[channel]] ?? NaN;
  const t_a = (at('LA') + at('RA')) / 2;
  const t_b = (at('LB') + at('RB')) / 2;
  const speed = LENGTH_M / (t_b - t_a);
  const face_a = Math.atan((speed * (at('RA') - at('LA'))) / ROW_WIDTH_M);
  const face_b = Math.atan((speed * (at('RB') - at('LB'))) / ROW_WIDTH_M);
  const rotation = (face_b - face_a) / (LENGTH_M / INCH_M);
  const face = face_b - (rotation * GATE.row_b_m) / INCH_M;
  const X = (channel: keyof typeof CHANNEL): number => GATE.row_a_m + speed * (at(channel) - t_a);
  const tangent = (x: number): number => Math.tan(face + (rotation * x) / INCH_M);
  const slit = GATE.row_a_m + SLIT_SLOPE * GATE.slit_outer_m;
  const height = (x: number, beam: number): number => x - GATE.height_y_m * tangent(x) - beam;
  const [x_ha, x_hb] = [X('HA'), X('HB')];
  const [z_a, z_b] = [height(x_ha, GATE.height_a_m), height(x_hb, GATE.height_b_m)];
  const attack = Math.atan((z_b - z_a) / (x_hb - x_ha));
  return {
    speed_mps: speed,
    face_rad: face,
    rotation_rad_per_in: rotation,
    attack_rad: attack,
    height_m: z_a - x_ha * Math.tan(attack),
    left_end_m: (slit - X('LD')) / (SLIT_SLOPE + tangent(X('LD'))),
    right_end_m: (slit - X('RD')) / (SLIT_SLOPE - tangent(X('RD'))),
  };
}

const FIELDS = [
  'speed_mps',
  'face_rad',
  'rotation_rad_per_in',
  'attack_rad',
  'height_m',
  'left_end_m',
  'right_end_m',
] as const satisfies readonly (keyof Stroke)[];

const CORRECTION_MIN = 1e-9;
const PASSES_MAX = 10;
/** Largest residual after ten passes; beyond it no stroke matches the times. */
const RESIDUAL_MAX = 1e-6;

/**
 * Average values for channels that saw nothing, so that the remaining channels can be solved; the caller drops the
 * fields that depend on them.
 */
const STAND_IN: Stroke = {
  speed_mps: 1,
  face_rad: 0,
  rotation_rad_per_in: 0,
  attack_rad: 0,
  height_m: 0.008,
  left_end_m: 0.0575,
  right_end_m: 0.0575,
};

/**
 * Returns the stroke for these gate times, by the defect correction e += inverse(t) - inverse(forward(e)) until it is
 * below 1e-9, in at most ten passes; null if the rows are missing or out of order, or it does not converge. Fields that
 * depend on a missing channel (attack on HA, HB; an end on LD or RD) are NaN.
 */
export function inverse(times: GateTimes, aperture_error_um: readonly number[] = []): Stroke | null {
  const [la = NaN, ra = NaN, lb = NaN, rb = NaN] = times;
  if (!(lb > la && rb > ra)) return null;
  const measured = closedForm(times);
  let estimate = whole(measured);
  let residual = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < PASSES_MAX; pass++) {
    const positions = estimate.speed_mps > 0 ? contactPositions(estimate, aperture_error_um, ESTIMATE_REACH_M) : null;
    if (!positions) return null;
    const echo = closedForm(positions.map((X) => X / estimate.speed_mps));
    let largest = 0;
    const next = { ...estimate };
    for (const field of FIELDS) {
      if (Number.isNaN(measured[field])) continue;
      const change = measured[field] - echo[field];
      next[field] += change;
      largest = Math.max(largest, Math.abs(change));
    }
    estimate = next;
    if (!Number.isFinite(largest)) return null;
    residual = largest;
    if (largest < CORRECTION_MIN) break;
  }
  if (residual > RESIDUAL_MAX) return null;
  for (const field of FIELDS) if (Number.isNaN(measured[field])) estimate[field] = NaN;
  return estimate;
}

function whole(measured: Stroke): { -readonly [F in keyof Stroke]: number } {
  const filled = { ...measured };
  for (const field of FIELDS) if (Number.isNaN(filled[field])) filled[field] = STAND_IN[field];
  return filled;
}

/**
 * Returns the share of a side's slit that the head covers, from its inner end; outside 0..1 if the end of the head is
 * not over the slit.
 */
export const proportionOfEnd = (end_m: number): number => (end_m - GATE.slit_inner_m) / SLIT_M;
export const endOfProportion = (proportion: number): number => GATE.slit_inner_m + proportion * SLIT_M;
