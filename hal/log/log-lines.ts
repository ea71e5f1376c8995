// Structured log lines on a stream: `12.345 info sensor: The link is ready. board="SB000001"`, or one JSON object per
// line.

import { oneLine } from '../../wire/visible.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log, LogFields, LogLevel } from './log.ts';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/**
 * Creates a log that writes lines of level `least` and above. Values are written as JSON, so text can't forge a second
 * line.
 */
export function createLineLog(clock: Clock, write: (line: string) => void, least: LogLevel = 'info'): Log {
  return {
    write(level, area, text, fields = {}) {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
      const seconds = (clock.now_ms() / 1000).toFixed(3);
      write(`${oneLine(`${seconds} ${level} ${area}: ${text}${fieldsText(fields)}`)}\n`);
    },
  };
}

/**
 * Creates a log that writes `{"at","level","area","text","fields"}`. `at` returns the time of a line in UTC, as ISO
 * 8601.
 */
export const createJsonLog = (at: () => string, write: (line: string) => void, least: LogLevel = 'info'): Log => ({
  write(level, area, text, fields = {}) {
    if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    write(`${oneLine(JSON.stringify({ at: at(), level, area, text, fields }))}\n`);
  },
});

const fieldsText = (fields: LogFields): string =>
  Object.entries(fields)
    .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
    .join('');
