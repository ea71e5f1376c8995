// Distance calibration rules, independent of XState (R135–R139, store §2.5, §3.4): derives the X factor of all players
// or the impact ratio of one from a measured putt. A predicted distance is proportional to the X factor and to the
// square of the impact ratio (C50), so both corrections are exact.

import { fail, ok, assertDefined, type Result } from '../../wire/errors.ts';
import { inRange, type Range } from '../../wire/limits.ts';
import { MEASURED_FT, type Calibration } from '../persisted/calibrations.ts';
import { playerOf, type Persisted } from '../persisted/persisted.ts';
import { IMPACT_RATIO, type Player } from '../persisted/players.ts';
import { X_FACTOR } from '../persisted/settings.ts';
import { rollOf } from '../roll/roll.ts';
import { distanceWord, feetOf, feetTyped, type Units } from '../units.ts';

export type Corrected = Calibration['of'];

/** State of the calibration page: the player, the club speed of the last putt and its measured distance. */
export interface CalibrationView {
  readonly player_id: number;
  /** Club speed of the last putt; null before the first. */
  readonly club_speed_mps: number | null;
  /** Distance the player measured; null until entered. */
  readonly measured_ft: number | null;
}

export const NO_CALIBRATION: CalibrationView = { player_id: 0, club_speed_mps: null, measured_ft: null };

/** Returns the chosen player, or the first one if that player has been deleted. */
export const calibrated = ({ player_id }: CalibrationView, persisted: Persisted): Player =>
  playerOf(persisted, player_id) ?? assertDefined(persisted.players[0], 'player');

/** Returns the view, or a fresh one if its player has been deleted. */
export const currentView = (view: CalibrationView, persisted: Persisted): CalibrationView =>
  view.player_id === 0 || playerOf(persisted, view.player_id) ? view : NO_CALIBRATION;

/** Returns a view of the previous or next player, without a putt. */
export function withPlayerChosen(view: CalibrationView, persisted: Persisted, by: 1 | -1): CalibrationView {
  const { players } = persisted;
  const at = players.indexOf(calibrated(view, persisted));
  const { id } = players[(at + by + players.length) % players.length] ?? calibrated(view, persisted);
  return { player_id: id, club_speed_mps: null, measured_ft: null };
}

/** Returns the predicted distance in feet with the current settings; null before the first putt. */
export function predictedFeet(view: CalibrationView, persisted: Persisted): number | null {
  const { club_speed_mps } = view;
  if (club_speed_mps === null) return null;
  const { stimp, x_factor } = persisted.settings;
  return feetOf(rollOf(club_speed_mps * calibrated(view, persisted).impact_ratio, stimp, x_factor).distance_m);
}

/** Accepted input range per unit: `MEASURED_FT`, and the same in metres at display resolution. */
const TYPED: Readonly<Record<Units, Range>> = { imperial: MEASURED_FT, metric: { min: 0.04, max: 91.44 } };

export const MEASURED_CHARS_MAX = 6;

export const noDistance = (units: Units): string =>
  `Enter ${TYPED[units].min} to ${TYPED[units].max} ${distanceWord(units)} in up to ${MEASURED_CHARS_MAX} characters.`;

/** Reads a distance typed in these units (C139). Returns feet, 0.1 to 300. Errors: `bad_value`. */
export function readMeasured(typed: string, units: Units): Result<number> {
  const distance = /^\d+(\.\d*)?$|^\.\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return inRange(distance, TYPED[units]) ? ok(feetTyped(distance, units)) : fail('bad_value', noDistance(units));
}

const RANGE: Readonly<Record<Corrected, Range>> = { x_factor: X_FACTOR, impact_ratio: IMPACT_RATIO };
export const NAME_OF: Readonly<Record<Corrected, string>> = { x_factor: 'X factor', impact_ratio: 'impact ratio' };
const other = (of: Corrected): Corrected => (of === 'x_factor' ? 'impact_ratio' : 'x_factor');

/**
 * Returns the value at which the prediction for this putt equals the measured distance, neither rounded nor clamped;
 * null without a measured putt.
 */
export function neededOf(of: Corrected, view: CalibrationView, persisted: Persisted): number | null {
  const predicted_ft = predictedFeet(view, persisted);
  if (predicted_ft === null || view.measured_ft === null || predicted_ft <= 0) return null;
  const factor = view.measured_ft / predicted_ft;
  return of === 'x_factor'
    ? persisted.settings.x_factor * factor
    : calibrated(view, persisted).impact_ratio * Math.sqrt(factor);
}

/** Returns the suffix for a needed value that is out of range; '' if it is in range. */
export function beyond(of: Corrected, needed: number): string {
  if (inRange(needed, RANGE[of])) return '';
  return needed > RANGE[of].max ? ', too high' : ', too low';
}

/** Relative tolerance for floating-point rounding. */
const SAME = 1e-9;

export const NOT_MEASURED = 'Hit a putt and enter its measured distance first.';
/** A measured distance says nothing about the flat green that it would correct. */
export const ON_A_SLOPE = 'This green slopes: calibrate on a flat one.';

/**
 * Returns the correction to store. Errors: `bad_value`, naming the needed value and the other correction if that one
 * helps.
 */
export function correctionOf(of: Corrected, view: CalibrationView, persisted: Persisted): Result<Calibration> {
  const after = neededOf(of, view, persisted);
  const predicted_ft = predictedFeet(view, persisted);
  const { measured_ft } = view;
  if (after === null || predicted_ft === null || measured_ft === null) return fail('bad_value', NOT_MEASURED);
  if (!inRange(after, RANGE[of])) return fail('bad_value', refusalOf(of, after, neededOf(other(of), view, persisted)));
  const player = calibrated(view, persisted);
  const before = of === 'x_factor' ? persisted.settings.x_factor : player.impact_ratio;
  if (Math.abs(after / before - 1) < SAME) return fail('bad_value', 'The prediction already matches.');
  const player_id = of === 'x_factor' ? null : player.id;
  return ok({ of, player_id, before, after, predicted_ft, measured_ft });
}

function refusalOf(of: Corrected, needed: number, needed_other: number | null): string {
  const { min, max } = RANGE[of];
  const limit = needed > max ? max : min;
  const most = needed > max ? 'maximum' : 'minimum';
  const problem = `The ${NAME_OF[of]} would need ${valueText(needed, limit)}, but the ${most} is ${limit.toFixed(2)}`;
  const helps = needed_other !== null && inRange(needed_other, RANGE[other(of)]);
  return helps
    ? `${problem}. Adjust the ${NAME_OF[other(of)]} to ${needed_other.toFixed(2)} instead.`
    : `${problem}. The ${NAME_OF[other(of)]} is out of range too: measure again.`;
}

/** Formats the value with enough digits to differ from the limit it exceeds. */
function valueText(value: number, limit: number): string {
  for (let digits = 2; digits < 12; digits++) if (Number(value.toFixed(digits)) !== limit) return value.toFixed(digits);
  return String(value);
}
