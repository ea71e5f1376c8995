// Play screen, readable from where the player stands: the green with one large text, the seats and the key hints.

import { COLOR, HEIGHT, MARGIN, WIDTH } from './theme.ts';
import { PLAY_SIZE_MIN, type Page } from './page.ts';
import { fairShare, fitted, textWidth } from './text-width.ts';

/** A seat and its standing. */
export interface SeatField {
  readonly name: string;
  readonly standing: string;
  readonly color: string;
  readonly on_turn: boolean;
  /** Whether the player is on this device, while other devices play too. */
  readonly ours?: boolean;
  /** Extra status of the seat, such as `sits out`; '' if none. */
  readonly remark: string;
}

export const GREEN_BOTTOM = 222;
const SEATS_BOTTOM = 292;
/** Touch area of the seats. */
export const SEATS_AREA = { y: GREEN_BOTTOM, h: SEATS_BOTTOM - GREEN_BOTTOM } as const;
const LEFT = 20;
const RIGHT = WIDTH - LEFT;

const BAND = 40;
const BANDS = Array.from(
  { length: WIDTH / BAND / 2 },
  (_, i) =>
    `M${2 * i * BAND} 0 L${(2 * i + 1) * BAND} 0 L${(2 * i + 1) * BAND} ${GREEN_BOTTOM} L${2 * i * BAND} ${GREEN_BOTTOM} Z`,
).join(' ');

/** Draws the mown green. */
export function drawGreen(page: Page): void {
  page.rect(0, 0, WIDTH, GREEN_BOTTOM, { fill: COLOR.green });
  page.path(BANDS, { fill: COLOR.green_stripe });
}

/** Draws the name of what is played, with an arrow to touch, and where the set stands. `line`: the same as page text. */
export function drawTop(
  page: Page,
  title: string,
  progress: string,
  line = progress ? `${title} · ${progress}` : title,
): void {
  const right = RIGHT - textWidth(progress, PLAY_SIZE_MIN) - 12;
  const width = right - LEFT - 20;
  page.titleArea(right, COLOR.green);
  page.icon('back', 10, 10, 24, COLOR.green_text);
  page.touch({ x: 0, y: 0, w: 120, h: 44, key: 'back', row: null });
  if (width > 40) page.text(LEFT + 20, 31, title, { size: 20, color: COLOR.green_text, width });
  page.playText(RIGHT, 33, progress, { size: PLAY_SIZE_MIN, align: 'right', ground: COLOR.green });
  page.say(line);
}

interface Headline {
  readonly text: string;
  readonly size_max: number;
  readonly size_min: number;
  /** Left end. Default: the margin of the green. */
  readonly x?: number;
  /** Baseline. */
  readonly y: number;
  readonly color?: string;
  /** Short text at the right end, such as the points scored. */
  readonly right?: string;
}

/** Draws the largest text of the screen, as large as its line allows. */
export function drawHeadline(
  page: Page,
  { text, size_max, size_min, x = LEFT, y, color = COLOR.text, right = '' }: Headline,
): void {
  const right_width = right ? textWidth(right, size_min) + 20 : 0;
  const room = RIGHT - x - right_width;
  const size = Math.max(size_min, Math.min(size_max, (size_max * room) / Math.max(1, textWidth(text, size_max))));
  page.playText(x, y, fitted(text, size, room), { size, color, ground: COLOR.green });
  if (right) page.playText(RIGHT, y, right, { size: size_min, color: COLOR.gold, align: 'right', ground: COLOR.green });
}

/** Draws the line below the headline: the longest of these texts that fits, the last one cut if none does. */
export function drawSubline(page: Page, texts: string | readonly string[], y: number): void {
  const room = RIGHT - LEFT;
  const [first, ...shorter] = typeof texts === 'string' ? [texts] : texts;
  if (first === undefined) return;
  if (shorter.length > 0 && textWidth(first, PLAY_SIZE_MIN) > room) return drawSubline(page, shorter, y);
  const size = textWidth(first, 28) > room ? PLAY_SIZE_MIN : 28;
  page.playText(LEFT, y, first, { size, color: COLOR.green_text, width: room, ground: COLOR.green });
}

/** Draws a warning across the bottom of the green. */
export function drawWarning(page: Page, text: string): void {
  const y = GREEN_BOTTOM - 40;
  page.rect(0, y, WIDTH, 40, { fill: COLOR.accent });
  page.icon('warn', 14, y + 8, 24, COLOR.ink);
  page.playText(48, y + 29, text, { size: PLAY_SIZE_MIN, color: COLOR.ink, width: WIDTH - 68, ground: COLOR.accent });
  page.say(text);
}

