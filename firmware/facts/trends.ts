// How each player did, set after set: the newest results of each experience.

import { TREND_ENTRIES_MAX, type GameId } from '../../wire/choices.ts';
import type { Range } from '../../wire/limits.ts';
import { isIntegerIn, isNumberIn, recordsOf } from './fields.ts';
import { PLAYER_ID } from './players.ts';

const UNIX_S: Range = { min: 0, max: 2 ** 40 };

export interface TrendEntry {
  readonly player_id: number;
  /** Unix seconds, 0 when the clock was not synced. */
  readonly unix_s: number;
  readonly value: number;
}

export type Trends = Readonly<Record<GameId, readonly TrendEntry[]>>;

export const withTrend = (trends: Trends, game: GameId, entries: readonly TrendEntry[]): Trends => ({
  ...trends,
  [game]: [...trends[game], ...entries].slice(-TREND_ENTRIES_MAX),
});

export const trendOf = (trends: Trends, game: GameId, player_id: number): readonly TrendEntry[] =>
  trends[game].filter((entry) => entry.player_id === player_id);

/** What a result can be: a spread of plausible faces, a mean error of the wildest lags, stations of the ladder, and so on. */
const VALUE: Readonly<Record<GameId, Range>> = {
  metrics: { min: 0, max: 90 },
  lag: { min: 0, max: 99_999 },
  close: { min: 0, max: 99 },
  distance: { min: 0, max: 99_999 },
  arc: { min: 0, max: 100 },
  rotation: { min: 0, max: 99 },
  face: { min: 0, max: 90 },
  golf: { min: 1, max: 6 },
};

export function trendsFrom(data: Readonly<Record<string, unknown>>): Trends {
  const games = Object.entries(VALUE).map(([game, range]) => [game, entriesFrom(data[game], range)]);
  return Object.fromEntries(games) as Trends;
}

function entriesFrom(data: unknown, range: Range): readonly TrendEntry[] {
  const entries: TrendEntry[] = [];
  for (const { player_id, unix_s, value } of recordsOf(data)) {
    if (!isIntegerIn(player_id, PLAYER_ID) || !isNumberIn(value, range)) continue;
    entries.push({ player_id, unix_s: isIntegerIn(unix_s, UNIX_S) ? unix_s : 0, value });
  }
  return entries.slice(-TREND_ENTRIES_MAX);
}

export const TRENDS_EMPTY: Trends = trendsFrom({});
