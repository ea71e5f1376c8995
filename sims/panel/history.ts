// Exports the players' history as files, for users who keep their own records.

import { csvCell } from '../csv.ts';
import type { PanelDevice } from './panel-device.ts';

type HistoryRow = ReturnType<PanelDevice['device']['history']>[number];

const HEAD = ['time', 'experience', 'player_id', 'player', 'measure', 'value', 'unit'] as const;

/** Adds the time as ISO 8601 in UTC; '' if the device's clock was not set. */
const timed = ({ unix_s, ...row }: HistoryRow) => ({
  time: unix_s === 0 ? '' : new Date(unix_s * 1000).toISOString(),
  ...row,
});

export const historyJson = (rows: readonly HistoryRow[]): string => `${JSON.stringify(rows.map(timed), null, 2)}\n`;

export const historyCsv = (rows: readonly HistoryRow[]): string =>
  [HEAD.join(','), ...rows.map((row) => HEAD.map((name) => csvCell(timed(row)[name])).join(','))].join('\r\n') + '\r\n';
