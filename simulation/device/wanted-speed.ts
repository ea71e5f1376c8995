// The putt that is due: the stroke a good player would choose, at which the golfer of a virtual device aims, and the
// roll for a given club speed.

import { rulesOf } from '../../firmware/experiences/registry.ts';
import type { Persisted } from '../../firmware/persisted/persisted.ts';
import type { Player } from '../../firmware/persisted/players.ts';
import { playerOnTurn } from '../../firmware/play/our-seats.ts';
import type { PlayView } from '../../firmware/play/play-view.ts';
import { aimOf, isOurTurn, type RoundView } from '../../firmware/play/round.ts';
import { greenOf, type SetContext } from '../../firmware/play/set.ts';
import { aimDirection } from '../../firmware/experiences/aim.ts';
import { idealPutt, type IdealPutt } from '../../firmware/roll/aim.ts';
import type { Surface } from '../../firmware/roll/surface.ts';
import { faceFor } from '../../firmware/roll/verdict.ts';
import { ballSpeedFor, FOOT_M, rollOf } from '../../firmware/roll/roll.ts';
import type { RollScale } from '../../sims/panel/panel-device.ts';
import type { WantedPutt } from '../../sims/putter/golfer.ts';

/** Distance past the hole at which good players aim. */
const PAST_HOLE_FT = 0.8;
const FREE_PUTT_FT = 10;

/** Returns the stroke; null if no putt of this device is due. */
export function wantedPutt({ set, round, extension }: PlayView): WantedPutt | null {
  if (round) return wantedInRound(round);
  if (extension) return wantedFreely(extension.persisted);
  return set && wantedInSet(set);
}

/**
 * Returns how far a club speed of 1 m/s rolls the current player's ball on this green, and the player's hand; null if
 * no putt of this device is due.
 */
export function rollScale({ set, round, extension, rolling }: PlayView): RollScale | null {
  const due = round ? dueInRound(round) : extension ? dueFreely(extension.persisted) : set && dueInSet(set);
  if (!due) return null;
  const { stimp, x_factor, units } = due.persisted.settings;
  const { distance_m } = rollOf(ratioOf(due), stimp, x_factor);
  const hand = due.player?.hand ?? 'right';
  return units === 'metric'
    ? { at_1_mps: distance_m, unit: 'm', hand, rolling }
    : { at_1_mps: distance_m / FOOT_M, unit: 'ft', hand, rolling };
}

interface Due {
  readonly persisted: Persisted;
  /** Undefined if the player has been deleted. */
  readonly player: Player | undefined;
}

const ratioOf = ({ player }: Due): number => player?.impact_ratio ?? 1;

const dueInSet = ({ state, persisted }: SetContext): Due => {
  const player = persisted.players.find(({ id }) => id === state.seats[state.turn]?.player_id);
  return { persisted, player };
};

/** Returns the first player: only the extension knows whose turn it is. */
const dueFreely = (persisted: Persisted): Due => ({ persisted, player: persisted.players[0] });

/** Returns the player to putt; null if another device or no player is on turn. */
function dueInRound({ round, label, players, persisted }: RoundView): Due | null {
  if (!isOurTurn(round, label) || round.shot?.v === '') return null;
  return { persisted, player: playerOnTurn(round, players, persisted) };
}

function wantedInSet(context: SetContext): WantedPutt {
  const { state, aim_in } = context;
  const rules = rulesOf(state.game);
  const exact_ft = rules.called_ft?.(state) ?? rules.reach_ft?.(state);
  if (exact_ft !== undefined) return straight(dueInSet(context), exact_ft);
  const target_ft = rules.target_ft(state) ?? FREE_PUTT_FT;
  return puttFor(dueInSet(context), target_ft, greenOf(context)?.surface ?? null, aimDirection(aim_in, target_ft));
}

/** Returns a free putt: the golfer does not know the extension's target. */
const wantedFreely = (persisted: Persisted): WantedPutt => straight(dueFreely(persisted), FREE_PUTT_FT);

function wantedInRound(view: RoundView): WantedPutt | null {
  const { round, green, aim_in } = view;
  const due = dueInRound(view);
  return due && puttFor(due, round.rem[round.turn] ?? FREE_PUTT_FT, green.surface, aimOf(green, aim_in, round));
}

const straight = (due: Due, distance_ft: number): WantedPutt => {
  const { stimp, x_factor } = due.persisted.settings;
  return { club_speed_mps: ballSpeedFor(distance_ft, stimp, x_factor) / ratioOf(due), face_angle_deg: 0 };
};

/** Returns the putt at a hole; on a slope the ideal one. The face angle corrects an aim off the ideal line. */
function puttFor(due: Due, hole_ft: number, surface: Surface | null, aim_deg: number): WantedPutt {
  const { stimp, x_factor } = due.persisted.settings;
  const ideal = surface && idealOn(surface, hole_ft, stimp, x_factor);
  if (!ideal) return straight(due, hole_ft + PAST_HOLE_FT);
  return { club_speed_mps: ideal.speed_mps / ratioOf(due), face_angle_deg: faceFor(ideal.start_deg - aim_deg) };
}

/** The latest ideal putt of each surface: one takes some 20 ms on contours. */
const known = new WeakMap<Surface, { readonly key: string; readonly ideal: IdealPutt | null }>();

function idealOn(surface: Surface, hole_ft: number, stimp_ft: number, x_factor: number): IdealPutt | null {
  const key = [hole_ft, stimp_ft, x_factor].join(' ');
  const found = known.get(surface);
  if (found?.key === key) return found.ideal;
  const wish = { hole_m: hole_ft * FOOT_M, past_m: PAST_HOLE_FT * FOOT_M };
  const ideal = idealPutt({ surface, stimp_ft, x_factor }, wish);
  known.set(surface, { key, ideal });
  return ideal;
}
