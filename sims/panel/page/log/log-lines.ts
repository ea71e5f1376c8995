// Log lines of one device or of all, filtered and as text.

import type { NumberedLine } from '../connection/panel.ts';

/** Log line with the name of its device. */
export interface ShownLine extends NumberedLine {
  /** Name of the device; '' with a single device. */
  readonly device: string;
}

interface LogFilter {
  /** Minimum level. */
  readonly level: string;
  /** Area; '' for all. */
  readonly area: string;
  /** Text to find anywhere in the line; '' for all. */
  readonly find: string;
}

const LEVELS = ['debug', 'info', 'warn', 'error'];

export const filteredLines = (lines: readonly ShownLine[], { level, area, find }: LogFilter): readonly ShownLine[] =>
  lines.filter(
    (line) =>
      LEVELS.indexOf(line.level) >= LEVELS.indexOf(level) &&
      (area === '' || line.area === area) &&
      lineText(line).toLowerCase().includes(find.toLowerCase()),
  );

/** Merges the logs by the devices' clock, which is the same for all of them. */
export const mergedLines = (
  logs: readonly { readonly device: string; readonly log: readonly NumberedLine[] }[],
): readonly ShownLine[] =>
  logs
    .flatMap(({ device, log }) => log.map((line) => ({ ...line, device })))
    .toSorted((a, b) => a.at_ms - b.at_ms || a.number - b.number);

export const fieldText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const lineText = ({ at_ms, device, level, area, text, fields }: ShownLine): string =>
  [
    (at_ms / 1000).toFixed(3),
    ...(device === '' ? [] : [device]),
    level,
    area,
    text,
    ...Object.entries(fields).map(([key, value]) => `${key}=${fieldText(value)}`),
  ].join(' ');

/**
 * Formats the time of day at which the page received the line, such as `14:03:07.250`; '' for lines older than the
 * page.
 */
export const receivedText = ({ heard_unix_ms }: Pick<NumberedLine, 'heard_unix_ms'>): string =>
  heard_unix_ms === null
    ? ''
    : new Date(heard_unix_ms - new Date(heard_unix_ms).getTimezoneOffset() * 60_000).toISOString().slice(11, 23);
