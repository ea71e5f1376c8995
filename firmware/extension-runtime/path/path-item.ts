// What `canvas.path(d, opts)` draws, as an item of the display list (C42). Moved by x and y, turned by angle, scaled by scale, in this
// order; the stroke is scaled too. Fill and stroke are each as opaque as `opa` says.

import type { DisplayItem } from '../../../hal/screen/screen.ts';
import { parsePathOnce } from './parse-path.ts';
import type { PathFlaw } from './scan-path.ts';

/** C42: how far a path may reach on the screen, in pixels from its corner; how wide its stroke may be there; any number of it or of its options. */
const PATH_COORDINATE_MAX = 32_767;
const PATH_WIDTH_MAX = 512;
const PATH_NUMBER_MAX = 1e9;
const OPA_MAX = 255;

type OptionName = 'fill' | 'stroke' | 'width' | 'opa' | 'x' | 'y' | 'scale' | 'angle';

/** As a script gives them: values of any kind. Nothing, or null, means the default; other names are not looked at. */
export type PathOptions = Readonly<Partial<Record<OptionName, unknown>>>;

type PathDisplayItem = DisplayItem & { readonly kind: 'path' };

type PathDrawing =
  | {
      readonly ok: true;
      readonly item: PathDisplayItem;
      /** x and y of each point of the path, as it was given. */
      readonly points: readonly number[];
      /** The first error of the path data, up to which the item draws; null for none. */
      readonly flaw: PathFlaw | null;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Never throws. A failure is one sentence: a limit that is passed, an option that is none, or a size that is absurd.
 * @param d SVG path data; anything but a text is refused.
 * @param options Pixels, degrees clockwise, and opacity from 0 to 255; values of any kind, each looked at.
 */
export function pathItem(d: unknown, options: PathOptions = {}): PathDrawing {
  if (typeof d !== 'string') return { ok: false, message: 'A path is a text of SVG path data.' };
  const read = createOptionReader(options);
  const [x, y, angle_deg] = [read.number('x', 0), read.number('y', 0), read.number('angle', 0) % 360];
  const [scale, width] = [read.number('scale', 1), read.number('width', 1)];
  const opa = Math.round(Math.min(OPA_MAX, Math.max(0, read.number('opa', OPA_MAX, Infinity))));
  const [fill, stroke] = [read.color('fill', opa), read.color('stroke', opa)];
  const drawn_width = width * Math.abs(scale);
  if (width < 0) read.refuse('width is 0 or more');
  if (drawn_width > PATH_WIDTH_MAX && (stroke !== null || isGiven(options.width)))
    read.refuse(`width times scale is ${PATH_WIDTH_MAX} at most, not ${drawn_width}`);
  const problem = read.problem();
  if (problem !== null) return { ok: false, message: `Options of a path: ${problem}.` };

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
  /** '#rrggbb', or '#rrggbbaa' where it is not opaque; null for none. */
  color(name: OptionName, opa: number): string | null;
  refuse(what: string): void;
  /** The first that is wrong. */
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
      refuse(`${name} is a finite number${range}, not ${quoted(value)}`);
      return fallback;
    },
    color(name, opa) {
      const value = options[name];
      if (!isGiven(value)) return null;
      const color = colorOf(value);
      if (color === null) refuse(`${name} is '#rgb', '#rrggbb' or an integer 0xRRGGBB, not ${quoted(value)}`);
      return color === null || opa === OPA_MAX ? color : color + hex(opa, 2);
    },
    refuse,
    problem: () => problem,
  };
}

const QUOTED_CHARS_MAX = 20;

/** What was given, short, whatever it was. */
function quoted(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return 'another kind of value';
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

/** A sentence about the first point that is absurdly far away, as it is given or on the screen; null where none is. */
function beyondIn(points: readonly number[], { x, y, scale, angle_deg }: Placing): string | null {
  const angle = (angle_deg * Math.PI) / 180;
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  for (let n = 0; n < points.length; n += 2) {
    const [a = 0, b = 0] = [points[n], points[n + 1]];
    if (Math.abs(a) > PATH_NUMBER_MAX || Math.abs(b) > PATH_NUMBER_MAX)
      return `Coordinates of a path go to ±${PATH_NUMBER_MAX}: this one has a point at ${a}, ${b}.`;
    const [left, top] = [x + cos * a - sin * b, y + sin * a + cos * b];
    if (Math.abs(left) > PATH_COORDINATE_MAX || Math.abs(top) > PATH_COORDINATE_MAX)
      return `A path reaches to ±${PATH_COORDINATE_MAX} on the screen: this one has a point at ${left}, ${top}.`;
  }
  return null;
}
