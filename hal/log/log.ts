// Log port: messages of the device and its board for operators and developers.
// Contract: one call, one line. `area` names the source (`sensor`, `flash`, `device`), `text` is a sentence, `fields`
// are data.
// Secrets, tokens and session ids never enter a line. Text from outside is data: a writer escapes it.
// Levels: debug (for developers), info (an event), warn (the device keeps working, but the operator may care), error
// (the operator must act). A line of level error that a test did not announce fails that test.

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface LogLine {
  /** Time on the clock of the board. */
  readonly at_ms: number;
  readonly level: LogLevel;
  readonly area: string;
  readonly text: string;
  readonly fields: LogFields;
}

export interface Log {
  /**
   * Writes one line.
   * @param area Source: `sensor`, `flash`, `device`.
   * @param text One sentence, without secrets, tokens and session ids.
   * @example log.write('warn', 'sensor', 'The line was lost.', { port: '/dev/ttyUSB0' });
   */
  write(level: LogLevel, area: string, text: string, fields?: LogFields): void;
}
