// Seats and standings: one field per seat, the one on turn marked by background, edge and arrow; this device's seats
// are marked if other devices play too.

import type { Page } from './page.ts';
import { COLOR, MARGIN, SIZE, WIDTH } from './theme.ts';
import { textWidth } from './text-width.ts';

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

const HEIGHT = 34;
const GAP = 8;

export function drawSeats(page: Page, top: number, seats: readonly SeatField[]): void {
  page.keepClear(top);
  const width = (WIDTH - 2 * MARGIN - GAP * (seats.length - 1)) / seats.length;
  seats.forEach((seat, i) => {
    const x = MARGIN + i * (width + GAP);
    const edge = seat.on_turn ? { stroke: seat.color, width: 1.5 } : {};
    page.rect(x, top, width, HEIGHT, { fill: seat.on_turn ? COLOR.raised : COLOR.panel, radius: 8, ...edge });
    if (seat.on_turn) page.path('M0 0 L7 5 L0 10 Z', { x: x + 8, y: top + 12, fill: seat.color });
    seatText(page, { x, top, width, seat, narrow: seats.length > 2 });
    const turn = seat.on_turn && seats.length > 1 ? ', to putt' : '';
    const ours = seat.ours ? ', you' : '';
    page.say(`${seat.name}: ${seat.standing}${turn}${seat.remark && `, ${seat.remark}`}${ours}`);
  });
}

/** Label next to the name of a player on this device. */
const MARK = 'you';
const MARK_WIDTH = 30;

interface SeatText {
  readonly x: number;
  readonly top: number;
  readonly width: number;
  readonly seat: SeatField;
  /** Whether the standing is below the name instead of next to it. */
  readonly narrow: boolean;
}

function seatText(page: Page, { x, top, width, seat, narrow }: SeatText): void {
  const { name, remark, ours = false } = seat;
  const standing = remark || seat.standing;
  const size = narrow ? SIZE.tiny : SIZE.small;
  const [name_y, standing_y] = narrow ? [top + 15, top + 30] : [top + 22, top + 22];
  const beside = narrow ? 0 : textWidth(standing, size) + 10;
  const mark = ours ? MARK_WIDTH : 0;
  const fits = Math.min(textWidth(name, size), width - beside - mark - 26);
  page.text(x + 20, name_y, name, { size, width: fits });
  if (ours) page.text(x + 26 + fits, name_y, MARK, { size: SIZE.tiny - 1, color: COLOR.muted });
  const style = { size, color: remark ? COLOR.muted : COLOR.accent };
  if (narrow) page.text(x + 20, standing_y, standing, { ...style, width: width - 26 });
  else page.text(x + width - 10, standing_y, standing, { ...style, align: 'right' });
}
