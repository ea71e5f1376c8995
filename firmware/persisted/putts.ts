// Every putt of the device, oldest first, up to `PUTTS_MAX`. Stored in segments of a thousand putts, each written once
// for every `BLOCK` putts; the newest putts are in a small record that is written after each putt, or with their set in
// the record of that (C177). A power cut loses at most the putt whose write it interrupts.

import type { Range } from '../../wire/limits.ts';
import { isIntegerIn, isNumberIn, UNIX_S } from './fields.ts';
import { PLAYER_ID } from './players.ts';

/** C177: older putts are dropped. */
export const PUTTS_MAX = 20_000;
const SEGMENT = 1000;
/** One more than `PUTTS_MAX` fills, since the oldest and the newest segment may be partial. */
const SEGMENTS = PUTTS_MAX / SEGMENT + 1;
const BLOCK = 10;

/** Place of a putt in the strip of a result. `near`: not holed, but scored or close; '': nothing to compare with. */
export const PUTT_MARKS = ['', 'holed', 'near', 'short', 'long', 'left', 'right'] as const;
export type PuttMark = (typeof PUTT_MARKS)[number];
const VERDICTS = ['', 'holed', 'lip', 'miss', 'short'] as const;

export interface NewPutt {
  /** 0 if the device cannot tell, as in an extension with several players. */
  readonly player_id: number;
  /** Id of the experience; `extension:CODE` for an extension. */
  readonly experience: string;
  /** Distance of the hole, or the distance called; null if there was neither. */
  readonly target_ft: number | null;
  readonly club_speed_mps: number;
  readonly ball_speed_mps: number;
  /** Ball speed that would have stopped the ball at the target; null without a target. */
  readonly wanted_speed_mps: number | null;
  /** As the player sees them: positive open, and opening. */
  readonly face_angle_deg: number;
  readonly face_rotation_deg_per_in: number;
  readonly attack_angle_deg: number | null;
  /** Impact point on the face, positive towards the toe; null if a gate saw nothing. */
  readonly impact_mm: number | null;
  /** '' if no hole judged the putt. */
  readonly verdict: (typeof VERDICTS)[number];
  /** Distance left to the target. */
  readonly leave_ft: number | null;
  /** Distance past the target along the line; negative if short. */
  readonly past_ft: number | null;
  /** Distance to the right of the target; negative if left. */
  readonly right_ft: number | null;
  readonly mark: PuttMark;
  /** Time from the club leaving row A to its return; null if the gates did not see both. */
  readonly time_away_s: number | null;
}

export interface KeptPutt extends NewPutt {
  /** Number of the putt on this device, from 1; never reused. */
  readonly seq: number;
  /** Unix seconds; 0 if the clock was not synced. */
  readonly unix_s: number;
}

export interface Putts {
  readonly kept: readonly KeptPutt[];
  readonly next_seq: number;
}

export type PuttRecord = 'putts' | `putts-${number}`;

/** Segments first: the newest putts stay in `putts` until their segment is stored. */
export const PUTT_RECORDS: readonly PuttRecord[] = [
  ...Array.from({ length: SEGMENTS }, (_, i): PuttRecord => `putts-${i}`),
  'putts',
];

export const NO_PUTTS: Putts = { kept: [], next_seq: 1 };

const segmentOf = (seq: number): PuttRecord => `putts-${Math.floor(seq / SEGMENT) % SEGMENTS}`;

export const isPuttRecord = (record: string): record is PuttRecord => record === 'putts' || record.startsWith('putts-');

/** Adds a putt. `records`: to write; null if any record with the newest putts is enough. */
export function withPutt(
  putts: Putts,
  putt: NewPutt,
  unix_s: number,
): { putts: Putts; records: readonly PuttRecord[] | null } {
  const seq = putts.next_seq;
  const kept = [...putts.kept.slice(-(PUTTS_MAX - 1)), { ...putt, seq, unix_s }];
  const ends_block = seq % BLOCK === BLOCK - 1;
  return { putts: { kept, next_seq: seq + 1 }, records: ends_block ? [segmentOf(seq), 'putts'] : null };
}

/** Removes the putts of a player and returns the records to write. */
export function withoutPlayer(putts: Putts, player_id: number): { putts: Putts; records: readonly PuttRecord[] } {
  if (!putts.kept.some((putt) => putt.player_id === player_id)) return { putts, records: [] };
  const kept = putts.kept.filter((putt) => putt.player_id !== player_id);
  // Every segment: the oldest one may hold putts of the player that are no longer kept.
  return { putts: { ...putts, kept }, records: PUTT_RECORDS };
}

/** Returns the data of a record: the putts of a segment, or the newest. */
export function puttRecordData(putts: Putts, record: PuttRecord): unknown {
  const { kept, next_seq } = putts;
  if (record !== 'putts')
    return { putts: kept.filter(({ seq }) => segmentOf(seq) === record).map((putt) => rowOf(putt)) };
  return { from_seq: kept[0]?.seq ?? next_seq, next_seq, putts: newestPuttRows(putts) };
}

/** Returns the putts since the last block but one, as stored. */
export function newestPuttRows({ kept, next_seq }: Putts): readonly unknown[] {
  const from = Math.max(0, Math.floor(next_seq / BLOCK) - 1) * BLOCK;
  return kept
    .slice(-2 * BLOCK)
    .filter(({ seq }) => seq >= from)
    .map((putt) => rowOf(putt));
}

