// Log in memory with the newest lines, for tests and the log pane of the front panel.

import type { Clock } from '../clock/clock.ts';
import type { Log, LogLine } from './log.ts';

export interface MemoryLog extends Log {
  lines(): readonly LogLine[];
  onLine(listener: (line: LogLine) => void): () => void;
}

/** Keeps the newest `lines_max` lines. `also` receives each line too. */
export function createMemoryLog(
  clock: Clock,
  { lines_max = 500, also }: { lines_max?: number; also?: Log } = {},
): MemoryLog {
  const kept: LogLine[] = [];
  const listeners = new Set<(line: LogLine) => void>();
  return {
    write(level, area, text, fields = {}) {
      const line: LogLine = { at_ms: clock.now_ms(), level, area, text, fields };
      kept.push(line);
      if (kept.length > lines_max) kept.shift();
      also?.write(level, area, text, fields);
      for (const listener of listeners) listener(line);
    },
    lines: () => kept,
    onLine(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
