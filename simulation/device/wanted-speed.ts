// The club speed that a good player would choose for the putt that is due: what the golfer beside a virtual device aims for.

import { rulesOf } from '../../firmware/experiences/registry.ts';
import type { Facts } from '../../firmware/facts/facts.ts';
import type { PlayView } from '../../firmware/play/play-view.ts';
import { isOurTurn, type RoundView } from '../../firmware/play/round.ts';
import type { SetContext } from '../../firmware/play/set.ts';
import { ballSpeedFor } from '../../firmware/roll/roll.ts';

/** Past the hole by this much is what good players aim at. */
const PAST_HOLE_FT = 0.8;
const FREE_PUTT_FT = 10;

/** Club speed, m/s; null when no putt of this device is due. */
export function wantedSpeed({ set, round, extension }: PlayView): number | null {
  if (round) return wantedInRound(round);
  if (extension) return wantedFreely(extension.facts);
  return set && wantedInSet(set);
}

function wantedInSet({ state, facts }: SetContext): number {
  const player = facts.players.find(({ id }) => id === state.seats[state.turn]?.player_id);
  const rules = rulesOf(state.game);
  const exact_ft = rules.called_ft?.(state) ?? rules.reach_ft?.(state);
  const wanted_ft = exact_ft ?? (rules.target_ft(state) ?? FREE_PUTT_FT) + PAST_HOLE_FT;
  const ball_mps = ballSpeedFor(wanted_ft, facts.settings.stimp, facts.settings.x_factor);
  return ball_mps / (player?.impact_ratio ?? 1);
}

/** What a golfer does who does not know what an extension asks for. */
function wantedFreely({ players, settings }: Facts): number {
  const ball_mps = ballSpeedFor(FREE_PUTT_FT, settings.stimp, settings.x_factor);
  return ball_mps / (players[0]?.impact_ratio ?? 1);
}

/** Null while somebody else's device is to putt, or nobody is. */
function wantedInRound({ round, label, facts }: RoundView): number | null {
  const seat = round.ro[round.turn];
  if (!seat || !isOurTurn(round, label) || round.shot?.v === '') return null;
  const ratio = facts.players.find(({ name }) => name === seat.n)?.impact_ratio ?? 1;
  const { stimp, x_factor } = facts.settings;
  return ballSpeedFor((round.rem[round.turn] ?? FREE_PUTT_FT) + PAST_HOLE_FT, stimp, x_factor) / ratio;
}
