// Converts the putt of a scenario to a stroke: a good player's putt, a roll distance, or the putter's own figures.

import { ballSpeedFor } from '../../../firmware/roll/roll.ts';
import type { WantedPutt } from '../../../sims/putter/golfer.ts';
import { readStrokeCall, type StrokeCall } from '../../../sims/putter/stroke-call.ts';
import { fail, type Result } from '../../../wire/errors.ts';
import { inRange, type Range } from '../../../wire/limits.ts';

/** Impact ratio of a player whose ratio the scenario omits. */
export const RATIO = 1.6;
/** Stimp of the green for `roll_ft`: the default of a new device. */
const STIMP = 10;
/** Range of distances that club speeds of 0.15 to 6 m/s can roll: 0.104 to 165.7 ft. */
const ROLL_FT: Range = { min: 0.11, max: 165 };
const SHARE: Range = { min: 0.05, max: 4 };

type PuttStep = 'good' | Readonly<Record<string, number>>;

/** Returns the stroke of a putt. `wanted`: a good player's putt; null if none is due. Errors: `bad_value`. */
export function strokeOf(putt: PuttStep, wanted: WantedPutt | null): Result<StrokeCall> {
  const { share, roll_ft, ...rest } = putt === 'good' ? { share: 1 } : putt;
  const given = [share, roll_ft, rest['club_speed_mps']].filter((each) => each !== undefined);
  if (given.length !== 1)
    return fail(
      'bad_value',
      'A putt must have exactly one of share, roll_ft and club_speed_mps; face_angle_deg is optional.',
    );
  if (share !== undefined) return shared(share, rest, wanted);
  if (roll_ft === undefined) return stroke(rest);
  if (!inRange(roll_ft, ROLL_FT))
    return fail('bad_value', `roll_ft must be a number from ${ROLL_FT.min} to ${ROLL_FT.max}, the range of a putter.`);
  return stroke({ ...rest, club_speed_mps: ballSpeedFor(roll_ft, STIMP) / RATIO });
}

/** Returns a share of the speed of a good player's putt, on its line. A face angle of the step counts from that line. */
function shared(share: number, rest: Readonly<Record<string, number>>, wanted: WantedPutt | null): Result<StrokeCall> {
  if (!inRange(share, SHARE)) return fail('bad_value', `share must be a number from ${SHARE.min} to ${SHARE.max}.`);
  if (wanted === null) return fail('bad_value', 'This device is not waiting for a putt.');
  const face_angle_deg = wanted.face_angle_deg + (rest['face_angle_deg'] ?? 0);
  return stroke({ ...rest, club_speed_mps: wanted.club_speed_mps * share, face_angle_deg });
}

function stroke(data: Readonly<Record<string, number>>): Result<StrokeCall> {
  const read = readStrokeCall(data);
  return read.ok ? read : fail('bad_value', read.error.message.replace('a JSON object with', 'one with'));
}
