// Speeds in the units of the device's settings (C139); the server and its API use metres per second.

import type { StrikeField, Units } from '../connection/protocol.ts';

const SPEED = {
  imperial: { unit: 'mph', per_mps: 2.236936, digits: 1 },
  metric: { unit: 'm/s', per_mps: 1, digits: 2 },
} as const;

export const speedUnit = (units: Units): string => SPEED[units].unit;
/** Formats a speed with the device's number of digits. */
export const speedValue = (mps: number, units: Units): string =>
  (mps * SPEED[units].per_mps).toFixed(SPEED[units].digits);
/** Formats as `3.4 mph` or `1.50 m/s`. */
export const speedText = (mps: number, units: Units): string => `${speedValue(mps, units)} ${speedUnit(units)}`;

const isSpeed = ({ unit }: StrikeField): boolean => unit === SPEED.metric.unit;

/** Converts a field to these units: same limits, with a step that the units can show. */
export function fieldIn(field: StrikeField, units: Units): StrikeField {
  if (!isSpeed(field) || units === 'metric') return field;
  const { unit, per_mps, digits } = SPEED[units];
  const scale = 10 ** digits;
  return {
    ...field,
    unit,
    min: Math.ceil(field.min * per_mps * scale) / scale,
    max: Math.floor(field.max * per_mps * scale) / scale,
    step: 1 / scale,
    default: Number(speedValue(field.default, units)),
  };
}

/** Converts a typed number from these units to the server's units. */
export const numberFor = (field: StrikeField, typed: number, units: Units): number =>
  isSpeed(field) ? typed / SPEED[units].per_mps : typed;

/** Rewrites a server message for the form: field labels instead of names, speed ranges in these units. */
export const inWordsOfForm = (sentence: string, fields: readonly StrikeField[], units: Units): string =>
  fields.reduce(
    (text, field) =>
      text.replaceAll(field.name, field.label).replaceAll(rangeText(field), rangeText(fieldIn(field, units))),
    sentence,
  );

const rangeText = ({ min, max, unit }: StrikeField): string => `from ${min} to ${max}${unit && ` ${unit}`}`;
