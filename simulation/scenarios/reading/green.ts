// Green of a scenario's devices: a slope with a direction, or contours from a file.

import { greenRecordData, readContours, type GreenRecord } from '../../../firmware/greens/green-record.ts';
import { fail, ok, type Result } from '../../../wire/errors.ts';
import type { Source } from './read-steps.ts';
import type { GreenSetup } from './shapes.ts';

/** Degrees from the line to the hole, clockwise, in which the green falls. */
const FALLS_DEG = { down: 0, right: 90, up: 180, left: -90 } as const;

/** Returns the storage record of a green. Errors: `bad_value`. */
export function greenRecord(green: GreenSetup, source: Source): Result<unknown> {
  const { slope, direction = 'right', contours } = green;
  if ((slope === undefined) === (contours === undefined))
    return fail('bad_value', 'green must have either slope, with a direction, or contours.');
  if (contours !== undefined) return contoursRecord(contours, source);
  const deg = typeof direction === 'number' ? direction : FALLS_DEG[direction];
  const along = (part: number): number => Math.round(1000 * (slope ?? 0) * part) / 1000 || 0;
  const [up_percent, side_percent] = [along(-Math.cos((deg * Math.PI) / 180)), along(Math.sin((deg * Math.PI) / 180))];
  return recordOf({ slope: { up_percent, side_percent } });
}

function contoursRecord(name: string, source: Source): Result<unknown> {
  const found = source.include(name, source.file);
  if (!found.ok) return found;
  const contours = readContours(parsed(found.value.text));
  return contours.ok ? recordOf({ contours: contours.value }) : fail('bad_value', `${name}: ${contours.error.message}`);
}

const recordOf = (green: GreenRecord): Result<unknown> => ok(greenRecordData(green));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
