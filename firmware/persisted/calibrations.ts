// Calibrations of this device, newest last: the value before and after, and the measurement.

import type { Range } from '../../wire/limits.ts';
import { isIntegerIn, isNumberIn, recordsOf } from './fields.ts';
import { IMPACT_RATIO, PLAYER_ID } from './players.ts';
import { X_FACTOR } from './settings.ts';

export interface Calibration {
  readonly of: 'x_factor' | 'impact_ratio';
  /** Player whose ratio changed; null for the X factor, which applies to all players. */
  readonly player_id: number | null;
  readonly before: number;
  readonly after: number;
  readonly predicted_ft: number;
  readonly measured_ft: number;
}

/** Range of a distance measured for calibration, in feet (R137). */
export const MEASURED_FT: Range = { min: 0.1, max: 300 };
const CALIBRATIONS_MAX = 20;
const FEET: Range = { min: 0, max: 100_000 };

export const withCalibration = (history: readonly Calibration[], entry: Calibration): readonly Calibration[] =>
  [...history, entry].slice(-CALIBRATIONS_MAX);

/** Reads the calibrations from stored data and drops invalid entries. */
export function calibrationsFrom(data: unknown): readonly Calibration[] {
  const read = recordsOf(data).flatMap((entry): readonly Calibration[] => {
    const { of, player_id, before, after, predicted_ft, measured_ft } = entry;
    if (of !== 'x_factor' && of !== 'impact_ratio') return [];
    const range = of === 'x_factor' ? X_FACTOR : IMPACT_RATIO;
    const owner_id = of === 'x_factor' ? null : player_id;
    const known = isNumberIn(before, range) && isNumberIn(after, range) && isNumberIn(predicted_ft, FEET);
    if (!known || !isNumberIn(measured_ft, MEASURED_FT) || !(owner_id === null || isIntegerIn(owner_id, PLAYER_ID)))
      return [];
    return [{ of, player_id: owner_id, before, after, predicted_ft, measured_ft }];
  });
  return read.slice(-CALIBRATIONS_MAX);
}
