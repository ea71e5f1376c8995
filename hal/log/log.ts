// The log port: what the device and its board have to say to whoever looks after them.
//
// Contract
// - One call, one line. `area` names the speaker (`sensor`, `flash`, `device`), `text` is a sentence, `fields` are data.
// - Secrets, tokens and session ids never enter a line. Text that came from outside is data: a writer escapes it.
// - Levels: debug (for a developer), info (what happened), warn (the device goes on, somebody may care), error (somebody
//   must care). A line of level error that a test did not announce fails that test.

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface LogLine {
  /** Of the clock of the board. */
  readonly at_ms: number;
  readonly level: LogLevel;
  readonly area: string;
  readonly text: string;
  readonly fields: LogFields;
}

export interface Log {
  /**
   * @param area Who speaks: `sensor`, `flash`, `device`.
   * @param text One sentence, without secrets, tokens and session ids.
   * @example log.write('warn', 'sensor', 'The line was lost.', { port: '/dev/ttyUSB0' });
   */
  write(level: LogLevel, area: string, text: string, fields?: LogFields): void;
}
