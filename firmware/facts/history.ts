// The results of the sets and the figures of extensions, as plain rows for players who keep their own records, oldest first in each
// experience.

import { SETS } from '../experiences/registry.ts';
import { NO_EXTENSION_DATA } from './extensions.ts';
import { playerOf, type Facts } from './facts.ts';
import type { TrendEntry } from './trends.ts';

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
  /** Never one of the settings: a figure of an extension has the unit of its manifest. */
  readonly unit: string;
}

export const historyOf = (facts: Facts): readonly HistoryRow[] => [
  ...SETS.flatMap(({ id, name, trend }) =>
    facts.trends[id].map((entry) => ({
      experience: name,
      ...rowOf(facts, entry),
      measure: trend.label,
      value: Number(entry.value.toFixed(trend.digits + 2)),
      unit: trend.unit,
    })),
  ),
  ...facts.installed.flatMap(({ code, name, trend }) =>
    (facts.extension_data[code] ?? NO_EXTENSION_DATA).trend.flatMap((figure) =>
      trend
        .filter(({ key }) => key === figure.key)
        .map(({ label, unit }) => ({
          experience: name,
          ...rowOf(facts, figure),
          measure: label,
          value: figure.value,
          unit,
        })),
    ),
  ),
];

const rowOf = (
  facts: Facts,
  { player_id, unix_s }: TrendEntry,
): Pick<HistoryRow, 'player' | 'player_id' | 'unix_s'> => ({
  player: playerOf(facts, player_id)?.name ?? `Player ${player_id}`,
  player_id,
  unix_s,
});
