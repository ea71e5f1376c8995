// Formats quantities for display in the units of the settings.

import { FOOT_M } from './roll/roll.ts';

export type Units = 'imperial' | 'metric';

const MPH_PER_MPS = 2.236936;
export const MPS_PER_MPH = 1 / MPH_PER_MPS;
export const mphOf = (mps: number): number => mps * MPH_PER_MPS;
const MINUS = '−';

const signed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return value < 0 ? `${MINUS}${text}` : `+${text}`;
};

/** Formats only the number: `12.4` feet or `3.78` metres. */
export const distanceValue = (feet: number, units: Units): string =>
  units === 'imperial' ? feet.toFixed(1) : (feet * FOOT_M).toFixed(2);
export const distanceUnit = (units: Units): 'ft' | 'm' => (units === 'imperial' ? 'ft' : 'm');
/** Formats the number with its unit: `12.4 ft` or `3.78 m`. */
export const distanceText = (feet: number, units: Units): string =>
  `${distanceValue(feet, units)} ${distanceUnit(units)}`;
/** Returns the full name of the unit, for titles and sentences. */
export const distanceWord = (units: Units): string => (units === 'imperial' ? 'feet' : 'metres');
/** Converts a typed distance to feet. */
export const feetTyped = (distance: number, units: Units): number =>
  units === 'imperial' ? distance : feetOf(distance);

/** Formats a station; whole feet have no decimals. */
export const stationText = (feet: number, units: Units): string =>
  units === 'imperial' ? `${feet} ft` : `${(feet * FOOT_M).toFixed(1)} m`;

export const speedValue = (mps: number, units: Units): string =>
  units === 'imperial' ? mphOf(mps).toFixed(1) : mps.toFixed(2);
export const speedUnit = (units: Units): string => (units === 'imperial' ? 'mph' : 'm/s');

export const angleValue = (degrees: number): string => signed(degrees, 1);
export const rotationValue = (deg_per_in: number): string => signed(deg_per_in, 2);
export const feetOf = (metres: number): number => metres / FOOT_M;
