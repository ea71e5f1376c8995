// The putt that is due: the club speed a good player would choose, at which the golfer of a virtual device aims, and
// the roll for a given club speed.

import { rulesOf } from '../../firmware/experiences/registry.ts';
import type { Persisted } from '../../firmware/persisted/persisted.ts';
import type { Player } from '../../firmware/persisted/players.ts';
import { playerOnTurn } from '../../firmware/play/our-seats.ts';
import type { PlayView } from '../../firmware/play/play-view.ts';
import { isOurTurn, type RoundView } from '../../firmware/play/round.ts';
import type { SetContext } from '../../firmware/play/set.ts';
import { ballSpeedFor, FOOT_M, rollOf } from '../../firmware/roll/roll.ts';
import type { RollScale } from '../../sims/panel/panel-device.ts';

/** Distance past the hole at which good players aim. */
const PAST_HOLE_FT = 0.8;
const FREE_PUTT_FT = 10;

/** Returns the club speed, m/s; null if no putt of this device is due. */
export function wantedSpeed({ set, round, extension }: PlayView): number | null {
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

function wantedInSet(context: SetContext): number {
  const { state } = context;
  const rules = rulesOf(state.game);
  const exact_ft = rules.called_ft?.(state) ?? rules.reach_ft?.(state);
  return speedFor(dueInSet(context), exact_ft ?? (rules.target_ft(state) ?? FREE_PUTT_FT) + PAST_HOLE_FT);
}

/** Returns the speed for a free putt: the golfer does not know the extension's target. */
const wantedFreely = (persisted: Persisted): number => speedFor(dueFreely(persisted), FREE_PUTT_FT);

function wantedInRound(view: RoundView): number | null {
  const { round } = view;
  const due = dueInRound(view);
  return due && speedFor(due, (round.rem[round.turn] ?? FREE_PUTT_FT) + PAST_HOLE_FT);
}

const speedFor = (due: Due, distance_ft: number): number => {
  const { stimp, x_factor } = due.persisted.settings;
  return ballSpeedFor(distance_ft, stimp, x_factor) / ratioOf(due);
};
