// Display list item for `canvas.path(d, opts)` (C42). Translates by x and y, rotates by angle and scales by scale, in
// this order; the stroke is scaled too. `opa` applies to fill and stroke separately.

import type { DisplayItem } from '../../../hal/screen/screen.ts';
import { parsePathOnce } from './parse-path.ts';
import type { PathFlaw } from './scan-path.ts';

/**
 * C42: maximum extent of a path on the screen, in pixels from its corner; its stroke width there; and any number in the
 * path or its options.
 */
const PATH_COORDINATE_MAX = 32_767;
const PATH_WIDTH_MAX = 512;
const PATH_NUMBER_MAX = 1e9;
const OPA_MAX = 255;

type OptionName = 'fill' | 'stroke' | 'width' | 'opa' | 'x' | 'y' | 'scale' | 'angle';

/**
 * Options as a script passes them: values of any type. Undefined and null mean the default; unknown names are ignored.
 */
export type PathOptions = Readonly<Partial<Record<OptionName, unknown>>>;

type PathDisplayItem = DisplayItem & { readonly kind: 'path' };

type PathDrawing =
  | {
      readonly ok: true;
      readonly item: PathDisplayItem;
      /** Alternating x and y of the path's points, before placing. */
      readonly points: readonly number[];
      /** First error in the path data, up to which the item draws; null if none. */
      readonly flaw: PathFlaw | null;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Builds the display item of a path. Never throws. A failure is one sentence: an exceeded limit, an invalid option or
 * an absurd size.
 * @param d SVG path data; any other type is rejected.
 * @param options Pixels, degrees clockwise, and opacity from 0 to 255; values of any type, each validated.
 */
export function pathItem(d: unknown, options: PathOptions = {}): PathDrawing {
  if (typeof d !== 'string') return { ok: false, message: 'A path must be a string of SVG path data.' };
  const read = createOptionReader(options);
  const [x, y, angle_deg] = [read.number('x', 0), read.number('y', 0), read.number('angle', 0) % 360];
  const [scale, width] = [read.number('scale', 1), read.number('width', 1)];
  const opa = Math.round(Math.min(OPA_MAX, Math.max(0, read.number('opa', OPA_MAX, Infinity))));
  const [fill, stroke] = [read.color('fill', opa), read.color('stroke', opa)];
  const drawn_width = width * Math.abs(scale);
  if (width < 0) read.refuse('width must be 0 or more');
  if (drawn_width > PATH_WIDTH_MAX && (stroke !== null || isGiven(options.width)))
    read.refuse(`width times scale must be at most ${PATH_WIDTH_MAX}, not ${drawn_width}`);
  const problem = read.problem();
  if (problem !== null) return { ok: false, message: `Path options: ${problem}.` };

  const parse = parsePathOnce(d);
  if (!parse.ok) return parse;
  const { path } = parse;
  const beyond = beyondIn(path.points, { x, y, scale, angle_deg });
  if (beyond !== null) return { ok: false, message: beyond };
  const item: PathDisplayItem = {
    kind: 'path',
    d: path.d,
    x,
    y,
    scale,
    angle_deg,
    pen: 'sharp',
    ...(fill === null ? {} : { fill }),
    ...(stroke === null || width === 0 ? {} : { stroke, width }),
  };
  return { ok: true, item, points: path.points, flaw: path.flaw };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

interface OptionReader {
  number(name: OptionName, fallback: number, most?: number): number;
  /** Returns '#rrggbb', or '#rrggbbaa' if not opaque; null for none. */
  color(name: OptionName, opa: number): string | null;
  refuse(what: string): void;
  /** Returns the first problem; null if none. */
  problem(): string | null;
}

function createOptionReader(options: PathOptions): OptionReader {
  let problem: string | null = null;
  const refuse = (what: string): void => void (problem ??= what);
  return {
    number(name, fallback, most = PATH_NUMBER_MAX) {
      const value = options[name];
      if (!isGiven(value)) return fallback;
      if (typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= most) return value;
      const range = most === Infinity ? '' : ` from ${-most} to ${most}`;
      refuse(`${name} must be a finite number${range}, not ${quoted(value)}`);
      return fallback;
    },
    color(name, opa) {
      const value = options[name];
      if (!isGiven(value)) return null;
      const color = colorOf(value);
      if (color === null) refuse(`${name} must be '#rgb', '#rrggbb' or an integer 0xRRGGBB, not ${quoted(value)}`);
      return color === null || opa === OPA_MAX ? color : color + hex(opa, 2);
    },
    refuse,
    problem: () => problem,
  };
}

const QUOTED_CHARS_MAX = 20;

/** Quotes a value of any type, shortened. */
function quoted(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return 'a value of another type';
  return JSON.stringify(value.length > QUOTED_CHARS_MAX ? `${value.slice(0, QUOTED_CHARS_MAX)}…` : value);
}

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;
const RGB_MAX = 0xffffff;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

function colorOf(value: unknown): string | null {
  if (typeof value === 'number')
    return Number.isInteger(value) && value >= 0 && value <= RGB_MAX ? `#${hex(value, 6)}` : null;
  if (typeof value !== 'string' || !COLOR.test(value)) return null;
  const [, r = '', g = '', b = ''] = value;
  return (value.length === 4 ? `#${r}${r}${g}${g}${b}${b}` : value).toLowerCase();
}

interface Placing {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly angle_deg: number;
}

/** Returns a message about the first point that is absurdly far away, as given or on the screen; null if none. */
function beyondIn(points: readonly number[], { x, y, scale, angle_deg }: Placing): string | null {
  const angle = (angle_deg * Math.PI) / 180;
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  for (let n = 0; n < points.length; n += 2) {
    const [a = 0, b = 0] = [points[n], points[n + 1]];
    if (Math.abs(a) > PATH_NUMBER_MAX || Math.abs(b) > PATH_NUMBER_MAX)
      return `Path coordinates must be within ±${PATH_NUMBER_MAX}: found a point at ${a}, ${b}.`;
    const [left, top] = [x + cos * a - sin * b, y + sin * a + cos * b];
    if (Math.abs(left) > PATH_COORDINATE_MAX || Math.abs(top) > PATH_COORDINATE_MAX)
      return `A path must stay within ±${PATH_COORDINATE_MAX} on the screen: found a point at ${left}, ${top}.`;
  }
  return null;
}
