// What every page of an experience in play has: what it is drawn from, the seats, and what becomes of strikes while there is no sensor.

import type { LinkState } from '../../../hal/sensor/sensor.ts';
import { playerOf } from '../../facts/facts.ts';
import { rulesOf } from '../../games/games.ts';
import type { ExperienceContext } from '../../machines/experience.ts';
import type { Page } from '../page.ts';
import { drawSeats } from '../seats.ts';
import { textWidth } from '../text-width.ts';
import { COLOR, MARGIN, SIZE, seatColor } from '../theme.ts';

export const SEATS_TOP = 256;

export interface PlayingView {
  readonly link: LinkState;
  readonly experience: ExperienceContext;
  /** The ball still rolls, or its outcome is still shown. */
  readonly rolling: boolean;
  readonly now_ms: number;
}

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

export function seats(page: Page, { state, facts }: ExperienceContext): void {
  const rules = rulesOf(state.game);
  drawSeats(
    page,
    SEATS_TOP,
    state.seats.map(({ player_id }, seat) => ({
      name: playerOf(facts, player_id)?.name ?? '',
      standing: rules.standing(state, seat),
      color: seatColor(seat),
      on_turn: seat === state.turn,
      remark: '',
    })),
  );
}
