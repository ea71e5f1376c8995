// Rules of the sensor's calibration, independent of XState: apertures by feeler gauge, and speed and attack by a pendulum
// (docs/sensor-board.md, "Name and calibrate it").

import type { Channel } from '../../hal/sensor/messages.ts';
import type { ApertureErrors, Strike } from '../../hal/sensor/sensor.ts';
import { APERTURE_ERROR_UM, inRange, type Range } from '../../wire/limits.ts';
import { deviation, mean } from '../experiences/putt.ts';
import { GRAVITY_MPS2 } from '../roll/roll.ts';

/** Gates that a feeler gauge can measure. */
export const POINT_GATES = ['LA', 'RA', 'LB', 'RB'] as const satisfies readonly Channel[];

/** A swing of the pendulum, measured with the apertures that the board remembers. */
interface PendulumSwing {
  readonly club_speed_mps: number;
  /** Null if a height beam saw nothing. */
  readonly attack_angle_deg: number | null;
}

/** State of the calibration pages. */
export interface GatesView {
  /** Serial number of the board that the changes are for. */
  readonly serial: string;
  /** Changed errors that are not stored yet. */
  readonly changes: Partial<ApertureErrors>;
  /** Height from which the pendulum falls. */
  readonly height_mm: number;
  readonly swings: readonly PendulumSwing[];
  readonly storing: boolean;
}

export const NO_GATES: GatesView = { serial: '', changes: {}, height_mm: 100, swings: [], storing: false };

/** Step of an aperture error: blades of a feeler gauge differ by 0.01 mm at least. */
export const ERROR_STEP_UM = 10;

const within = (value: number, { min, max }: Range): number => Math.min(max, Math.max(min, value));

/** Returns the view with the error of a gate changed. Drops changes for another board. */
export function withChange(view: GatesView, serial: string, gate: Channel, error_um: number): GatesView {
  const changes = view.serial === serial ? view.changes : {};
  return { ...view, serial, changes: { ...changes, [gate]: within(error_um, APERTURE_ERROR_UM) } };
}

/** Returns the changes for this board. */
export const changesFor = ({ serial: changed, changes }: GatesView, serial: string): Partial<ApertureErrors> =>
  changed === serial ? changes : {};

// --- the pendulum ---

/** Below 20 mm its speed is no putt's; above 300 mm it falls too far to be measured with a ruler. */
const HEIGHT_MM: Range = { min: 20, max: 300 };
export const SWINGS_MIN = 5;
const SWINGS_MAX = 20;
/** Largest spread of the swings at which their mean is trusted, as a share. */
const SPREAD_MAX = 0.01;
/** Distance from row A to row B (docs/sensor-protocol.md, section 1). */
export const ROW_DISTANCE_MM = 50.8;

/** Returns the view at another height, without the swings from the old one. */
export const withHeight = (view: GatesView, height_mm: number): GatesView => ({
  ...view,
  height_mm: within(height_mm, HEIGHT_MM),
  swings: [],
});

/** True if the pendulum was not released but swung back over the gates, and so is slower than its height says. */
export const isSecondPass = ({ time_away_s }: Pick<Strike, 'time_away_s'>): boolean => typeof time_away_s === 'number';

/** Returns the view with one more swing; the oldest beyond twenty goes. */
export const withSwing = (view: GatesView, { club_speed_mps, attack_angle_deg }: PendulumSwing): GatesView => ({
  ...view,
  swings: [...view.swings, { club_speed_mps, attack_angle_deg }].slice(-SWINGS_MAX),
});

/** Speed at the lowest point of a pendulum that fell from this height: v = √(2gh). */
export const pendulumSpeed_mps = (height_mm: number): number => Math.sqrt((2 * GRAVITY_MPS2 * height_mm) / 1000);

interface PendulumFigures {
  readonly mean_mps: number;
  /** Standard deviation as a share of the mean. */
  readonly spread_share: number;
  /** Mean attack angle of the swings that have one; null if none has. */
  readonly attack_deg: number | null;
}

/** Returns the figures of the swings; null before the first. */
export function figuresOf({ swings }: Pick<GatesView, 'swings'>): PendulumFigures | null {
  if (swings.length === 0) return null;
  const speeds = swings.map(({ club_speed_mps }) => club_speed_mps);
  const attacks = swings.flatMap(({ attack_angle_deg: deg }) => (deg === null ? [] : [deg]));
  const mean_mps = mean(speeds);
  return {
    mean_mps,
    spread_share: deviation(speeds) / mean_mps,
    attack_deg: attacks.length === 0 ? null : mean(attacks),
  };
}

/** Returns the figures if there are enough swings and they agree to 1 %. */
function trustedFigures(view: GatesView): PendulumFigures | null {
  const figures = figuresOf(view);
  return figures && view.swings.length >= SWINGS_MIN && figures.spread_share <= SPREAD_MAX ? figures : null;
}

/** Distance between the rows that the board's calibration says, mm. */
const rowDistance_mm = ({ LA, RA, LB, RB }: ApertureErrors): number => ROW_DISTANCE_MM + (LB + RB - LA - RA) / 2 / 1000;

/**
 * Returns the shift of row B, µm, at which the swings have the pendulum's speed: speed is distance over time, so the
 * distance must change by the same share. Null until the swings can be trusted.
 */
export function rowShift(view: GatesView, errors_um: ApertureErrors): number | null {
  const figures = trustedFigures(view);
  if (!figures) return null;
  return Math.round(rowDistance_mm(errors_um) * (pendulumSpeed_mps(view.height_mm) / figures.mean_mps - 1) * 1000);
}

/**
 * Returns the shift of beam HB, µm, at which the swings are level: a pendulum has no attack at its lowest point. Null
 * until the swings can be trusted.
 */
export function beamShift(view: GatesView, errors_um: ApertureErrors): number | null {
  const attack_deg = trustedFigures(view)?.attack_deg ?? null;
  if (attack_deg === null) return null;
  return Math.round(rowDistance_mm(errors_um) * Math.tan((attack_deg * Math.PI) / 180) * 1000);
}

/** Errors after row B was shifted; beam HB moves with it, so that attack stays. Null if the board would refuse one. */
export const rowShifted = ({ LB, RB, HB }: ApertureErrors, by_um: number): Partial<ApertureErrors> | null =>
  accepted({ LB: LB + by_um, RB: RB + by_um, HB: HB + by_um });

export const beamShifted = ({ HB }: ApertureErrors, by_um: number): Partial<ApertureErrors> | null =>
  accepted({ HB: HB + by_um });

const accepted = (errors_um: Partial<ApertureErrors>): Partial<ApertureErrors> | null =>
  Object.values(errors_um).every((error_um) => inRange(error_um, APERTURE_ERROR_UM)) ? errors_um : null;