/** Draws the key hints at the bottom. `ok`: touching them means OK. */
export function drawHints(page: Page, hints: string, { ok = false } = {}): void {
  if (ok) page.touch({ x: 0, y: SEATS_BOTTOM, w: WIDTH, h: HEIGHT - SEATS_BOTTOM, key: 'ok', row: null });
  page.say(`Keys: ${hints}`);
  const style = { size: 18, color: COLOR.muted, align: 'center', width: WIDTH - 2 * MARGIN } as const;
  page.text(WIDTH / 2, HEIGHT - 9, hints, style);
}

/** Draws the seats: one in full, or the one on turn in its colour above the others. */
export function drawSeats(page: Page, seats: readonly SeatField[]): void {
  page.keepClear(GREEN_BOTTOM);
  const [only] = seats;
  if (seats.length === 1 && only) drawOnly(page, only);
  else {
    const on_turn = seats.find((seat) => seat.on_turn);
    if (on_turn) drawOnTurn(page, on_turn);
    const others = seats.filter((seat) => seat !== on_turn);
    drawOthers(page, others, on_turn ? 264 : 243);
  }
  for (const seat of seats) {
    const turn = seat.on_turn && seats.length > 1 ? ', to putt' : '';
    const ours = seat.ours ? ', you' : '';
    page.say(`${seat.name}: ${seat.standing}${turn}${seat.remark && `, ${seat.remark}`}${ours}`);
  }
}

function drawOnly(page: Page, { name, standing, color, remark }: SeatField): void {
  const style = { size: 30, ground: COLOR.ground };
  const text = remark || standing;
  const room = RIGHT - LEFT - 28 - textWidth(text, 30) - 16;
  page.dot(LEFT + 9, 257, 9, color);
  page.playText(LEFT + 28, 268, fitted(name, 30, room), style);
  page.playText(RIGHT, 268, text, { ...style, color: COLOR.gold, align: 'right' });
}

function drawOnTurn(page: Page, { name, standing, color, ours = false }: SeatField): void {
  const style = { size: 28, color: COLOR.ink, ground: color };
  const turn = ours ? ', your turn' : ' to putt';
  const room = RIGHT - LEFT - textWidth(turn, 28) - textWidth(standing, 28) - 20;
  page.rect(0, GREEN_BOTTOM, WIDTH, 42, { fill: color });
  page.playText(LEFT, GREEN_BOTTOM + 31, `${fitted(name, 28, room)}${turn}`, style);
  page.playText(RIGHT, GREEN_BOTTOM + 31, standing, { ...style, align: 'right' });
}

const OTHER = 18;
/** Width of the dot of a seat, and of the gaps around its standing. */
const DOT_WIDTH = 16;
const GAP = 8;

/** Draws the other seats in a row; names are cut where they do not all fit. */
function drawOthers(page: Page, seats: readonly SeatField[], top: number): void {
  const standings = seats.map(({ standing, remark }) => remark || standing);
  const fixed = standings.reduce((sum, standing) => sum + DOT_WIDTH + textWidth(standing, OTHER) + 3 * GAP, 0);
  const room = RIGHT - LEFT - fixed;
  const widthOf = (names: readonly string[]): number => names.reduce((sum, name) => sum + textWidth(name, OTHER), 0);
  const marked = seats.map(({ name, ours = false }) => (ours ? `${name} (you)` : name));
  const names = widthOf(marked) <= room ? marked : seats.map(({ name }) => name);
  const names_max = fairShare(
    names.map((name) => textWidth(name, OTHER)),
    room,
  );
  let x = LEFT;
  for (const [i, { color }] of seats.entries()) {
    const [name = '', standing = ''] = [names[i], standings[i]];
    const text = names_max < DOT_WIDTH ? '' : fitted(name, OTHER, names_max);
    page.dot(x + 6, top + 14, 6, color);
    page.text(x + DOT_WIDTH, top + 20, text, { size: OTHER });
    x += DOT_WIDTH + textWidth(text, OTHER) + GAP;
    page.text(x, top + 20, standing, { size: OTHER, color: COLOR.accent, width: Math.max(0, RIGHT - x) });
    x += textWidth(standing, OTHER) + 2 * GAP;
  }
}
