// Green from above, to scale: start, hole, rolling ball and the distance it leaves.

import { HOLE_RADIUS_M, lastsFor, travelAt, type PuttOutcome } from '../roll/verdict.ts';
import { FOOT_M } from '../roll/roll.ts';
import { distanceText, stationText, type Units } from '../units.ts';
import { textWidth } from './text-width.ts';
import type { Page } from './page.ts';
import { drawSparks } from './sparks.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from './theme.ts';

interface Called {
  readonly feet: number;
  /** Tolerance, as a share of the distance. */
  readonly within: number;
}

interface Lane {
  readonly top: number;
  readonly height: number;
  readonly target_ft: number | null;
  /** Called distance, if there is no hole. */
  readonly called?: Called | null;
  readonly outcome: PuttOutcome | null;
  /** Seconds since the strike. */
  readonly since_s: number;
  readonly units: Units;
}

const START_X = MARGIN + 26;
const END_X = WIDTH - MARGIN - 34;
/** Shortest distance that fills the lane; nearer holes are not drawn larger. */
const SHORTEST_FT = 3;
const BALL_RADIUS_M = 0.021335;

export function drawLane(page: Page, lane: Lane): void {
  const { top, height, outcome, target_ft } = lane;
  const middle = top + height / 2;
  const scale = pixelsPerMetre(lane);
  felt(page, lane, scale);
  const hole_x = target_ft === null ? null : START_X + target_ft * FOOT_M * scale;
  if (hole_x !== null) drawHole(page, hole_x, middle, scale, stationText(target_ft ?? 0, lane.units));
  if (lane.called) drawCalled(page, lane, lane.called, scale);
  page.rect(START_X - 1, middle - 12, 2, 24, { fill: COLOR.felt_line });
  if (outcome) drawBall(page, lane, outcome, scale, hole_x);
  else page.dot(START_X, middle, ballRadius(scale), COLOR.ball);
}

/** Returns the scale at which the longer of target and roll fills the lane and an off-line ball stays on it. */
function pixelsPerMetre({ target_ft: hole_ft, called, outcome, height }: Lane): number {
  const target_ft = hole_ft ?? called?.feet ?? null;
  const length_m = Math.max(
    target_ft === null ? 0.5 : Math.max(SHORTEST_FT, target_ft) * FOOT_M,
    outcome?.x_m ?? 0,
    target_ft === null && !outcome ? 3 : 0,
  );
  const along = (END_X - START_X) / length_m;
  const across = (height / 2 - 10) / Math.max(0.05, Math.abs(outcome?.y_m ?? 0));
  return Math.min(along, across);
}

const ballRadius = (scale: number): number => Math.max(4, BALL_RADIUS_M * scale);

function felt(page: Page, { top, height, units }: Lane, scale: number): void {
  const left = MARGIN;
  const width = WIDTH - 2 * MARGIN;
  page.rect(left, top, width, height, { fill: COLOR.felt, radius: 10 });
  const unit_m = units === 'imperial' ? 5 * FOOT_M : 2;
  const step = unit_m * scale;
  const every = step < 8 ? 4 : 1; // far targets: fewer lines
  for (let n = every; START_X + n * step < left + width - 8; n += every)
    page.rect(START_X + n * step, top + 6, 1, height - 12, { fill: COLOR.felt_stripe });
}

function drawHole(page: Page, x: number, y: number, scale: number, label: string): void {
  const radius = Math.max(6, HOLE_RADIUS_M * scale);
  page.dot(x, y, radius, COLOR.hole, COLOR.felt_line);
  page.path(`M0 0 L0 -38 L16 -32.5 L0 -27`, { x, y, fill: COLOR.accent, stroke: COLOR.text, width: 1.5 });
  page.text(x, y + radius + 20, label, { size: SIZE.small, align: 'center' });
}

/** Space above and below the line of a called distance. */
const LABELS_HEIGHT = 72;

/** Draws the line at which the ball should stop, and its tolerance. */
function drawCalled(page: Page, { top, height, units }: Lane, { feet, within }: Called, scale: number): void {
  const x = START_X + feet * FOOT_M * scale;
  const half = (feet * FOOT_M * within * scale).toFixed(1);
  const long = height - LABELS_HEIGHT;
  const y = top + LABELS_HEIGHT / 2;
  page.path(`M-${half} 0 L${half} 0 L${half} ${long} L-${half} ${long} Z`, { x, y, fill: COLOR.felt_stripe });
  page.path(`M0 0 L0 ${long}`, { x, y, stroke: COLOR.accent, width: 2 });
  const text = stationText(feet, units);
  page.text(Math.min(x, WIDTH - MARGIN - 6 - textWidth(text, SIZE.small) / 2), top + height - 10, text, {
    size: SIZE.small,
    align: 'center',
  });
}

function drawBall(page: Page, lane: Lane, outcome: PuttOutcome, scale: number, hole_x: number | null): void {
  const middle = lane.top + lane.height / 2;
  const travel_m = travelAt(outcome, lane.since_s);
  const start = (outcome.start_deg * Math.PI) / 180;
  const [x, y] = [START_X + travel_m * Math.cos(start) * scale, middle + travel_m * Math.sin(start) * scale];
  page.path(`M${START_X} ${middle} L${x.toFixed(1)} ${y.toFixed(1)}`, { stroke: '#ffffff66', width: 2 });
  const at_rest = lane.since_s >= lastsFor(outcome);
  if (at_rest && outcome.verdict === 'holed' && hole_x !== null)
    return drawHoled(page, hole_x, middle, lane, outcome, scale);
  if (at_rest && hole_x !== null) drawLeave(page, x, y, hole_x, middle);
  page.dot(x, y, ballRadius(scale), COLOR.ball, COLOR.shade);
}

/** Draws the ball in the hole, sparks around it, and a large word. */
function drawHoled(page: Page, x: number, y: number, { since_s }: Lane, outcome: PuttOutcome, scale: number): void {
  page.dot(x, y, ballRadius(scale) - 1.5, '#cfd8d3', COLOR.hole);
  drawSparks(page, x, y, since_s - lastsFor(outcome));
  page.text((START_X + x) / 2, y + 44, 'Holed!', { size: 34, align: 'center', color: COLOR.good });
}

/** Draws a dotted line from the ball to the hole. */
function drawLeave(page: Page, x: number, y: number, hole_x: number, hole_y: number): void {
  const length = Math.hypot(hole_x - x, hole_y - y);
  for (let along = 12; along < length - 10; along += 7) {
    const share = along / length;
    page.dot(x + (hole_x - x) * share, y + (hole_y - y) * share, 1.3, COLOR.accent);
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
