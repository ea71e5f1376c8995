// Runs the trials of `tapin doctor --test` on this machine until they finish or Ctrl-C is pressed.

import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createPoller } from '../../hal/system/poller.ts';
import type { BoardSetup } from '../board/board-shapes.ts';
import { tryHardware, type Trial } from './trials.ts';
import { stderrLog } from '../process/process.ts';
import { askAt, hardwareOf } from './trial-parts.ts';

interface Limits {
  readonly show: number;
  readonly quiet: number;
}

export async function runTrials(
  board: BoardSetup,
  { show: show_ms, quiet: quiet_ms }: Limits,
  print: (line: string) => void,
): Promise<readonly Trial[]> {
  const clock = createSystemClock();
  const poller = createPoller();
  const end = new AbortController();
  // Releases the display and the LEDs before the process ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => end.abort());
  const hardware = hardwareOf(board, { clock, log: stderrLog(clock, false), poller });
  const ask = process.stdin.isTTY ? askAt(end) : null;
  const trials = await tryHardware(hardware, { clock, print, ask, show_ms, quiet_ms, ended: end.signal });
  await poller.close();
  return trials;
}
