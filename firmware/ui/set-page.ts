// Common base of the pages of a set in play: their input, the seats, and the warning while the sensor misses strikes.

import type { LinkState } from '../../hal/sensor/sensor.ts';
import type { Putt } from '../experiences/putt.ts';
import type { BallPath, Remark, SetState } from '../experiences/set-rules.ts';
import type { Units } from '../units.ts';
import type { Page } from './page.ts';
import { drawWarning, type SeatField } from './stance.ts';

export interface SetPageView<S extends SetState = SetState> {
  readonly name: string;
  /** Description of the current putt, such as its number. */
  readonly progress: string;
  readonly state: S;
  /** The newest putt and its path, if not a straight line; null before the first. */
  readonly putt: Putt | null;
  readonly path: BallPath | null;
  /** State in which that putt was struck. */
  readonly before: S;
  /** Remark on that putt, if no hole judges it. */
  readonly remark: Remark | null;
  readonly seats: readonly SeatField[];
  readonly units: Units;
  readonly link: LinkState;
  /** Whether the ball is still rolling or its outcome is still shown. */
  readonly rolling: boolean;
  /** Whether the ball is at rest with its verdict shown. */
  readonly resting: boolean;
  readonly now_ms: number;
}

/** Returns the name of the player who putts next. */
export const nameOnTurn = ({ seats, state }: SetPageView): string => seats[state.turn]?.name ?? '';

/** Returns the seconds since the newest putt. */
export const sinceStrike = ({ putt, now_ms }: SetPageView): number => (putt ? (now_ms - putt.strike.at_ms) / 1000 : 0);

/** Returns the putt whose figures are shown: during its turn, and afterwards while the same player stays on turn. */
export const puttShown = ({ putt, rolling, state }: SetPageView): Putt | null =>
  rolling || state.seats[state.turn]?.player_id === putt?.player_id ? putt : null;

/** Whether the sensor would see a strike once nothing covers it. */
export const isSensorReady = (link: LinkState): boolean => link === 'ready' || link === 'blocked';

/** Warns the player that strikes are lost while the sensor is not ready. */
export function linkText(page: Page, link: LinkState): void {
  if (link === 'ready') return;
  drawWarning(page, link === 'blocked' ? 'Sensor covered: clear the board' : `Sensor ${link}: strikes not seen`);
}
