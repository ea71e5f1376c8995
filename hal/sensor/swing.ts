// Classifies a SWING message: a strike, a backstroke, or a motion that no putter makes.

import { PLAUSIBLE, inRange, type Range } from '../../wire/limits.ts';
import { inverse, proportionOfEnd, type Stroke } from './geometry.ts';
import { CHANNEL, SWING_FLAG, type Message } from './messages.ts';
import type { Strike } from './sensor.ts';

/** C58: plausibility is judged on values rounded to this, so that a strike on a limit is on it and not a tick beyond. */
const PLAUSIBILITY_RESOLUTION = 0.01;

export type SwingMessage = Message & { kind: 'swing' };
export type StrikeValues = Omit<Strike, 'swing_id' | 'at_ms' | 'time_away_s'>;

export type SwingVerdict =
  | { readonly kind: 'strike'; readonly values: StrikeValues }
  | { readonly kind: 'backstroke' }
  | { readonly kind: 'implausible'; readonly reason: string };

const DEG_PER_RAD = 180 / Math.PI;
const implausible = (reason: string): SwingVerdict => ({ kind: 'implausible', reason });
const has = (present: number, channel: keyof typeof CHANNEL): boolean => (present & (1 << CHANNEL[channel])) !== 0;

/** Returns seconds after the base for each channel; NaN if it saw nothing. Only `present` decides. */
const timesOf = (swing: SwingMessage, tick_ns: number): number[] =>
  swing.delta_ticks.map((delta, channel) => (swing.present & (1 << channel) ? delta * tick_ns * 1e-9 : NaN));

/** Longest and shortest time away of a stroke, s: a waggle is shorter, and after a longer pause it is another stroke. */
const TIME_AWAY_S: Range = { min: 0.1, max: 3 };

/** Returns the mean time at which a swing met row A, in ticks since the board's boot; null without both gates. */
export function rowATicks({ present, base_ticks, delta_ticks }: SwingMessage): bigint | null {
  if (!has(present, 'LA') || !has(present, 'RA')) return null;
  const mean = ((delta_ticks[CHANNEL.LA] ?? 0) + (delta_ticks[CHANNEL.RA] ?? 0)) / 2;
  return base_ticks + BigInt(Math.round(mean));
}

/** Returns the time from the backstroke's row A to the stroke's, s; null if it is no single stroke. */
export function timeAway(back_ticks: bigint | null, swing: SwingMessage, tick_ns: number): number | null {
  const ticks = rowATicks(swing);
  if (back_ticks === null || ticks === null) return null;
  const time_s = Number(ticks - back_ticks) * tick_ns * 1e-9;
  return inRange(time_s, TIME_AWAY_S) ? time_s : null;
}

/** Judges a swing by the plausibility limits of the protocol page. */
export function judgeSwing(swing: SwingMessage, tick_ns: number, aperture_error_um: readonly number[]): SwingVerdict {
  if (swing.flags & SWING_FLAG.backstroke) return { kind: 'backstroke' };
  if (swing.flags & SWING_FLAG.clock_overflow) return implausible('The clock of the board overflowed.');
  const missing = (['LA', 'RA', 'LB', 'RB'] as const).filter((channel) => !has(swing.present, channel));
  if (missing.length > 0) return implausible(`Gates without a signal: ${missing.join(', ')}.`);
  const times = timesOf(swing, tick_ns);
  const at = (channel: keyof typeof CHANNEL): number => times[CHANNEL[channel]] ?? NaN;
  if (!(at('LA') < at('LB') && at('RA') < at('RB'))) return implausible('The putter passed row B before row A.');
  const stroke = inverse(times, aperture_error_um);
  if (!stroke) return implausible('No stroke produces these gate times.');
  return judgeStroke(stroke);
}

function judgeStroke(stroke: Stroke): SwingVerdict {
  const speed = stroke.speed_mps;
  const face = stroke.face_rad * DEG_PER_RAD;
  const rotation = stroke.rotation_rad_per_in * DEG_PER_RAD;
  const attack = stroke.attack_rad * DEG_PER_RAD;
  const reason =
    outside(speed, PLAUSIBLE.club_speed_mps, 'club speed', 'm/s') ||
    outside(face, PLAUSIBLE.face_angle_deg, 'face angle', '°') ||
    outside(rotation, PLAUSIBLE.face_rotation_deg_per_in, 'face rotation', '°/in') ||
    (Number.isNaN(attack) ? '' : outside(attack, PLAUSIBLE.attack_angle_deg, 'attack angle', '°'));
  if (reason) return implausible(reason);
  const left = proportion(stroke.left_end_m);
  const right = proportion(stroke.right_end_m);
  return {
    kind: 'strike',
    values: {
      club_speed_mps: exact(speed),
      face_angle_deg: exact(face),
      face_rotation_deg_per_in: exact(rotation),
      attack_angle_deg: Number.isNaN(attack) ? null : exact(attack),
      left_inner_proportion: left.value,
      right_inner_proportion: right.value,
      clamped: left.clamped || right.clamped,
    },
  };
}

/** Rounds to 1e-10: engines differ in the last bit of an arc tangent, and a recording replays in any of them. */
const exact = (value: number): number => Math.round(value * 1e10) / 1e10;

function outside(value: number, range: Range, name: string, unit: string): string {
  const judged = Math.round(value / PLAUSIBILITY_RESOLUTION) * PLAUSIBILITY_RESOLUTION;
  const slack = PLAUSIBILITY_RESOLUTION / 1000; // covers binary rounding errors
  if (inRange(judged, { min: range.min - slack, max: range.max + slack })) return '';
  return `The ${name} of ${value.toFixed(2)} ${unit} is outside ${range.min} to ${range.max} ${unit}.`;
}

/**
 * C56: clamps a value outside 0..1 and flags it; this is no reason to reject. A deviation within the tolerance is not
 * flagged.
 */
function proportion(end_m: number): { value: number | null; clamped: boolean } {
  if (Number.isNaN(end_m)) return { value: null, clamped: false };
  const measured = proportionOfEnd(end_m);
  const value = exact(Math.min(1, Math.max(0, measured)));
  return { value, clamped: Math.abs(value - measured) > PLAUSIBILITY_RESOLUTION };
}
