// Structured lines on a stream: `12.345 info sensor: The link is ready. board="SB000001"`.

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

const fieldsText = (fields: LogFields): string =>
  Object.entries(fields)
    .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
    .join('');

/** Whatever a text or a field holds, it can neither forge a second line nor speak to a terminal. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not pass
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
