// Process behaviour of every verb that serves: one JSON line when ready, logs on stderr, a clean shutdown.

import { createJsonLog, createLineLog } from '../../hal/log/log-lines.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log, LogLevel } from '../../hal/log/log.ts';
import { messageOf, type OperatingError } from '../../wire/errors.ts';
import { oneLine } from '../../wire/visible.ts';

// Ignores EPIPE: a closed reader must not stop the server.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Format of stderr. `json`: one JSON object per line. */
export type LogFormat = 'text' | 'json';
let format: LogFormat = 'text';
/** Sets the format for the whole process; call it before the verb starts. */
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

/** Prints a sentence to stderr, always on one line. */
export function printMessage(sentence: string, level: LogLevel = 'warn'): void {
  if (isJsonLog()) jsonLog('info').write(level, 'tapin', sentence);
  else toStderr(`tapin: ${oneLine(sentence.replace(BLANKS, ' '))}\n`);
}

/** Prints one message per line. An error, such as a scenario's, may have several lines. */
export const printMessages = (lines: string): void => lines.split('\n').forEach((line) => printMessage(line));

/** Whitespace to collapse: a library's message may have several lines. */
const BLANKS = /[\t\n\r]+/g;

/** Exits with code 1 after printing the error's message. */
export function exitWith(error: OperatingError): never {
  printMessage(error.message, 'error');
  process.exit(1);
}

/** Exits with code 2, for options that don't go together. */
export function exitUsage(sentence: string): never {
  printMessage(sentence, 'error');
  process.exit(2);
}

/** Variable set for a process below a boot loader: the image that it started. */
export const STARTED_BY_LOADER = 'TAPIN_STARTED_BY_LOADER';

/**
 * Time in which repeated signals count as one: a signal to the process group reaches a process below a boot loader
 * twice.
 */
const ONE_SIGNAL_MS = process.env[STARTED_BY_LOADER] === undefined ? 0 : 1000;

/**
 * Runs `close` once, on Ctrl-C or SIGTERM, then exits with code 0; a second signal exits immediately. `drain`: runs
 * before `close` on SIGTERM only; another signal during `drain` skips to `close`.
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
  // Without its boot loader, the device must end too.
  if (process.env[STARTED_BY_LOADER] !== undefined) process.on('disconnect', end);
}
