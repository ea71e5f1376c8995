// The strike pad's arithmetic: how far and where somebody has pulled, as a strike.
// The ball leaves against the pull, as from a sling: pulled back to the left, the face looks to the right.

import type { Roll, StrikeField } from '../connection/protocol.ts';

/** Units of the pad's drawing. */
const PULL_MIN = 14;
export const PULL_MAX = 138;

const SPEED_MIN_MPS = 0.3;
const SPEED_MAX_MPS = 4;
const FACE_MAX_DEG = 10;
/** A pull this far aside, or further, turns the face as much as it goes. */
const ASIDE_MAX_DEG = 40;
/** Share of the angle of a pull that the face has near straight, where a hand is not steadier than a few pixels. */
const FACE_SHARE = 0.1;

export interface Pull {
  readonly right: number;
  readonly down: number;
}

export interface PadStrike {
  readonly club_speed_mps: number;
  readonly face_angle_deg: number;
  /** Of the longest pull that counts, in the pad's units. */
  readonly length: number;
}

/** Null while the pull is too short, or forward: releasing it cancels. */
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

/** How far a pull is for this speed, in the pad's units; null where none is. */
function pullFor(club_speed_mps: number): number | null {
  const share = (club_speed_mps - SPEED_MIN_MPS) / (SPEED_MAX_MPS - SPEED_MIN_MPS);
  return share < 0 || share > 1 ? null : PULL_MIN + share * (PULL_MAX - PULL_MIN);
}

/** Fine near straight and coarse far aside: a tenth of the angle, and a part that grows with its square. */
function faceOf(aside_deg: number): number {
  const unrecorded = Math.min(Math.abs(aside_deg), ASIDE_MAX_DEG);
  const fine = FACE_SHARE * unrecorded;
  return (
    Math.sign(aside_deg) * (fine + (FACE_MAX_DEG - FACE_SHARE * ASIDE_MAX_DEG) * (unrecorded / ASIDE_MAX_DEG) ** 2)
  );
}

/** Such as '12.4 ft': how far a club speed sends the ball. */
export function rollText(club_speed_mps: number, { at_1_mps, unit }: Roll): string {
  const length = at_1_mps * club_speed_mps ** 2;
  return `${length.toFixed(length < 10 ? 1 : 0)} ${unit}`;
}

/** How far back a good player would pull, in the pad's units, with its words; null while no putt is known that is due. */
export function wantedPull(roll: Roll | null): { readonly length: number; readonly text: string } | null {
  if (roll?.wanted_mps == null) return null;
  const length = pullFor(roll.wanted_mps);
  return length === null ? null : { length, text: `good: ${rollText(roll.wanted_mps, roll)}` };
}

/** The virtual putter is set down, drawn back 0.2 m and rests, and then comes through: seconds from the strike to the ball. */
export const swingLasts_s = (club_speed_mps: number): number => 0.45 + 0.2 / club_speed_mps;

/** For who plays left-handed, from the other side of the ball, a face to the right is closed. */
export function faceText(face_angle_deg: number, hand: Roll['hand']): string {
  if (face_angle_deg === 0) return '0.0° square';
  return `${Math.abs(face_angle_deg).toFixed(1)}° ${face_angle_deg > 0 === (hand === 'right') ? 'open' : 'closed'}`;
}

function within(fields: readonly StrikeField[], name: string, value: number): number {
  const field = fields.find((each) => each.name === name);
  return field === undefined ? value : Math.min(Math.max(value, field.min), field.max);
}

/** Adding 0 makes a negative zero an ordinary one. */
const round = (value: number, parts: number): number => Math.round(value * parts) / parts + 0;
