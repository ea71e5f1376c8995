// Sparks of a holed putt: they fly from the hole towards the player and avoid the text around it.

import type { Page } from './page.ts';
import { seatColor } from './theme.ts';

/** Flight time, seconds. */
export const SPARKS_S = 1;

const COUNT = 14;
const [NEAR, FAR] = [14, 70];
/** Half angle of the spark fan, to either side of the direction to the player, radians. */
const FAN = (55 * Math.PI) / 180;

/** Draws the sparks. `since_s`: seconds since the ball dropped. They stay at the end of their flight. */
export function drawSparks(page: Page, x: number, y: number, since_s: number): void {
  const share = Math.min(1, Math.max(0, since_s / SPARKS_S));
  const eased = 1 - (1 - share) ** 3;
  for (let i = 0; i < COUNT; i++) {
    const angle = FAN * (2 * ((i + 0.5) / COUNT) - 1);
    const reach = NEAR + (FAR - NEAR) * eased * (0.5 + (((i * 5) % COUNT) / COUNT) * 0.5) * Math.cos(angle);
    page.dot(x - reach * Math.cos(angle), y + reach * Math.sin(angle), i % 2 === 0 ? 3 : 2, seatColor(i));
  }
}
