// What every page of a set in play has: what it is drawn from, the seats, and what becomes of strikes while there is no sensor.

import type { LinkState } from '../../hal/sensor/sensor.ts';
import type { Putt } from '../experiences/putt.ts';
import type { BallPath, Remark, SetState } from '../experiences/set-rules.ts';
import type { Units } from '../units.ts';
import type { Page } from './page.ts';
import { drawSeats, type SeatField } from './seats.ts';
import { textWidth } from './text-width.ts';
import { COLOR, MARGIN, SIZE } from './theme.ts';

const SEATS_TOP = 256;
/** Where a finger on the seats is. */
export const SEATS_AREA = { y: SEATS_TOP, h: 34 } as const;

export interface SetPageView<S extends SetState = SetState> {
  readonly name: string;
  /** Which putt it is, in words. */
  readonly progress: string;
  readonly state: S;
  /** The newest putt and its way where that is no straight line; null before the first. */
  readonly putt: Putt | null;
  readonly path: BallPath | null;
  /** The state in which it was struck. */
  readonly before: S;
  /** What there is to say of it, where no hole judges it. */
  readonly remark: Remark | null;
  readonly seats: readonly SeatField[];
  readonly units: Units;
  readonly link: LinkState;
  /** The ball still rolls, or its outcome is still shown. */
  readonly rolling: boolean;
  /** The ball rests, and its verdict is shown. */
  readonly resting: boolean;
  readonly now_ms: number;
}

/** The name of who putts next. */
export const nameOnTurn = ({ seats, state }: SetPageView): string => seats[state.turn]?.name ?? '';

/** Seconds since the newest putt. */
export const sinceStrike = ({ putt, now_ms }: SetPageView): number => (putt ? (now_ms - putt.strike.at_ms) / 1000 : 0);

/** The putt whose figures stand: while its turn is shown, and after it as long as the same player is on turn. */
export const puttShown = ({ putt, rolling, state }: SetPageView): Putt | null =>
  rolling || state.seats[state.turn]?.player_id === putt?.player_id ? putt : null;

/** A strike that no sensor sees is lost: whoever putts must know. */
export function linkText(page: Page, link: LinkState, lane_bottom: number): void {
  if (link === 'ready') return;
  const text = link === 'blocked' ? 'Sensor covered: clear the board' : `Sensor ${link}: no strike is seen`;
  const y = lane_bottom - 32;
  page.rect(MARGIN + 8, y, textWidth(text, SIZE.small) + 44, 26, { fill: COLOR.accent, radius: 13 });
  page.icon('warn', MARGIN + 16, y + 4, 18, COLOR.ink);
  page.text(MARGIN + 40, y + 18, text, { size: SIZE.small, color: COLOR.ink });
  page.say(text);
}

export const seats = (page: Page, view: SetPageView): void => drawSeats(page, SEATS_TOP, view.seats);
