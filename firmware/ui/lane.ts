// Green from above, to scale: start, hole, rolling ball and the distance it leaves. Ball and hole are drawn larger than
// they are, so that they can be seen from where the player stands.

import type { Surface } from '../roll/surface.ts';
import { CURVE_HZ, HOLE_RADIUS_M, lastsFor, travelAt, type PuttOutcome, type RollCurve } from '../roll/verdict.ts';
import { FOOT_M } from '../roll/roll.ts';
import { distanceText, distanceUnit, feetOf, type Units } from '../units.ts';
import type { Page } from './page.ts';
import { drawSlope } from './slope.ts';
import { drawSparks, SPARKS_S } from './sparks.ts';
import { COLOR, WIDTH } from './theme.ts';

interface Called {
  readonly feet: number;
  /** Tolerance, as a share of the distance. */
  readonly within: number;
}

interface Lane {
  readonly target_ft: number | null;
  /** Called distance, if there is no hole. */
  readonly called?: Called | null;
  readonly outcome: PuttOutcome | null;
  /** Seconds since the strike. */
  readonly since_s: number;
  /** Slope of the green as the ball sees it. Default: flat. */
  readonly surface?: Surface | null;
  /** Aim beside the hole, metres, positive right; undefined if the player cannot aim. */
  readonly aim_m?: number;
  /** Another roll to compare with, drawn as a dotted curve. */
  readonly ideal?: RollCurve | null;
}

const START_X = 40;
const END_X = WIDTH - 56;
const MIDDLE = 178;
/** Space to either side of the line. */
const ACROSS = 34;
/** Shortest distance that fills the lane; nearer holes are not drawn larger. */
const SHORTEST_FT = 3;
const BALL_RADIUS_M = 0.021335;

export function drawLane(page: Page, lane: Lane): void {
  const { outcome, target_ft, surface, aim_m } = lane;
  const scale = pixelsPerMetre(lane);
  const hole_x = target_ft === null ? null : START_X + target_ft * FOOT_M * scale;
  if (surface) drawSlope(page, surface, { x: START_X, y: MIDDLE, pixels_per_m: scale });
  if (lane.called) drawCalled(page, lane.called, scale);
  const aim = { x: hole_x ?? 0, y: MIDDLE + (aim_m ?? 0) * scale };
  const line = aim_m === undefined ? COLOR.green_text : COLOR.gold;
  if (!outcome && hole_x !== null) drawDots(page, { x: START_X, y: MIDDLE }, aim, line);
  if (hole_x !== null) drawHole(page, hole_x, scale);
  if (!outcome && aim_m) drawAim(page, aim);
  if (lane.ideal) drawIdeal(page, lane.ideal, scale);
  if (outcome) drawRoll(page, lane, outcome, scale, hole_x);
  else drawBall(page, START_X, MIDDLE, scale);
}

/** Returns the scale at which the longer of target and roll fills the lane and an off-line ball stays on it. */
function pixelsPerMetre({ target_ft: hole_ft, called, outcome, aim_m, ideal }: Lane): number {
  const target_ft = hole_ft ?? called?.feet ?? null;
  const curves = [...(outcome?.curve?.points ?? []), ...(ideal?.points ?? [])];
  const length_m = Math.max(
    target_ft === null ? 0.5 : Math.max(SHORTEST_FT, target_ft) * FOOT_M,
    outcome?.x_m ?? 0,
    target_ft === null && !outcome ? 3 : 0,
    ...curves.map(({ x_m }) => x_m),
  );
  const width_m = Math.max(
    0.05,
    Math.abs(outcome?.y_m ?? 0),
    Math.abs(outcome ? 0 : (aim_m ?? 0)),
    ...curves.map(({ y_m }) => Math.abs(y_m)),
  );
  return Math.min((END_X - START_X) / length_m, ACROSS / width_m);
}

const holeRadius = (scale: number): number => Math.max(11, HOLE_RADIUS_M * scale);
const ballRadius = (scale: number): number => Math.max(7, BALL_RADIUS_M * scale);

function drawBall(page: Page, x: number, y: number, scale: number): void {
  const radius = ballRadius(scale);
  page.dot(x + 2, y + 3, radius, '#00000055');
  page.dot(x, y, radius, COLOR.ball);
  page.dot(x + radius / 4, y + radius / 4, radius * 0.55, '#dfe7e3');
  page.dot(x - radius / 8, y - radius / 8, radius * 0.7, COLOR.ball);
}

