// Exports the players' results and putts as files, for users who keep their own records.

import { csvOf } from '../csv.ts';
import type { PanelDevice } from './panel-device.ts';
import type { PuttRow } from './putt-row.ts';

type HistoryRow = ReturnType<PanelDevice['device']['history']>[number];

const HISTORY_HEAD = ['time', 'experience', 'player_id', 'player', 'measure', 'value', 'unit'] as const;

const PUTT_HEAD = [
  'seq',
  'time',
  'player_id',
  'player',
  'experience',
  'target_ft',
  'club_speed_mps',
  'ball_speed_mps',
  'wanted_speed_mps',
  'face_angle_deg',
  'face_rotation_deg_per_in',
  'attack_angle_deg',
  'impact_mm',
  'verdict',
  'leave_ft',
  'past_ft',
  'right_ft',
  'mark',
  'time_away_s',
] as const;

/** Adds the time as ISO 8601 in UTC; '' if the device's clock was not set. */
const timed = <Row extends { readonly unix_s: number }>({ unix_s, ...row }: Row) => ({
  time: unix_s === 0 ? '' : new Date(unix_s * 1000).toISOString(),
  ...row,
});

/** Returns a number without the noise of its binary form. */
const plain = <T>(value: T): T | number => (typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value);

/** Returns a putt with its time, in the order of the columns. */
function recordOf(row: PuttRow): Readonly<Record<string, string | number | null>> {
  const record: Record<string, string | number | null> = {};
  const whole = timed(row);
  for (const name of PUTT_HEAD) record[name] = plain(whole[name]);
  return record;
}

export const historyJson = (rows: readonly HistoryRow[]): string =>
  `${JSON.stringify(
    rows.map((row) => timed(row)),
    null,
    2,
  )}\n`;
export const historyCsv = (rows: readonly HistoryRow[]): string => csvOf(HISTORY_HEAD, rows.map(timed));

/** Returns the putts as JSON, one to a line. */
export const puttsJson = (rows: readonly PuttRow[]): string =>
  rows.length === 0 ? '[]\n' : `[\n${rows.map((row) => JSON.stringify(recordOf(row))).join(',\n')}\n]\n`;

export const puttsCsv = (rows: readonly PuttRow[]): string =>
  csvOf(
    PUTT_HEAD,
    rows.map((row) => recordOf(row)),
  );
