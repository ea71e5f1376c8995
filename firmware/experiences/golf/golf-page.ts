// Mini golf page, seen from above: the hole with its obstacles, the ball rolling or at rest, and the aim.

import { FOOT_M } from '../../roll/roll.ts';
import { createPage, type Page, type PageView } from '../../ui/page.ts';
import { linkText, nameOnTurn, sinceStrike, type SetPageView } from '../../ui/set-page.ts';
import { drawSparks } from '../../ui/sparks.ts';
import { drawGreen, drawHints, drawSeats, drawTop, GREEN_BOTTOM } from '../../ui/stance.ts';
import { textWidth } from '../../ui/text-width.ts';
import { COLOR, MARGIN, WIDTH } from '../../ui/theme.ts';
import type { BallPath, Remark } from '../set-rules.ts';
import type { Point } from './geometry.ts';
import { SAMPLES_A_SECOND } from './golf-roll.ts';
import type { GolfHole } from './hole.ts';
import { GOLF_HOLES } from './holes.ts';
import { holeOf, type GolfState } from './mini-golf.ts';
import { assertDefined } from '../../../wire/errors.ts';

const TOP = 44;
const [FIELD_WIDTH, FIELD_HEIGHT] = [WIDTH - 2 * MARGIN, GREEN_BOTTOM - TOP - 4];
const PIXELS_A_FOOT_MAX = 30;
const AIM_FT = 2.2;
const COLORS = { wall: '#b98b5a', block: '#8a5f38', sand: '#d8c48a', rough: '#12251b' } as const;

interface Field {
  readonly page: Page;
  readonly scale: number;
  at(feet: readonly [number, number]): Point;
}

export function golfPage(view: SetPageView<GolfState>): PageView {
  const { state, rolling } = view;
  const page = createPage();
  const shown = rolling ? view.path : null;
  const played = shown ? view.before : state;
  const hole = assertDefined(GOLF_HOLES[Math.min(holeOf(played), GOLF_HOLES.length - 1)], 'hole');
  const stroke = played.stroke + 1;
  drawGreen(page);
  drawTop(page, hole.name, `Par ${hole.par} · stroke ${stroke}`, `${view.name} · ${view.progress}`);
  page.say(`${hole.name}, par ${hole.par}, stroke ${stroke}`);
  const field = fieldOf(page, hole);
  drawHole(field, hole);
  const since_s = sinceStrike(view);
  if (shown) drawRoll(field, shown, since_s);
  else drawAim(field, state);
  const now = state.seats.length > 1 ? `${nameOnTurn(view)} to putt` : 'Aim, then strike the ball';
  drawRemark(page, shown && since_s >= shown.lasts_s ? shown.remark : null, shown ? '' : now);
  linkText(page, view.link);
  drawSeats(page, view.seats);
  drawHints(page, rolling ? 'OK: next putt · Back: leave, set is saved' : '← → aim · Back: leave, set is saved', {
    ok: rolling,
  });
  if (!rolling) touchAim(page);
  return page.view();
}

/** Turns the aim on a touch in the left or right half of the field. */
function touchAim(page: Page): void {
  page.touch({ x: 0, y: TOP, w: WIDTH / 2, h: FIELD_HEIGHT, key: 'left', row: null });
  page.touch({ x: WIDTH / 2, y: TOP, w: WIDTH / 2, h: FIELD_HEIGHT, key: 'right', row: null });
}

/** Centres the field and scales it to fit. */
function fieldOf(page: Page, { outline }: GolfHole): Field {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [w, h] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min((FIELD_WIDTH - 16) / w, (FIELD_HEIGHT - 14) / h, PIXELS_A_FOOT_MAX);
  const [x0, y0] = [MARGIN + (FIELD_WIDTH - w * scale) / 2, TOP + (FIELD_HEIGHT - h * scale) / 2];
  return { page, scale, at: ([x, y]) => ({ x: x0 + (x - left) * scale, y: y0 + (y - top) * scale }) };
}

const inFeet = ({ x, y }: Point): readonly [number, number] => [x / FOOT_M, y / FOOT_M];

