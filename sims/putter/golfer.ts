// Seeded golfer: aims at the wanted speed and misses like a good amateur (docs/physics.md gives the source of each
// spread).

import type { Clock, Alarm } from '../../hal/clock/clock.ts';
import type { Random } from '../../hal/random/random.ts';
import { PLAUSIBLE, type Range } from '../../wire/limits.ts';
import { SWING_PERIOD_S } from './putter.ts';
import type { StrokeCall } from './stroke-call.ts';

const SPREAD = {
  speed_share: 0.06,
  face_deg: 0.6,
  rotation_deg_per_in: 0.15,
  attack_deg: 0.7,
  proportion: 0.06,
  period_s: 0.028,
} as const;

/** A golfer's fastest and slowest swing. */
const PERIOD_S: Range = { min: 0.4, max: 6 };

/** Returns the intended stroke with a golfer's spread. */
export function withSpread(meant: StrokeCall, random: Pick<Random, 'normal'>): StrokeCall {
  const around = (mean: number, sd: number, { min, max }: Range): number =>
    Math.min(max, Math.max(min, mean + sd * random.normal()));
  return {
    club_speed_mps: around(meant.club_speed_mps, meant.club_speed_mps * SPREAD.speed_share, PLAUSIBLE.club_speed_mps),
    face_angle_deg: around(meant.face_angle_deg, SPREAD.face_deg, PLAUSIBLE.face_angle_deg),
    face_rotation_deg_per_in: around(
      meant.face_rotation_deg_per_in,
      SPREAD.rotation_deg_per_in,
      PLAUSIBLE.face_rotation_deg_per_in,
    ),
    attack_angle_deg: around(meant.attack_angle_deg, SPREAD.attack_deg, PLAUSIBLE.attack_angle_deg),
    left_inner_proportion: around(meant.left_inner_proportion, SPREAD.proportion, PLAUSIBLE.inner_proportion),
    right_inner_proportion: around(meant.right_inner_proportion, SPREAD.proportion, PLAUSIBLE.inner_proportion),
    swing_period_s: around(meant.swing_period_s ?? SWING_PERIOD_S, SPREAD.period_s, PERIOD_S),
  };
}

/** Returns a stroke at `speed_mps` with a golfer's spread around a square face, 0.5 °/in and +1°. */
export const humanStroke = (speed_mps: number, random: Random): StrokeCall =>
  withSpread(perfectStroke(speed_mps), random);

/** Stroke that a good player would choose. On a slope its face points at the ideal line. */
export type WantedPutt = Pick<StrokeCall, 'club_speed_mps' | 'face_angle_deg'>;

/** Joins speed and face; null if no putt is due. */
export const wantedFrom = (club_speed_mps: number | null, face_angle_deg: number | null): WantedPutt | null =>
  club_speed_mps === null ? null : { club_speed_mps, face_angle_deg: face_angle_deg ?? 0 };

/** Returns the same stroke without spread. */
export const perfectStroke = (speed_mps: number): StrokeCall => ({
  club_speed_mps: speed_mps,
  face_angle_deg: 0,
  face_rotation_deg_per_in: 0.5,
  attack_angle_deg: 1,
  left_inner_proportion: 0.5,
  right_inner_proportion: 0.5,
});

export interface Golfer {
  setOn(on: boolean): void;
  on(): boolean;
}

/** Creates a golfer who, while on, makes the currently wanted putt every `every_ms`; skips it if that is null. */
export function createGolfer(options: {
  readonly clock: Clock;
  readonly random: Random;
  readonly every_ms: number;
  wanted(): WantedPutt | null;
  strike(stroke: StrokeCall): void;
}): Golfer {
  let alarm: Alarm = null;
  let on = false;
  const putt = (): void => {
    const wanted = options.wanted();
    if (wanted) options.strike(withSpread({ ...perfectStroke(wanted.club_speed_mps), ...wanted }, options.random));
    alarm = options.clock.setTimeout(putt, options.every_ms);
  };
  return {
    setOn(next) {
      if (next === on) return;
      on = next;
      options.clock.clearTimeout(alarm);
      if (on) alarm = options.clock.setTimeout(putt, FIRST_PUTT_AFTER_MS);
    },
    on: () => on,
  };
}

const FIRST_PUTT_AFTER_MS = 300;
