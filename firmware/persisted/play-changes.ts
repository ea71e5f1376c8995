// Changes of the stored rounds, sets, putts and results.

import type { CourseState } from '../experiences/course/round.ts';
import { isStored, type AnySetState, type SetId, type StoredSetId } from '../experiences/registry.ts';
import { SET_RECORDS, setRecord, type Persisted, type RecordName } from './persisted.ts';
import { withoutPlayer, withPutt, type NewPutt } from './putts.ts';
import { withoutTrendsOf, withTrend, type TrendEntry } from './trends.ts';

export type PlayChange =
  /**
   * `input_seq`: sequence number of the guest input that the round includes. Both are in one record, so a power cut
   * cannot separate them (C15).
   */
  | { readonly kind: 'keep_round'; readonly round: CourseState; readonly input_seq: number | null }
  /** Marks inputs up to `seq` as handled: they were applied without changing a record, or refused. */
  | { readonly kind: 'handle_inputs'; readonly seq: number }
  /** The relay counts inputs from `seq`, for the first time or again (C14). */
  | { readonly kind: 'restart_inputs'; readonly seq: number }
  | { readonly kind: 'keep_set'; readonly game: StoredSetId; readonly set: AnySetState | null }
  | { readonly kind: 'add_trend'; readonly game: SetId; readonly entries: readonly TrendEntry[] }
  | { readonly kind: 'keep_putt'; readonly putt: NewPutt; readonly unix_s: number }
  /** Deletes the putts and results of a player. */
  | { readonly kind: 'delete_putts'; readonly player_id: number }
  | { readonly kind: 'end_set'; readonly game: StoredSetId; readonly entries: readonly TrendEntry[] };

export interface Changed {
  readonly persisted: Persisted;
  readonly records: readonly RecordName[];
}

export const unchanged = (persisted: Persisted): Changed => ({ persisted, records: [] });

const laterSeq = ({ input_seq }: Persisted, seq: number | null): number | null =>
  input_seq === null || seq === null ? (seq ?? input_seq) : Math.max(input_seq, seq);

/** Applies a change to the stored rounds, sets and trends. */
export function keepPlay(persisted: Persisted, change: PlayChange): Changed {
  switch (change.kind) {
    case 'keep_round':
      return {
        persisted: { ...persisted, round: change.round, input_seq: laterSeq(persisted, change.input_seq) },
        records: ['round'],
      };
    case 'keep_set':
      return {
        persisted: { ...persisted, sets: { ...persisted.sets, [change.game]: change.set } },
        records: [setRecord(change.game)],
      };
    case 'add_trend':
      if (change.entries.length === 0) return unchanged(persisted);
      return {
        persisted: { ...persisted, trends: withTrend(persisted.trends, change.game, change.entries) },
        records: ['trends'],
      };
    case 'keep_putt': {
      const { experience } = change.putt;
      const { putts, records } = withPutt(persisted.putts, change.putt, change.unix_s);
      // A putt of a set changes the record of that too, which saves a write.
      const carrier = isStored(experience) && persisted.sets[experience] ? setRecord(experience) : 'putts';
      return { persisted: { ...persisted, putts }, records: records ?? [carrier] };
    }
    case 'delete_putts':
      return deletePutts(persisted, change.player_id);
    case 'end_set':
      return endSet(persisted, change.game, change.entries);
    case 'handle_inputs':
      return { persisted: { ...persisted, input_seq: laterSeq(persisted, change.seq) }, records: ['round'] };
    case 'restart_inputs':
      return { persisted: { ...persisted, input_seq: change.seq }, records: ['round'] };
  }
}

function deletePutts(persisted: Persisted, player_id: number): Changed {
  const { putts, records } = withoutPlayer(persisted.putts, player_id);
  // Each set's record has the newest putts too.
  const all = records.length === 0 ? records : [...records, ...SET_RECORDS];
  const trends = withoutTrendsOf(persisted.trends, player_id);
  return { persisted: { ...persisted, putts, trends }, records: [...all, 'trends'] };
}

/** Ends a set. Writes the trend first: a stored set older than its trend counts as ended (`persisted.ended`). */
const endSet = (persisted: Persisted, game: StoredSetId, entries: readonly TrendEntry[]): Changed => ({
  persisted: {
    ...persisted,
    trends: withTrend(persisted.trends, game, entries),
    ended: { ...persisted.ended, [game]: persisted.ended[game] + 1 },
    sets: { ...persisted.sets, [game]: null },
  },
  records: ['trends', setRecord(game)],
});
