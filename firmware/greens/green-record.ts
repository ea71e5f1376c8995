// Green of a device that is not flat by its record `green`: a plane, or contours from a file. It lies under every hole
// of a set whose rules give no slope; tests use it.

import { isNumberIn, isRecord } from '../persisted/fields.ts';
import { contoursOf, type Contours, type PlaneSlope, type Surface } from '../roll/surface.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { seenByBall, surfaceOf } from './greens.ts';

/** Contours are in metres from the hole: x along the line of the putt, y to its right. */
export type GreenRecord = { readonly slope: PlaneSlope } | { readonly contours: Contours };

/** Green under a putt, as the ball sees it. */
export interface PuttGreen {
  readonly surface: Surface;
  /** Slope of a plane; null for contours. */
  readonly slope: PlaneSlope | null;
}

const PERCENT = { min: -10, max: 10 } as const;
const POINTS = { min: 4, max: 64 } as const;
const GRID_M = { min: 0.2, max: 2 } as const;
const EDGE_M = { min: -64, max: 64 } as const;
const HEIGHT_MM = { min: -5000, max: 5000 } as const;

/** Reads the record `green`; null if it is missing, invalid or level. */
export function greenRecordFrom(data: Readonly<Record<string, unknown>>): GreenRecord | null {
  const { slope } = data;
  if (isRecord(slope)) {
    const { up_percent = 0, side_percent = 0 } = slope;
    const is_level = up_percent === 0 && side_percent === 0;
    return !is_level && isNumberIn(up_percent, PERCENT) && isNumberIn(side_percent, PERCENT)
      ? { slope: { up_percent, side_percent } }
      : null;
  }
  const contours = isRecord(data['contours']) ? readContours(data['contours']) : null;
  return contours?.ok ? { contours: contours.value } : null;
}

/** Reads contours. Errors: `bad_value`. */
export function readContours(data: unknown): Result<Contours> {
  if (!isRecord(data))
    return fail('bad_value', 'Contours must be a JSON object with rows_mm, grid_m, left_m and top_m.');
  const { grid_m, left_m, top_m, rows_mm } = data;
  if (!isNumberIn(grid_m, GRID_M)) return wrong('grid_m', `a number from ${GRID_M.min} to ${GRID_M.max}`);
  if (!isNumberIn(left_m, EDGE_M)) return wrong('left_m', `a number from ${EDGE_M.min} to ${EDGE_M.max}`);
  if (!isNumberIn(top_m, EDGE_M)) return wrong('top_m', `a number from ${EDGE_M.min} to ${EDGE_M.max}`);
  const heights = heightsIn(rows_mm);
  if (!heights)
    return wrong(
      'rows_mm',
      `${POINTS.min} to ${POINTS.max} lists of ${POINTS.min} to ${POINTS.max} heights, equally long, each from ${HEIGHT_MM.min} to ${HEIGHT_MM.max}`,
    );
  return ok({ ...heights, grid_m, left_m, top_m, endless: true });
}

const wrong = (field: string, allowed: string): Result<never> =>
  fail('bad_value', `${field} of the contours must be ${allowed}.`);

const isCount = (count: number): boolean => count >= POINTS.min && count <= POINTS.max;

function heightsIn(rows: unknown): Pick<Contours, 'heights_mm' | 'columns'> | null {
  if (!Array.isArray(rows) || !isCount(rows.length)) return null;
  const lists = rows.map((row: unknown) => (Array.isArray(row) ? row.filter((mm) => isNumberIn(mm, HEIGHT_MM)) : []));
  const columns = lists[0]?.length ?? 0;
  const even = rows.every(
    (row: unknown, i) => Array.isArray(row) && row.length === columns && lists[i]?.length === columns,
  );
  return isCount(columns) && even ? { heights_mm: lists.flat(), columns } : null;
}

/** Returns the contours in the form of their file. */
function contoursData({ heights_mm, columns, grid_m, left_m, top_m }: Contours) {
  const rows_mm = Array.from({ length: heights_mm.length / columns }, (_, row) =>
    heights_mm.slice(row * columns, (row + 1) * columns),
  );
  return { grid_m, left_m, top_m, rows_mm };
}

/** Returns the record as it is stored. */
export const greenRecordData = (green: GreenRecord | null): unknown =>
  green && 'contours' in green ? { contours: contoursData(green.contours) } : (green ?? {});

const surfaces = new WeakMap<GreenRecord, Surface>();

/** Returns the green under a putt to a hole at `target_ft`. */
export function greenUnder(green: GreenRecord, target_ft: number): PuttGreen {
  if ('slope' in green) return planeGreen(green.slope);
  const surface = surfaces.get(green) ?? contoursOf(green.contours);
  surfaces.set(green, surface);
  return { surface: seenByBall(surface, { x_ft: -target_ft, y_ft: 0 }), slope: null };
}

export const planeGreen = (slope: PlaneSlope): PuttGreen => ({ surface: surfaceOf(slope), slope });
