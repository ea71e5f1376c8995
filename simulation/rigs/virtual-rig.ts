// Plays strokes on a virtual board in virtual time, for comparison with another sensor.

import { createVirtualClock } from '../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import { createSerialPipe } from '../../hal/serial/serial-pipe.ts';
import { plugInVirtualBoard } from '../../sims/sensor-board/board-on-port.ts';
import type { SensorBoardOptions } from '../../sims/sensor-board/sensor-board.ts';
import type { StrokeCall } from '../../sims/putter/stroke-call.ts';
import { greetBoard, openBoardLine } from './board-line.ts';
import { playStrokes } from './play-strokes.ts';

type Came = Awaited<ReturnType<typeof playStrokes>>;
const STEP_MS = 1000;

/** Plays the strokes. `out_of_true`: misalignment of the board. Default: none. */
export async function playOnVirtualBoard(
  strokes: readonly StrokeCall[],
  out_of_true: Partial<SensorBoardOptions> = {},
): Promise<Came> {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const pipe = createSerialPipe({ clock, random });
  const { board, plug } = plugInVirtualBoard(pipe.board, { clock, random: random.fork('board'), ...out_of_true });
  await plug();
  const playing = (async (): Promise<Came> => {
    const line = await openBoardLine(pipe.host, clock);
    if (!line.ok) return line;
    const answer = await greetBoard(line.value, pipe.host.path);
    return answer.ok ? playStrokes(line.value, answer.value, strokes, async (call) => board.stroke(call)) : answer;
  })();
  const state = { over: false };
  void playing.finally(() => (state.over = true));
  while (!state.over) await clock.advance(STEP_MS);
  return playing;
}
