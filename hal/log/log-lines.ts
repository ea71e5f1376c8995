// Structured lines on a stream: `12.345 info sensor: The link is ready. board="SB000001"`, or the same as an object of JSON a line.

import type { Clock } from '../clock/clock.ts';
import type { Log, LogFields, LogLevel } from './log.ts';

const LEVELS: readonly LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Writes lines of `least` and above. Values are written as JSON, so no text can forge a second line. */
export function createLineLog(clock: Clock, write: (line: string) => void, least: LogLevel = 'info'): Log {
  return {
    write(level, area, text, fields = {}) {
      if (LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
      const seconds = (clock.now_ms() / 1000).toFixed(3);
      write(`${oneLine(`${seconds} ${level} ${area}: ${text}${fieldsText(fields)}`)}\n`);
    },
  };
}

/** Writes `{"at","level","area","text","fields"}`. `at`: the time of a line, in UTC as ISO 8601 has it. */
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

/** Characters that end a line, speak to a terminal, or turn the direction of what comes behind them. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not pass
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Whatever a text or a field holds, it can neither forge a line nor hide what it says. */
const oneLine = (text: string): string =>
  text.replace(UNSEEN, (unseen) => `\\u${unseen.charCodeAt(0).toString(16).padStart(4, '0')}`);
