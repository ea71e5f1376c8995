// Slope of the green around a putt, from above: contour lines, and arrows that point downhill.

import type { Gradient, PlaneSlope, Surface } from '../roll/surface.ts';
import type { Page } from './page.ts';
import { acrossText, INCH_M } from '../experiences/aim.ts';
import { flatLength } from '../roll/flat-length.ts';
import { FOOT_M } from '../roll/roll.ts';
import { stationText, type Units } from '../units.ts';
import { drawHeadline, drawSubline, GREEN_BOTTOM } from './stance.ts';
import { fitted, textWidth } from './text-width.ts';
import { COLOR, MARGIN, WIDTH } from './theme.ts';

/** Where a putt is on the screen. */
interface PuttScale {
  /** Pixel of the ball's start. */
  readonly x: number;
  readonly y: number;
  readonly pixels_per_m: number;
}

/** Where the slope is drawn: below the large text. */
export const SLOPE_BAND = { top: 140, bottom: GREEN_BOTTOM } as const;
interface Band {
  readonly top: number;
  readonly bottom: number;
}

const LINE = '#ffffff40';
const ARROW = '#ffffffa0';
/** Size of the cells through which the lines run, and their number between the lowest and the highest place. */
const CELL = 12;
const LINES = 7;
/** Distance between arrows, and smallest slope that has one. */
const ARROW_EVERY = { x: 58, y: 34 } as const;
const ARROW_SLOPE_MIN = 0.002;

/** Draws the slope in a band across the screen. Default: below the large text. */
export function drawSlope(page: Page, surface: Surface, scale: PuttScale, band: Band = SLOPE_BAND): void {
  const key = [scale.x, scale.y, scale.pixels_per_m, band.top, band.bottom].join(' ');
  const known = drawn.get(surface);
  const paths =
    known?.key === key ? known : { key, lines: lines(surface, scale, band), arrows: arrows(surface, scale, band) };
  drawn.set(surface, paths);
  if (paths.lines) page.path(paths.lines, { x: 0, y: band.top, stroke: LINE, width: 1.5 });
  if (paths.arrows) page.path(paths.arrows, { x: 0, y: band.top, stroke: ARROW, width: 2 });
}

/** The latest paths of each surface: they stay while a ball rolls. */
const drawn = new WeakMap<Surface, { readonly key: string; readonly lines: string; readonly arrows: string }>();

interface SlopeLead {
  readonly distance: string;
  /** Verdict on the last putt; '' for none. */
  readonly last: string;
  /** Aim or slope. */
  readonly line: string;
}

/** Draws the distance of a putt on a slope with the last verdict beside it, and the line with its aim or slope. */
export function drawSlopeLead(page: Page, { distance, last, line }: SlopeLead): void {
  drawHeadline(page, { text: distance, size_max: 72, size_min: 72, y: 95 });
  const right = WIDTH - MARGIN - 8;
  const room = right - MARGIN - textWidth(distance, 72) - 24;
  const style = { size: 30, align: 'right', color: COLOR.gold, ground: COLOR.green } as const;
  if (last) page.playText(right, 91, fitted(last, 30, room), style);
  drawSubline(page, line, 131);
}

/** Adds touch areas: the aim moves left on the left half of the slope, right on the right half. */
export function touchAim(page: Page): void {
  const area = { y: SLOPE_BAND.top, h: SLOPE_BAND.bottom - SLOPE_BAND.top, w: WIDTH / 2, row: null } as const;
  page.touch({ ...area, x: 0, key: 'left' });
  page.touch({ ...area, x: WIDTH / 2, key: 'right' });
}

/** A shorter putt is named by its rise alone. */
const PLAYS_FT_MIN = 3;

/** Describes a putt on contours, such as `5 in up, plays 34 ft`. `hole_ft`: distance of the hole. */
export function contoursText(surface: Surface, hole_ft: number, stimp_ft: number, units: Units): string {
  const hole_m = hole_ft * FOOT_M;
  const rise_in = (surface.heightAt(hole_m, 0) - surface.heightAt(0, 0)) / INCH_M;
  const plays_ft = Math.max(0, flatLength(surface, hole_m, stimp_ft) / FOOT_M);
  const rise = Math.abs(rise_in) < 0.5 ? 'level' : `${acrossText(rise_in, units)} ${rise_in > 0 ? 'up' : 'down'}`;
  return hole_ft < PLAYS_FT_MIN ? rise : `${rise}, plays ${stationText(Math.round(plays_ft), units)}`;
}

