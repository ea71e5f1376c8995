// How each player did, set after set: the newest results of each experience.

import type { GameId } from '../../wire/choices.ts';
import { recordsOf } from './fields.ts';

export interface TrendEntry {
  readonly player_id: number;
  /** Unix seconds, 0 when the clock was not synced. */
  readonly unix_s: number;
  readonly value: number;
}

export type Trends = Readonly<Record<GameId, readonly TrendEntry[]>>;

/** Kept for each experience, over all its players. */
export const TREND_ENTRIES_MAX = 200;

export const TRENDS_EMPTY: Trends = { metrics: [], lag: [], close: [] };

export const withTrend = (trends: Trends, game: GameId, entries: readonly TrendEntry[]): Trends => ({
  ...trends,
  [game]: [...trends[game], ...entries].slice(-TREND_ENTRIES_MAX),
});

export const trendOf = (trends: Trends, game: GameId, player_id: number): readonly TrendEntry[] =>
  trends[game].filter((entry) => entry.player_id === player_id);

export const trendsFrom = (data: Readonly<Record<string, unknown>>): Trends => ({
  metrics: entriesFrom(data['metrics']),
  lag: entriesFrom(data['lag']),
  close: entriesFrom(data['close']),
});

function entriesFrom(data: unknown): readonly TrendEntry[] {
  const entries: TrendEntry[] = [];
  for (const { player_id, unix_s, value } of recordsOf(data)) {
    if (typeof player_id !== 'number' || typeof value !== 'number' || !Number.isFinite(value)) continue;
    entries.push({ player_id, unix_s: typeof unix_s === 'number' ? unix_s : 0, value });
  }
  return entries.slice(-TREND_ENTRIES_MAX);
}
