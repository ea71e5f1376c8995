// Strokes to play on each rig: a list with the field names of the strike call, from a CSV or YAML file, or a small
// built-in set.

import { isFields } from '../../wire/json-fields.ts';
import { readStrokeCall, type StrokeCall } from '../../sims/putter/stroke-call.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { placeText, type Place } from '../scenarios/scenario.ts';
import { openYaml, PlacedError, topOf } from '../scenarios/reading/yaml-page.ts';

const STROKES_MAX = 500;
const WHAT = 'Strokes are a list of objects with club_speed_mps, or CSV with that column.';

/** Built-in strokes from slow to fast, with the face, rotation and attack angles of typical players, to both sides. */
export const DEFAULT_STROKES: readonly StrokeCall[] = [0.6, 1, 1.4, 1.8, 2.4, 3.2].flatMap((club_speed_mps, at) =>
  [-1, 1].map((side) => ({
    club_speed_mps,
    face_angle_deg: side * (0.5 + at * 0.7),
    face_rotation_deg_per_in: 0.5 + side * 0.15 * at,
    attack_angle_deg: 1 + side * 0.6 * at,
    left_inner_proportion: 0.5 + side * 0.05 * at,
    right_inner_proportion: 0.5 - side * 0.03 * at,
  })),
);

/** Reads a list of strokes. Errors: `bad_value`, as `FILE:LINE:COLUMN: ` and one sentence. */
export function readStrokes(text: string, file: string): Result<readonly StrokeCall[]> {
  try {
    const rows = /\.csv$/i.test(file) ? csvRows(text, file) : yamlRows(text, file);
    if (rows.length === 0 || rows.length > STROKES_MAX)
      throw new PlacedError(`A list has 1 to ${STROKES_MAX} strokes.`, topOf(file));
    return ok(
      rows.map(({ data, at }) => {
        const call = readStrokeCall(data);
        if (!call.ok) throw new PlacedError(call.error.message, at);
        return call.value;
      }),
    );
  } catch (thrown) {
    if (!(thrown instanceof PlacedError)) throw thrown;
    return fail('bad_value', `${placeText(thrown.at)}: ${thrown.message}`);
  }
}

interface Row {
  readonly data: unknown;
  readonly at: Place;
}

function yamlRows(text: string, file: string): readonly Row[] {
  const page = openYaml(text, file);
  const list = isFields(page.root) ? page.root['strokes'] : page.root;
  const path = isFields(page.root) ? ['strokes'] : [];
  if (!Array.isArray(list)) throw new PlacedError(WHAT, topOf(file));
  return list.map((data: unknown, at) => ({ data, at: page.at([...path, at]) }));
}

/** Reads the rows of a CSV file that contains only numbers, without quotes; skips empty cells. */
function csvRows(text: string, file: string): readonly Row[] {
  const [head = '', ...lines] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const names = head.split(',').map((name) => name.trim());
  if (!names.includes('club_speed_mps')) throw new PlacedError(WHAT, topOf(file));
  return lines.flatMap((line, at): readonly Row[] => {
    if (line.trim() === '') return [];
    const cells = line.split(',');
    const fields = names.map((name, column): [string, unknown] => [name, numberIn(cells[column] ?? '')]);
    return [
      { data: Object.fromEntries(fields.filter(([, value]) => value !== null)), at: { file, line: at + 2, column: 1 } },
    ];
  });
}

const numberIn = (cell: string): unknown => {
  const text = cell.trim();
  if (text === '') return null;
  return /^[-+]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
};
