// What a device remembers of how everybody played, as plain rows for people who keep their own records: the results of the sets, oldest
// first in each experience.

import { SETS } from '../experiences/registry.ts';
import { playerOf, type Facts } from './facts.ts';

export interface HistoryRow {
  readonly experience: string;
  /** Of a player who is gone, what is left: `Player 3`. */
  readonly player: string;
  readonly player_id: number;
  /** Unix seconds; 0 where the clock was not right. */
  readonly unix_s: number;
  /** What the value is, such as `Mean error`. */
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
}

export const historyOf = (facts: Facts): readonly HistoryRow[] =>
  SETS.flatMap(({ id, name, trend }) =>
    facts.trends[id].map(({ player_id, unix_s, value }) => ({
      experience: name,
      player: playerOf(facts, player_id)?.name ?? `Player ${player_id}`,
      player_id,
      unix_s,
      measure: trend.label,
      value: Number(value.toFixed(trend.digits + 2)),
      unit: trend.unit,
    })),
  );
