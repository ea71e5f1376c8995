// The results of the sets and the figures of extensions, as plain rows for players who keep their own records, oldest first in each
// experience.

import { SETS } from '../experiences/registry.ts';
import { NO_EXTENSION_DATA } from './extensions.ts';
import { playerOf, type Persisted } from './persisted.ts';
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

export const historyOf = (persisted: Persisted): readonly HistoryRow[] => [
  ...SETS.flatMap(({ id, name, trend }) =>
    persisted.trends[id].map((entry) => ({
      experience: name,
      ...rowOf(persisted, entry),
      measure: trend.label,
      value: Number(entry.value.toFixed(trend.digits + 2)),
      unit: trend.unit,
    })),
  ),
  ...persisted.installed.flatMap(({ code, name, trend }) =>
    (persisted.extension_data[code] ?? NO_EXTENSION_DATA).trend.flatMap((figure) =>
      trend
        .filter(({ key }) => key === figure.key)
        .map(({ label, unit }) => ({
          experience: name,
          ...rowOf(persisted, figure),
          measure: label,
          value: figure.value,
          unit,
        })),
    ),
  ),
];

const rowOf = (
  persisted: Persisted,
  { player_id, unix_s }: TrendEntry,
): Pick<HistoryRow, 'player' | 'player_id' | 'unix_s'> => ({
  player: playerOf(persisted, player_id)?.name ?? `Player ${player_id}`,
  player_id,
  unix_s,
});
