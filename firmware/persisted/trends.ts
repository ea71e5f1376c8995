// Trends of each player: the newest results per experience, one per set.

import { tableOf } from '../../wire/keys-of.ts';
import type { Range } from '../../wire/limits.ts';
import { SETS, setOf, type SetId } from '../experiences/registry.ts';
import { UNIX_S, isIntegerIn, isNumberIn, recordsOf } from './fields.ts';
import { PLAYER_ID } from './players.ts';

/** C62: results kept per experience, across all its players. */
export const TREND_ENTRIES_MAX = 200;

export interface TrendEntry {
  readonly player_id: number;
  /** Unix seconds; 0 if the clock was not synced. */
  readonly unix_s: number;
  readonly value: number;
}

export type Trends = Readonly<Record<SetId, readonly TrendEntry[]>>;

export const withTrend = (trends: Trends, id: SetId, entries: readonly TrendEntry[]): Trends => ({
  ...trends,
  [id]: [...trends[id], ...entries].slice(-TREND_ENTRIES_MAX),
});

/** Removes the results of a player from all experiences. */
export const withoutTrendsOf = (trends: Trends, player_id: number): Trends =>
  tableOf(
    SETS.map(({ id }) => id),
    (id) => trends[id].filter((entry) => entry.player_id !== player_id),
  );

export const trendOf = (trends: Trends, id: SetId, player_id: number): readonly TrendEntry[] =>
  trends[id].filter((entry) => entry.player_id === player_id);

export const trendsFrom = (data: Readonly<Record<string, unknown>>): Trends =>
  tableOf(
    SETS.map(({ id }) => id),
    (id) => entriesFrom(data[id], setOf(id).trend.values),
  );

function entriesFrom(data: unknown, range: Range): readonly TrendEntry[] {
  const entries: TrendEntry[] = [];
  for (const { player_id, unix_s, value } of recordsOf(data)) {
    if (!isIntegerIn(player_id, PLAYER_ID) || !isNumberIn(value, range)) continue;
    entries.push({ player_id, unix_s: isIntegerIn(unix_s, UNIX_S) ? unix_s : 0, value });
  }
  return entries.slice(-TREND_ENTRIES_MAX);
}

export const TRENDS_EMPTY: Trends = trendsFrom({});
