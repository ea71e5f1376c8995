// Converts a pull on the strike pad to a strike. The ball leaves against the pull, as from a slingshot: pulled back to
// the left, the face points right.

import type { RollScale, StrikeField } from '../connection/protocol.ts';

/** Pull lengths, in units of the pad's drawing. */
const PULL_MIN = 14;
export const PULL_MAX = 138;

const SPEED_MIN_MPS = 0.3;
const SPEED_MAX_MPS = 4;
const FACE_MAX_DEG = 10;
/** Angle of a pull at which the face reaches its maximum. */
const PULL_ANGLE_MAX_DEG = 40;
/** Share of a pull's angle that the face gets near straight, where a hand is only steady to a few pixels. */
const FACE_SHARE = 0.1;

export interface Pull {
  readonly right: number;
  readonly down: number;
}

export interface PadStrike {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
  /** Length of the pull in the pad's units, capped at the longest that counts. */
  readonly length: number;
}

/** Returns the strike; null while the pull is too short or points forward: releasing it cancels. */
export function strikeOf({ right, down }: Pull, fields: readonly StrikeField[]): PadStrike | null {
  const length = Math.min(Math.hypot(right, down), PULL_MAX);
  if (down <= 0 || length < PULL_MIN) return null;
  const share = (length - PULL_MIN) / (PULL_MAX - PULL_MIN);
  const speed = SPEED_MIN_MPS + share * (SPEED_MAX_MPS - SPEED_MIN_MPS);
  const face = faceOf((Math.atan2(-right, down) * 180) / Math.PI);
  return {
    club_speed_mps: round(within(fields, 'club_speed_mps', speed), 100),
    face_angle_deg: round(within(fields, 'face_angle_deg', face), 10),
    length,
  };
}

/** Returns the length of the pull for this speed, in the pad's units; null if no pull gives this speed. */
function pullFor(club_speed_mps: number): number | null {
  const share = (club_speed_mps - SPEED_MIN_MPS) / (SPEED_MAX_MPS - SPEED_MIN_MPS);
  return share < 0 || share > 1 ? null : PULL_MIN + share * (PULL_MAX - PULL_MIN);
}

/**
 * Maps the pull's angle to the face angle: a tenth of it plus a quadratic term, for fine control near straight and coarse
 * at wide angles.
 */
function faceOf(pull_angle_deg: number): number {
  const angle_deg = Math.min(Math.abs(pull_angle_deg), PULL_ANGLE_MAX_DEG);
  const fine = FACE_SHARE * angle_deg;
  return (
    Math.sign(pull_angle_deg) *
    (fine + (FACE_MAX_DEG - FACE_SHARE * PULL_ANGLE_MAX_DEG) * (angle_deg / PULL_ANGLE_MAX_DEG) ** 2)
  );
}

/** Formats the roll of a club speed, such as '12.4 ft'. */
export function rollText(club_speed_mps: number, { at_1_mps, unit }: RollScale): string {
  const length = at_1_mps * club_speed_mps ** 2;
  return `${length.toFixed(length < 10 ? 1 : 0)} ${unit}`;
}

/**
 * Returns the length of a good player's pull, in the pad's units, and its label; null if no putt is known to be due.
 */
export function wantedPull(roll: RollScale | null): { readonly length: number; readonly text: string } | null {
  if (roll?.wanted_mps == null) return null;
  const length = pullFor(roll.wanted_mps);
  return length === null ? null : { length, text: `good: ${rollText(roll.wanted_mps, roll)}` };
}

/** Formats the face angle. For a left-handed player, on the other side of the ball, a face to the right is closed. */
export function faceText(face_angle_deg: number, hand: RollScale['hand']): string {
  if (face_angle_deg === 0) return '0.0° square';
  return `${Math.abs(face_angle_deg).toFixed(1)}° ${face_angle_deg > 0 === (hand === 'right') ? 'open' : 'closed'}`;
}

function within(fields: readonly StrikeField[], name: string, value: number): number {
  const field = fields.find((each) => each.name === name);
  return field === undefined ? value : Math.min(Math.max(value, field.min), field.max);
}

/** Rounds; adding 0 turns a negative zero into an ordinary one. */
const round = (value: number, scale: number): number => Math.round(value * scale) / scale + 0;