/** Draws the cup with its far wall lit, and the flag. */
function drawHole(page: Page, x: number, scale: number): void {
  const radius = holeRadius(scale);
  page.dot(x, MIDDLE, radius + 2, COLOR.green_text);
  page.dot(x, MIDDLE, radius, '#2a3b32');
  page.dot(x, MIDDLE + radius * 0.18, radius * 0.82, COLOR.hole);
  page.path('M0 0 L0 -44', { x, y: MIDDLE, stroke: COLOR.text, width: 2.5 });
  page.path('M0 -44 L22 -36 L0 -28 Z', { x, y: MIDDLE, fill: COLOR.accent });
}

/** Draws the line at which the ball should stop, and its tolerance. */
function drawCalled(page: Page, { feet, within }: Called, scale: number): void {
  const x = START_X + feet * FOOT_M * scale;
  const [half, top] = [(feet * FOOT_M * within * scale).toFixed(1), ACROSS];
  const area = `M-${half} -${top} L${half} -${top} L${half} ${top} L-${half} ${top} Z`;
  page.path(area, { x, y: MIDDLE, fill: '#2f8557' });
  page.path(`M0 -${top} L0 ${top}`, { x, y: MIDDLE, stroke: COLOR.accent, width: 3 });
}

/** Opacities of the trail, from the start to the ball. */
const TRAIL = ['22', '44', '66', '99'];
/** Points of each piece of the trail, so that it bends around the rim, or with the green. */
const PIECE = 6;
const CURVE_PIECE = 12;

function drawRoll(page: Page, lane: Lane, outcome: PuttOutcome, scale: number, hole_x: number | null): void {
  const at = outcome.curve
    ? alongCurve(outcome.curve, lane.since_s, scale)
    : alongLine(outcome, lane.since_s, scale, lane.target_ft);
  const pieces = outcome.curve ? CURVE_PIECE : PIECE;
  TRAIL.forEach((opacity, i) => {
    const points = Array.from({ length: pieces + 1 }, (_, k) => at((i + k / pieces) / TRAIL.length));
    page.path(lineThrough(points), { stroke: `#ffffff${opacity}`, width: 4, pen: 'sharp' });
  });
  const ball = at(1);
  const rest_s = lane.since_s - lastsFor(outcome);
  if (rest_s >= 0 && outcome.verdict === 'holed' && hole_x !== null) return drawHoled(page, hole_x, scale, rest_s);
  if (rest_s >= 0 && hole_x !== null) drawDots(page, ball, { x: hole_x, y: MIDDLE }, COLOR.gold);
  drawBall(page, ball.x, ball.y, scale);
}

const lineThrough = (points: readonly Point[]): string =>
  points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');

/** Returns the places of a ball on a straight line, by the share of its way so far. */
function alongLine(outcome: PuttOutcome, since_s: number, scale: number, target_ft: number | null) {
  const travel_m = travelAt(outcome, since_s);
  return (share: number): Point => ballAt(outcome, share * travel_m, scale, target_ft);
}

/** Returns the places of a ball on a curve, by the share of its time so far. */
function alongCurve({ points, lasts_s }: RollCurve, since_s: number, scale: number) {
  const now_s = Math.min(Math.max(0, since_s), lasts_s);
  return (share: number): Point => {
    const at = share * now_s * CURVE_HZ;
    // The last place follows the one before it by less than a whole period.
    const last = points.length - 1;
    const before = Math.min(Math.floor(at), last - 1);
    const period = before === last - 1 ? lasts_s * CURVE_HZ - before : 1;
    const part = period > 0 ? Math.min(1, (at - before) / period) : 1;
    const [from, to] = [points[before] ?? ORIGIN, points[before + 1] ?? points[last] ?? ORIGIN];
    return {
      x: START_X + (from.x_m + part * (to.x_m - from.x_m)) * scale,
      y: MIDDLE + (from.y_m + part * (to.y_m - from.y_m)) * scale,
    };
  };
}

const ORIGIN = { x_m: 0, y_m: 0 } as const;

/** Marks the point beside the hole at which the player aims. */
function drawAim(page: Page, { x, y }: Point): void {
  page.dot(x, y, 11, COLOR.ink);
  page.path('M-7 0 L7 0 M0 -7 L0 7', { x, y, stroke: COLOR.gold, width: 3 });
}

