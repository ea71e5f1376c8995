// Practice green: a hole at a distance that left and right change, nothing scored. A strike at the menu starts it (C65);
// it has no row of its own and is never published to a session.

import { ICON } from '../ui/icons.ts';
import { defineSet } from './experience.ts';
import { puttsText } from './putt.ts';
import type { SetRules } from './set-rules.ts';

interface PracticeState {
  readonly game: 'practice';
  readonly seats: readonly { readonly player_id: number; readonly count: number }[];
  readonly turn: number;
  readonly target_ft: number;
}

/** Distances of the hole, feet. */
export const PRACTICE_FT: readonly number[] = [3, 5, 8, 12, 16, 20, 30, 40];
const FIRST_FT = 8;

export const practiceFor = (player_ids: readonly number[]): PracticeState => ({
  game: 'practice',
  seats: player_ids.map((player_id) => ({ player_id, count: 0 })),
  turn: 0,
  target_ft: FIRST_FT,
});

const rules: SetRules<PracticeState> = {
  start: (_, player_ids) => practiceFor(player_ids),
  target_ft: ({ target_ft }) => target_ft,
  /** Several players choose who putts; one player chooses the distance. */
  turned(state, direction) {
    const { seats, turn, target_ft } = state;
    if (seats.length > 1) return { ...state, turn: (turn + direction + seats.length) % seats.length };
    const at = PRACTICE_FT.indexOf(target_ft) + direction;
    return { ...state, target_ft: PRACTICE_FT[at] ?? target_ft };
  },
  score: (state) => ({
    ...state,
    seats: state.seats.map((seat, i) => (i === state.turn ? { ...seat, count: seat.count + 1 } : seat)),
  }),
  over: () => false,
  progress: () => '',
  standing: ({ seats }, seat) => puttsText(seats[seat]?.count ?? 0),
  results: () => [],
  restore: () => null,
};

export const practice = defineSet({
  id: 'practice',
  mode: 19,
  name: 'Practice green',
  icon: ICON.flag,
  about: 'A hole to putt at, nothing is scored.',
  cfg: null,
  trend: { label: 'Putts', unit: '', digits: 0, better: 'high', values: { min: 0, max: 0 } },
  aimed: true,
  forwarded: null,
  free: true,
  stored: false,
  rules,
});