const closed = ({ at }: Field, points: readonly (readonly [number, number])[]): string =>
  `${points.map((point, i) => `${i === 0 ? 'M' : 'L'}${at(point).x.toFixed(1)} ${at(point).y.toFixed(1)}`).join(' ')} Z`;

function drawHole(field: Field, { outline, blocks, posts, sand, start, cup }: GolfHole): void {
  const { page, scale, at } = field;
  page.rect(MARGIN, TOP, FIELD_WIDTH, FIELD_HEIGHT, { fill: COLORS.rough, radius: 10 });
  page.path(closed(field, outline), { fill: COLOR.felt, stroke: COLORS.wall, width: 5 });
  for (const patch of sand) page.path(closed(field, patch), { fill: COLORS.sand });
  for (const block of blocks) page.path(closed(field, block), { fill: COLORS.block, stroke: COLORS.wall, width: 2 });
  for (const [x, y, radius] of posts) page.dot(at([x, y]).x, at([x, y]).y, radius * scale, COLORS.block, COLORS.wall);
  const [tee, hole] = [at(start), at(cup)];
  page.rect(tee.x - 1, tee.y - 8, 2, 16, { fill: COLOR.felt_line });
  page.dot(hole.x, hole.y, Math.max(5, 0.177 * scale), COLOR.hole, COLOR.felt_line);
  page.path('M0 0 L0 -24 L11 -20.5 L0 -17', {
    x: hole.x,
    y: hole.y,
    fill: COLOR.accent,
    stroke: COLOR.text,
    width: 1.2,
  });
}

const ballRadius = (scale: number): number => Math.max(3.6, 0.07 * scale);

/** Draws a dotted line from the ball along the aim. */
function drawAim({ page, scale, at }: Field, { ball, aim_deg }: GolfState): void {
  const from = at(inFeet(ball));
  const aim = (aim_deg * Math.PI) / 180;
  for (let along = 12; along < AIM_FT * scale; along += 7)
    page.dot(from.x + along * Math.cos(aim), from.y + along * Math.sin(aim), 1.6, COLOR.accent);
  page.dot(from.x, from.y, ballRadius(scale), COLOR.ball, COLOR.shade);
  page.say(
    `Aim: ${Math.round(Math.abs(aim_deg))}° ${aim_deg < 0 ? 'to the left of' : 'to the right of'} straight ahead`,
  );
}

/** Draws the path rolled so far with the ball at its end; a holed ball is not drawn. */
function drawRoll({ page, scale, at }: Field, { path, lasts_s, holed }: BallPath, since_s: number): void {
  const over = since_s >= lasts_s;
  const shown = over ? path : path.slice(0, Math.max(2, Math.floor(since_s * SAMPLES_A_SECOND) + 1));
  const d = shown.map(
    (point, i) => `${i === 0 ? 'M' : 'L'}${at(inFeet(point)).x.toFixed(1)} ${at(inFeet(point)).y.toFixed(1)}`,
  );
  page.path(d.join(' '), { stroke: '#ffffff66', width: 2 });
  const last = at(inFeet(assertDefined(shown.at(-1), 'end of the path')));
  if (over && holed) drawSparks(page, last.x, last.y, since_s - lasts_s);
  else page.dot(last.x, last.y, ballRadius(scale), COLOR.ball, COLOR.shade);
}

/** Draws the verdict across the bottom of the field. */
function drawRemark(page: Page, remark: Remark | null, now: string): void {
  if (!remark) return now === '' ? undefined : page.say(`Now: ${now}`);
  const y = GREEN_BOTTOM - 50;
  const [ground, color] = remark.good ? [COLOR.gold, COLOR.ink] : [COLOR.green, COLOR.text];
  const size = Math.min(44, (44 * (WIDTH - 60)) / textWidth(remark.text, 44));
  page.rect(MARGIN, y, FIELD_WIDTH, 50, { fill: ground, radius: 8 });
  page.playText(WIDTH / 2, y + 39, remark.text, { size, color, ground, align: 'center' });
  page.say(`Verdict: ${remark.text}`);
}
