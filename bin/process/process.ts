// What every verb that serves does with its process: one JSON line when it is ready, logs on stderr, a clean end.

import { createJsonLog, createLineLog } from '../../hal/log/log-lines.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log, LogLevel } from '../../hal/log/log.ts';
import { messageOf, type OperatingError } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';

// Whoever read our output may go while we serve on: what can't be written is lost, and nothing else.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** `json`: everything on stderr is an object of JSON a line. */
export type LogFormat = 'text' | 'json';
let format: LogFormat = 'text';
/** For the whole process, before its verb begins. */
export const setLogFormat = (wanted: LogFormat): void => void (format = wanted);
export const isJsonLog = (): boolean => format === 'json';

const toStderr = (line: string): boolean => process.stderr.write(line);
const jsonLog = (least: LogLevel): Log => createJsonLog(() => new Date().toISOString(), toStderr, least);

export function stderrLog(clock: Clock, verbose: boolean): Log {
  const least = verbose ? 'debug' : 'info';
  return isJsonLog() ? jsonLog(least) : createLineLog(clock, toStderr, least);
}

export const printListening = (urls: Readonly<Record<string, unknown>>): boolean =>
  process.stdout.write(`${JSON.stringify({ event: 'listening', ...urls })}\n`);

/** One sentence on stderr, on one line whatever is in it. */
export function printMessage(sentence: string, level: LogLevel = 'warn'): void {
  if (isJsonLog()) jsonLog('info').write(level, 'tapin', sentence);
  else toStderr(`tapin: ${oneLine(sentence.replace(BLANKS, ' '))}\n`);
}

/** The same for an error that has one line for each mistake, such as those of a scenario. */
export const printMessages = (lines: string): void => lines.split('\n').forEach((line) => printMessage(line));

/** A message of a library may have several lines. */
const BLANKS = /[\t\n\r]+/g;

/** Ends with exit code 1 and the error's one sentence. */
export function exitWith(error: OperatingError): never {
  printMessage(error.message, 'error');
  process.exit(1);
}

/** Ends with exit code 2: options that don't go together. */
export function exitUsage(sentence: string): never {
  printMessage(sentence, 'error');
  process.exit(2);
}

/** Set for a process below a boot loader: what it has started. */
export const STARTED_BY_LOADER = 'TAPIN_STARTED_BY_LOADER';

/** A signal to a whole group of processes reaches who is below a boot loader twice. */
const ONE_SIGNAL_MS = process.env[STARTED_BY_LOADER] === undefined ? 0 : 1000;

/**
 * Runs `close` once, on Ctrl-C or a polite kill, and ends with exit code 0; a second signal ends at once. `drain`: what a polite kill does
 * before; Ctrl-C does not, and any signal while it is done goes on to `close`.
 */
export function onShutdown(close: () => Promise<void>, drain?: () => Promise<void>): void {
  let draining = false;
  let ending_ms: number | null = null;
  const end = (): void => {
    if (ending_ms !== null && performance.now() - ending_ms >= ONE_SIGNAL_MS) process.exit(1);
    if (ending_ms !== null) return;
    ending_ms = performance.now();
    void close().then(
      () => process.exit(0),
      (thrown: unknown) => exitWith({ code: 'internal', message: messageOf(thrown) }),
    );
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', () => {
    if (!drain || draining || ending_ms !== null) return end();
    draining = true;
    const drained = (): void => {
      if (ending_ms === null) end();
    };
    void drain().then(drained, drained);
  });
  process.on('SIGHUP', end);
  // A boot loader that is no more has no device either.
  if (process.env[STARTED_BY_LOADER] !== undefined) process.on('disconnect', end);
}