/** Draws the ideal roll as a dotted curve. */
function drawIdeal(page: Page, { points }: RollCurve, scale: number): void {
  let [x, y] = [START_X, MIDDLE];
  for (const { x_m, y_m } of points) {
    const next = { x: START_X + x_m * scale, y: MIDDLE + y_m * scale };
    if (Math.hypot(next.x - x, next.y - y) < 11) continue;
    [x, y] = [next.x, next.y];
    page.dot(x, y, 2.5, COLOR.gold);
  }
}

/** Returns the place of the ball; one that lips out runs around the rim, then continues along its line. */
function ballAt(outcome: PuttOutcome, travel_m: number, scale: number, target_ft: number | null): Point {
  const start = (outcome.start_deg * Math.PI) / 180;
  const [x, y] = [START_X + travel_m * Math.cos(start) * scale, MIDDLE + travel_m * Math.sin(start) * scale];
  if (outcome.verdict !== 'lip' || outcome.too_fast || target_ft === null) return { x, y };
  const rim = holeRadius(scale) + 2;
  const hole_x = START_X + target_ft * FOOT_M * scale;
  const share = (x - (hole_x - 1.5 * rim)) / (3 * rim);
  if (share <= 0 || share >= 1) return { x, y };
  return { x, y: y + (outcome.start_deg < 0 ? -1 : 1) * rim * Math.sin(Math.PI * share) };
}

/** Draws a holed ball: for a second the cup is large and the ball drops into it. */
function drawHoled(page: Page, x: number, scale: number, since_s: number): void {
  const share = Math.min(1, Math.max(0, since_s / SPARKS_S));
  const swell = Math.sin(Math.PI * Math.sqrt(share)) * SWELL;
  const radius = holeRadius(scale) + swell;
  if (swell > 0.5) {
    page.dot(x, MIDDLE, radius + 2, COLOR.green_text);
    page.dot(x, MIDDLE, radius, COLOR.hole);
  }
  const depth = Math.min(1, since_s / DROP_S);
  const ball = (ballRadius(scale) + swell * 0.4) * (1 - 0.2 * depth);
  page.dot(x, MIDDLE + 2 + swell * 0.2 * depth, ball - 1.5, depth < 0.5 ? COLOR.ball : '#b9c4be');
  drawSparks(page, x, MIDDLE, since_s);
}

/** How much the cup grows, px, and how long the ball drops, seconds. */
const SWELL = 24;
const DROP_S = 0.3;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Draws a dotted line between the ball and the hole. */
function drawDots(page: Page, from: Point, to: Point, color: string): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  // A host of another maker may publish any distance.
  for (let along = 18; along < Math.min(length - 16, 2 * WIDTH); along += 11) {
    const share = along / length;
    page.dot(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share, 2, color);
  }
}

/** Describes the outcome, such as `Short, leaves 1.2 ft`. */
export function outcomeText(outcome: PuttOutcome, units: Units): string {
  const leave = distanceText((outcome.leave_m ?? 0) / FOOT_M, units);
  switch (outcome.verdict) {
    case 'holed':
      return 'Holed';
    case 'lip':
      return `${outcome.too_fast ? 'Too fast' : 'Lipped out'}, leaves ${leave}`;
    case 'miss':
      return `Missed, leaves ${leave}`;
    case 'short':
      return `Short, leaves ${leave}`;
    case '':
      return `Rolls ${distanceText(outcome.roll.distance_m / FOOT_M, units)}`;
  }
}

/** Outcome in the few words that fit across the green, and what else the player wants to know; '' for nothing. */
export function outcomeHeadline(outcome: PuttOutcome, units: Units): { readonly text: string; readonly more: string } {
  const leave = shortDistance((outcome.leave_m ?? 0) / FOOT_M, units);
  switch (outcome.verdict) {
    case 'holed':
      return { text: 'Holed!', more: '' };
    case 'lip':
      return { text: outcome.too_fast ? 'Too fast' : 'Lipped out', more: `leaves ${leave}` };
    case 'miss':
      return { text: 'Missed', more: `leaves ${leave}` };
    case 'short':
      return { text: `${leave} short`, more: '' };
    case '':
      return { text: shortDistance(feetOf(outcome.roll.distance_m), units), more: '' };
  }
}

/** Formats a distance with at most one decimal, and none from 10 on. */
export function shortDistance(feet: number, units: Units): string {
  const value = units === 'imperial' ? feet : feet * FOOT_M;
  return `${Number(value.toFixed(value < 10 ? 1 : 0))} ${distanceUnit(units)}`;
}
