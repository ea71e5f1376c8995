// Makes a board with gates report swings: each becomes the edges that lead to it.

import type { Clock } from '../../../hal/clock/clock.ts';
import { SWING_FLAG } from '../../../hal/sensor/messages.ts';
import { REARM_CLEAR_MS, SWING_COLLECT_MS } from '../../../hal/sensor/protocol-limits.ts';
import type { RawSwing } from '../../../sims/sensor-board/gates.ts';
import type { SensorBoard } from '../../../sims/sensor-board/sensor-board.ts';

const TICK_S = 1e-7;
const CLEAR_S = 0.005;
const GAP_S = (REARM_CLEAR_MS * 1.5) / 1000;

/** @returns The board's ids count from 1 at its boot. */
export function swingerOn(board: SensorBoard, clock: Clock): { sendSwing(swing: RawSwing): number } {
  let id = 0;
  let free_s = 0;
  return {
    sendSwing({ present, flags, delta_ticks }) {
      const last = Math.max(...delta_ticks) * TICK_S;
      const start_s = Math.max(free_s, clock.now_ms() / 1000) - clock.now_ms() / 1000 + GAP_S;
      const edges = delta_ticks.flatMap((ticks, channel) => {
        if (!(present & (1 << channel))) return [];
        const contact = flags & SWING_FLAG.backstroke ? last - ticks * TICK_S : ticks * TICK_S;
        return [
          { at_s: start_s + contact, channel, covered: true },
          { at_s: start_s + last + CLEAR_S, channel, covered: false },
        ];
      });
      board.play(edges);
      const lasts_s = present === 0xff ? last + CLEAR_S : SWING_COLLECT_MS / 1000;
      free_s = clock.now_ms() / 1000 + start_s + lasts_s;
      return ++id;
    },
  };
}