/** Describes a slope, such as `1.2 % up, 0.8 % to the right`. */
export function slopeText({ up_percent: up, side_percent: side }: PlaneSlope): string {
  const parts = [
    up === 0 ? '' : `${Math.abs(up).toFixed(1)} % ${up > 0 ? 'up' : 'down'}`,
    side === 0 ? '' : `${Math.abs(side).toFixed(1)} % to the ${side > 0 ? 'right' : 'left'}`,
  ].filter(Boolean);
  return parts.join(', ') || 'level';
}

function lines(surface: Surface, { x, y, pixels_per_m }: PuttScale, { top, bottom }: Band): string {
  const rows = Math.floor((bottom - top) / CELL);
  const columns = WIDTH / CELL;
  const heights = Array.from({ length: (rows + 1) * (columns + 1) }, (_, i) =>
    surface.heightAt(
      ((i % (columns + 1)) * CELL - x) / pixels_per_m,
      (top + Math.floor(i / (columns + 1)) * CELL - y) / pixels_per_m,
    ),
  );
  const every = interval((Math.max(...heights) - Math.min(...heights)) / LINES);
  if (!(every > 0)) return '';
  const at = (column: number, row: number): number => (heights[row * (columns + 1) + column] ?? 0) / every;
  let d = '';
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      for (const half of HALVES)
        d += segments(
          half.map(([right, down]) => [column + right, row + down] as const),
          at,
        );
  return d;
}

/** The two triangles of a cell. */
const HALVES = [
  [[0, 0], [1, 0], [0, 1]],
  [[1, 1], [1, 0], [0, 1]],
] as const; // oxfmt-ignore

type Corner = readonly [column: number, row: number];

/** Returns the pieces of the contour lines through a triangle, at each whole height. */
function segments(corners: readonly Corner[], at: (column: number, row: number) => number): string {
  const levels = corners.map(([column, row]) => at(column, row));
  let d = '';
  for (let level = Math.ceil(Math.min(...levels)); level <= Math.max(...levels); level++) {
    const ends = corners.flatMap((from, i) => {
      const to = corners[(i + 1) % 3] ?? from;
      const [low, high] = [levels[i] ?? 0, levels[(i + 1) % 3] ?? 0];
      if (low <= level === high <= level) return [];
      const share = (level - low) / (high - low);
      return [`${px(from[0] + share * (to[0] - from[0]))} ${px(from[1] + share * (to[1] - from[1]))}`];
    });
    if (ends.length === 2) d += `M${ends[0]} L${ends[1]} `;
  }
  return d;
}

const px = (cells: number): string => (cells * CELL).toFixed(1);

/** Returns a height between contour lines, metres: 1, 2 or 5 of some unit. */
function interval(wanted_m: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(wanted_m, 1e-6)));
  return wanted_m > 1e-6 ? unit * (wanted_m / unit > 3.5 ? 5 : wanted_m / unit > 1.5 ? 2 : 1) : 0;
}

function arrows(surface: Surface, { x, y, pixels_per_m }: PuttScale, { top, bottom }: Band): string {
  const slope: Gradient = { x: 0, y: 0 };
  let d = '';
  for (let down = top + 14; down < bottom - 6; down += ARROW_EVERY.y)
    for (let right = 28; right < WIDTH; right += ARROW_EVERY.x) {
      if (!surface.gradientAt((right - x) / pixels_per_m, (down - y) / pixels_per_m, slope)) continue;
      const steep = Math.hypot(slope.x, slope.y);
      if (steep < ARROW_SLOPE_MIN) continue;
      d += arrow(right, down - top, -slope.x / steep, -slope.y / steep, 5 + Math.min(7, 250 * steep));
    }
  return d;
}

/** Returns an arrow head with a shaft through a place, in a direction (a unit vector). */
function arrow(x: number, y: number, dx: number, dy: number, half: number): string {
  const at = (along: number, across: number): string =>
    `${(x + along * dx - across * dy).toFixed(1)} ${(y + along * dy + across * dx).toFixed(1)}`;
  return `M${at(-half, 0)} L${at(half, 0)} M${at(half - 5, -4)} L${at(half, 0)} L${at(half - 5, 4)} `;
}
