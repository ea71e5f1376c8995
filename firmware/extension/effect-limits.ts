// Rate limits for an extension's log lines and sounds: repeats are counted, excess is dropped.

import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { LogLevel } from '../../hal/log/log.ts';

/** Maximum log lines and sounds per second. */
const LINES_MAX = 20;
const SOUNDS_MAX = 8;
/** Maximum times a repeated line is written per second; further repeats are counted. */
const SAME_MAX = 3;
const WINDOW_MS = 1000;

interface Line {
  readonly level: LogLevel;
  readonly text: string;
}

interface LogLimiter {
  /** Writes a line. Counts it instead if it repeats the previous one too often or exceeds the limit of this second. */
  write(line: Line): void;
  /** Writes the pending counts. */
  end(): void;
}

export function createLogLimiter(clock: Clock, write: (line: Line) => void): LogLimiter {
  let last: Line | null = null;
  let [written, same, left_out] = [0, 0, 0];
  let alarm: Alarm = null;
  const writeRepeats = (): void => {
    if (last && same > SAME_MAX) write({ ...last, text: `${last.text} × ${same}` });
    [last, same] = [null, 0];
  };
  const endWindow = (): void => {
    writeRepeats();
    if (left_out > 0) write({ level: 'warn', text: `${left_out} more lines in this second were dropped.` });
    [written, left_out, alarm] = [0, 0, null];
  };
  return {
    write(line) {
      alarm ??= clock.setTimeout(endWindow, WINDOW_MS);
      if (last?.text !== line.text || last.level !== line.level) writeRepeats();
      [last, same] = [line, same + 1];
      if (same > SAME_MAX) return;
      if (written >= LINES_MAX) return void left_out++;
      written++;
      write(line);
    },
    end() {
      clock.clearTimeout(alarm);
      endWindow();
    },
  };
}

/** Returns a function that checks whether another sound may play now; each call counts as a sound. */
export function createSoundLimiter(clock: Pick<Clock, 'now_ms'>): () => boolean {
  let window_start_ms = -Infinity;
  let played = 0;
  return () => {
    if (clock.now_ms() - window_start_ms >= WINDOW_MS) [window_start_ms, played] = [clock.now_ms(), 0];
    return ++played <= SOUNDS_MAX;
  };
}
