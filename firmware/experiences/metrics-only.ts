// Metrics only: no target, no score. Shows the sensor's figures, with the mean and spread of the session.

import { angleValue } from '../units.ts';
import { defineSet } from './experience.ts';
import { deviation, distanceFeet, mean, puttsText } from './putt.ts';
import type { SeatResult, PlottedPutt, SetRules } from './set-rules.ts';

export interface MetricsState {
  readonly game: 'metrics';
  readonly seats: readonly {
    readonly player_id: number;
    readonly count: number;
    readonly putts: readonly PlottedPutt[];
  }[];
  readonly turn: number;
}

/** Number of newest putts that the mean and spread cover. */
export const SESSION_PUTTS_MAX = 100;

/** Passes the turn to the player on the left or right of the current one. */
const turnTo = (state: MetricsState, direction: 1 | -1): MetricsState => ({
  ...state,
  turn: (state.turn + direction + state.seats.length) % state.seats.length,
});

const rules: SetRules<MetricsState> = {
  start: (_, player_ids) => ({
    game: 'metrics',
    seats: player_ids.map((player_id) => ({ player_id, count: 0, putts: [] })),
    turn: 0,
  }),
  target_ft: () => null,
  turned: turnTo,
  score(state, putt) {
    const { face_angle_deg, face_rotation_deg_per_in } = putt.player_strike;
    const { club_speed_mps, time_away_s } = putt.strike;
    const plotted = {
      club_speed_mps,
      face_angle_deg,
      face_rotation_deg_per_in,
      distance_ft: distanceFeet(putt),
      ...(typeof time_away_s === 'number' && { time_away_s }),
    };
    const seats = state.seats.map((seat, i) =>
      i === state.turn
        ? { ...seat, count: seat.count + 1, putts: [...seat.putts, plotted].slice(-SESSION_PUTTS_MAX) }
        : seat,
    );
    return { ...state, seats };
  },
  over: () => false,
  progress: (state) => `Putt ${(state.seats[state.turn]?.count ?? 0) + 1}`,
  standing: (state, seat) => puttsText(state.seats[seat]?.count ?? 0),
  results: (state) => state.seats.filter((seat) => seat.count > 0).map((seat) => resultOf(seat)),
  restore: () => null,
};

export const metricsOnly = defineSet({
  id: 'metrics',
  mode: 1,
  name: 'Metrics only',
  icon: 'M4 20 L4 12 M10 20 L10 5 M16 20 L16 9 M21 20 L3 20',
  about: 'All figures of each strike, nothing is scored.',
  cfg: null,
  trend: { label: 'Face spread', unit: '°', digits: 2, better: 'low', values: { min: 0, max: 90 } },
  aimed: false,
  forwarded: null,
  free: true,
  stored: false,
  rules,
});

function resultOf(seat: MetricsState['seats'][number]): SeatResult {
  const faces = seat.putts.map((putt) => putt.face_angle_deg);
  const times = seat.putts.flatMap(({ time_away_s }) => time_away_s ?? []);
  return {
    player_id: seat.player_id,
    count: seat.count,
    headline: puttsText(seat.count),
    figures: [
      { label: 'Mean speed', mps: mean(seat.putts.map((putt) => putt.club_speed_mps)) },
      { label: 'Face', text: `${angleValue(mean(faces))}° ± ${deviation(faces).toFixed(1)}°` },
      { label: 'Mean roll', feet: mean(seat.putts.map((putt) => putt.distance_ft)) },
      ...(times.length > 0 ? [{ label: 'Time away', text: timeText(times) }] : []),
    ],
    putts: seat.putts,
    trendValue: seat.putts.length > 1 ? deviation(faces) : null,
  };
}

/** Mean time away, with its spread: good players repeat it to 0.02 s (docs/sensor-protocol.md). */
const timeText = (times: readonly number[]): string => `${mean(times).toFixed(2)} s ± ${deviation(times).toFixed(2)}`;
