// A putt as the device keeps it (C177): the strike as its player sees it, its target and where the ball stopped.

import type { Strike } from '../../hal/sensor/sensor.ts';
import { playerStrike } from '../experiences/seen.ts';
import type { Remark } from '../experiences/set-rules.ts';
import { rulesOf } from '../experiences/registry.ts';
import { playerOf, type Persisted } from '../persisted/persisted.ts';
import { RATIO_FIELD, type Player } from '../persisted/players.ts';
import type { NewPutt, PuttMark } from '../persisted/putts.ts';
import { lengthOf } from '../roll/direction.ts';
import { ballSpeedFor, FOOT_M } from '../roll/roll.ts';
import type { Surface } from '../roll/surface.ts';
import type { PuttOutcome } from '../roll/verdict.ts';
import { flatLength } from '../roll/flat-length.ts';
import { aimOf, outcomeOfPutt, puttOfStrike, type RoundView } from './round.ts';
import { remarkOf, type SetContext } from './set.ts';

/** Half of the width of a slit (35 mm): distance by which the head's centre moves if one side covers it all. */
const HALF_SLIT_MM = 17.5;
/** A miss this close counts as near, as a share of the distance and at least in feet (C59). */
const NEAR = { share: 0.1, feet: 1 } as const;

/** Event that has a putt kept; the device adds the time. */
export interface KeepPutt {
  readonly type: 'device.putt';
  readonly putt: NewPutt;
}

interface StruckPutt {
  readonly experience: string;
  readonly strike: Strike;
  /** Undefined if the device cannot tell who putted. */
  readonly player: Player | undefined;
  readonly settings: Persisted['settings'];
  /** Distance of the hole or the distance called; null for neither. */
  readonly target_ft: number | null;
  /** Undefined if the device does not compute the roll. */
  readonly outcome?: PuttOutcome;
  /** Green as the ball saw it. Default: flat. */
  readonly surface?: Surface | null;
  /** Remark of an experience without a hole. */
  readonly remark?: Remark | null;
}

function puttToKeep(struck: StruckPutt): NewPutt {
  const { experience, strike, player, settings, target_ft, outcome, surface, remark } = struck;
  const { face_angle_deg, face_rotation_deg_per_in, heel_inner_proportion, toe_inner_proportion } = playerStrike(
    strike,
    player?.hand ?? 'right',
  );
  const target = outcome && target_ft !== null ? restOf(outcome, target_ft) : null;
  return {
    player_id: player?.id ?? 0,
    experience,
    target_ft,
    club_speed_mps: strike.club_speed_mps,
    ball_speed_mps: strike.club_speed_mps * (player?.impact_ratio ?? RATIO_FIELD.default),
    wanted_speed_mps: target_ft === null ? null : wantedSpeed(target_ft, settings, surface ?? null),
    face_angle_deg,
    face_rotation_deg_per_in,
    attack_angle_deg: strike.attack_angle_deg,
    impact_mm: impactOf(heel_inner_proportion, toe_inner_proportion),
    time_away_s: strike.time_away_s ?? null,
    verdict: outcome?.verdict ?? '',
    leave_ft: target?.leave_ft ?? null,
    past_ft: target?.past_ft ?? null,
    right_ft: target?.right_ft ?? null,
    mark: markOf(outcome, target, target_ft, remark ?? null, face_angle_deg),
  };
}

/** Returns the ball speed that reaches the hole. */
function wantedSpeed(target_ft: number, { stimp, x_factor }: Persisted['settings'], surface: Surface | null): number {
  const length_ft = surface ? flatLength(surface, target_ft * FOOT_M, stimp) / FOOT_M : target_ft;
  return ballSpeedFor(Math.max(0, length_ft), stimp, x_factor);
}

/** Returns a putt of a set; null before the first. */
export function keptPutt(context: SetContext): NewPutt | null {
  const { putt, before, path, persisted } = context;
  if (!putt) return null;
  const called_ft = rulesOf(before.game).called_ft?.(before) ?? null;
  return puttToKeep({
    experience: before.game,
    strike: putt.strike,
    player: playerOf(persisted, putt.player_id),
    settings: persisted.settings,
    // A ball that does not roll straight stops elsewhere than its outcome says.
    ...(path
      ? { target_ft: null }
      : { target_ft: putt.target_ft ?? called_ft, outcome: putt.outcome, surface: putt.green?.surface ?? null }),
    remark: remarkOf(context),
  });
}

/** Returns a putt of this device's player on turn. */
export function keptCoursePutt(
  { game, round, persisted, green, aim_in }: Pick<RoundView, 'game' | 'round' | 'persisted' | 'green' | 'aim_in'>,
  strike: Strike,
  player: Player | undefined,
): NewPutt {
  const target_ft = round.rem[round.turn] ?? 0;
  const putt = puttOfStrike(strike, player, aimOf(green, aim_in, round));
  const struck = { experience: game, strike, player, settings: persisted.settings, target_ft };
  // The roll is unknown where the slope is.
  if (!green.known) return puttToKeep(struck);
  const outcome = outcomeOfPutt(putt, green.surface, persisted, target_ft);
  return puttToKeep({ ...struck, outcome, surface: green.surface });
}

/** Returns a putt that this device does not judge, as on a simulator. */
export const unjudgedPutt = (
  experience: string,
  strike: Strike,
  player: Player | undefined,
  settings: Persisted['settings'],
): NewPutt => puttToKeep({ experience, strike, player, settings, target_ft: null });

/**
 * Returns the impact point, positive towards the toe: a head that reaches further over the heel side is struck nearer
 * its toe.
 */
const impactOf = (heel: number | null, toe: number | null): number | null =>
  heel === null || toe === null ? null : (heel - toe) * HALF_SLIT_MM;

interface Rest {
  readonly leave_ft: number;
  readonly past_ft: number;
  readonly right_ft: number;
}

function restOf({ x_m, y_m, verdict }: PuttOutcome, target_ft: number): Rest {
  if (verdict === 'holed') return { leave_ft: 0, past_ft: 0, right_ft: 0 };
  const [past_ft, right_ft] = [x_m / FOOT_M - target_ft, y_m / FOOT_M];
  return { leave_ft: lengthOf(past_ft, right_ft), past_ft, right_ft };
}

function markOf(
  outcome: PuttOutcome | undefined,
  rest: Rest | null,
  target_ft: number | null,
  remark: Remark | null,
  face_deg: number,
): PuttMark {
  if (outcome?.verdict === 'holed') return 'holed';
  if (remark?.good) return 'near';
  if (!rest || target_ft === null) return remark ? (face_deg < 0 ? 'left' : 'right') : '';
  if (!remark && rest.leave_ft <= Math.max(NEAR.feet, NEAR.share * target_ft)) return 'near';
  if (Math.abs(rest.past_ft) >= Math.abs(rest.right_ft)) return rest.past_ft < 0 ? 'short' : 'long';
  return rest.right_ft < 0 ? 'left' : 'right';
}
