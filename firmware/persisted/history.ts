// History of set results and extension results, and kept putts, as plain rows for players who keep their own records;
// oldest first, results within each experience.

import { EXPERIENCES, SETS } from '../experiences/registry.ts';
import { NO_EXTENSION_DATA } from './extensions.ts';
import { playerOf, type Persisted } from './persisted.ts';
import type { KeptPutt } from './putts.ts';
import type { TrendEntry } from './trends.ts';

export interface HistoryRow {
  readonly experience: string;
  /** Name of the player; `Player 3` if deleted. */
  readonly player: string;
  readonly player_id: number;
  /** Unix seconds; 0 if the clock was not synced. */
  readonly unix_s: number;
  /** Name of the measure, such as `Mean error`. */
  readonly measure: string;
  readonly value: number;
  /** Independent of the unit setting; an extension's figure has the unit of its manifest. */
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

/** A kept putt with the names of its player and experience. */
export interface PuttRow extends KeptPutt {
  readonly player: string;
}

/** Returns all kept putts, oldest first. */
export function puttRowsOf(persisted: Persisted): readonly PuttRow[] {
  const names = new Map<string, string>([
    ...EXPERIENCES.map(({ id, name }) => [id, name] as const),
    ...persisted.installed.map(({ code, name }) => [`extension:${code}`, name] as const),
  ]);
  return persisted.putts.kept.map((putt) => ({
    ...putt,
    experience: names.get(putt.experience) ?? putt.experience,
    player: putt.player_id === 0 ? '' : (playerOf(persisted, putt.player_id)?.name ?? `Player ${putt.player_id}`),
  }));
}