/** Reads the putts from stored data; drops what is damaged. `others`: lists of `newestPuttRows` from other records. */
export function puttsFrom(
  stored: (record: PuttRecord) => Readonly<Record<string, unknown>>,
  others: readonly unknown[] = [],
): Putts {
  const found = new Map<number, KeptPutt>();
  const { next_seq, from_seq } = stored('putts');
  const oldest = isIntegerIn(from_seq, SEQ) ? from_seq : SEQ.min;
  for (const rows of [...others, ...PUTT_RECORDS.map((record) => stored(record)['putts'])])
    for (const row of rowsIn(rows)) {
      const putt = puttFrom(row);
      if (putt && putt.seq >= oldest) found.set(putt.seq, putt);
    }
  const kept = [...found.values()].toSorted((a, b) => a.seq - b.seq).slice(-PUTTS_MAX);
  const after = (kept.at(-1)?.seq ?? 0) + 1;
  return { kept, next_seq: isIntegerIn(next_seq, { min: after, max: SEQ.max }) ? next_seq : after };
}

const rowsIn = (data: unknown): readonly unknown[] => (Array.isArray(data) ? data : []);

const SEQ: Range = { min: 1, max: 2 ** 40 };
const TARGET_FT: Range = { min: 0.1, max: 1000 };
const FEET: Range = { min: -2000, max: 2000 };
const SPEED_MPS: Range = { min: 0, max: 50 };
const TIME_AWAY_S: Range = { min: 0, max: 10 };
const DEGREES: Range = { min: -180, max: 180 };
const MM: Range = { min: -500, max: 500 };
const ID_CHARS_MAX = 40;

const rounded = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

/** A stored putt: a list, since names would triple its size. */
const rowOf = (putt: KeptPutt): readonly (number | string | null)[] => [
  putt.seq,
  putt.unix_s,
  putt.player_id,
  putt.experience,
  rounded(putt.target_ft, 2),
  rounded(putt.club_speed_mps, 4),
  rounded(putt.ball_speed_mps, 4),
  rounded(putt.wanted_speed_mps, 4),
  rounded(putt.face_angle_deg, 3),
  rounded(putt.face_rotation_deg_per_in, 3),
  rounded(putt.attack_angle_deg, 2),
  rounded(putt.impact_mm, 1),
  putt.verdict,
  rounded(putt.leave_ft, 3),
  rounded(putt.past_ft, 3),
  rounded(putt.right_ft, 3),
  putt.mark,
  rounded(putt.time_away_s, 4),
];

/** Returns a stored putt; null if a field is missing or out of range. */
function puttFrom(data: unknown): KeptPutt | null {
  if (!Array.isArray(data)) return null;
  const row: readonly unknown[] = data;
  const [seq, unix_s, player_id, experience] = row;
  const [target_ft, club_speed_mps, ball_speed_mps, wanted_speed_mps] = row.slice(4);
  const [face_angle_deg, face_rotation_deg_per_in, attack_angle_deg, impact_mm] = row.slice(8);
  // Rows of older versions have no time away.
  const [verdict, leave_ft, past_ft, right_ft, mark, time_away_s = null] = row.slice(12);
  if (!isIntegerIn(seq, SEQ) || !isIntegerIn(unix_s, UNIX_S)) return null;
  if (!isIntegerIn(player_id, { ...PLAYER_ID, min: 0 }) || !isId(experience)) return null;
  if (!isNumberIn(club_speed_mps, SPEED_MPS) || !isNumberIn(ball_speed_mps, SPEED_MPS)) return null;
  if (!isNumberIn(face_angle_deg, DEGREES) || !isNumberIn(face_rotation_deg_per_in, DEGREES)) return null;
  if (!isOptional(target_ft, TARGET_FT) || !isOptional(wanted_speed_mps, SPEED_MPS)) return null;
  if (!isOptional(time_away_s, TIME_AWAY_S) || !isOptional(attack_angle_deg, DEGREES) || !isOptional(impact_mm, MM))
    return null;
  if (!isOptional(leave_ft, FEET) || !isOptional(past_ft, FEET) || !isOptional(right_ft, FEET)) return null;
  const [known_verdict, known_mark] = [
    VERDICTS.find((each) => each === verdict),
    PUTT_MARKS.find((each) => each === mark),
  ];
  if (known_verdict === undefined || known_mark === undefined) return null;
  const who = { seq, unix_s, player_id, experience };
  const strike = {
    club_speed_mps,
    ball_speed_mps,
    face_angle_deg,
    face_rotation_deg_per_in,
    attack_angle_deg,
    impact_mm,
    time_away_s,
  };
  const goal = { target_ft, wanted_speed_mps, leave_ft, past_ft, right_ft };
  return { ...who, ...strike, ...goal, verdict: known_verdict, mark: known_mark };
}

const isId = (data: unknown): data is string =>
  typeof data === 'string' && data.length <= ID_CHARS_MAX && /^[a-zA-Z0-9:-]+$/.test(data);
const isOptional = (data: unknown, range: Range): data is number | null => data === null || isNumberIn(data, range);
