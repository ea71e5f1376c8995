// Axes of the scatter plots: pairs of figures of a putt.

import { angleValue, distanceText, rotationValue, speedUnit, speedValue, type Units } from '../units.ts';
import type { PlottedPutt } from './set-rules.ts';

export interface Axis {
  readonly label: string;
  value(putt: PlottedPutt): number;
  text(value: number, units: Units): string;
  /** Minimum span of the axis, so that a small spread does not look large. */
  readonly least: number;
}

const FACE: Axis = {
  label: 'Face',
  value: ({ face_angle_deg }) => face_angle_deg,
  text: (value) => `${angleValue(value)}°`,
  least: 2,
};
const ROTATION: Axis = {
  label: 'Rotation',
  value: ({ face_rotation_deg_per_in }) => face_rotation_deg_per_in,
  text: (value) => `${rotationValue(value)} °/in`,
  least: 0.6,
};
const SPEED: Axis = {
  label: 'Speed',
  value: ({ club_speed_mps }) => club_speed_mps,
  text: (value, units) => `${speedValue(value, units)} ${speedUnit(units)}`,
  least: 0.4,
};
const ROLL: Axis = {
  label: 'Roll',
  value: ({ distance_ft }) => distance_ft,
  text: (value, units) => distanceText(value, units),
  least: 4,
};

export const SCATTERS: readonly (readonly [x: Axis, y: Axis])[] = [
  [FACE, SPEED],
  [FACE, ROTATION],
  [SPEED, ROLL],
];
