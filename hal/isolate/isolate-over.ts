// Isolate over a worker that answers each message once, in order: a worker thread of Node, or a Worker of a browser.

import { fail, ok, type ErrorCode } from '../../wire/errors.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import type { AnswerLimits, Isolate } from './isolate.ts';

/** Answer of the worker to a message. */
export interface WorkerAnswer {
  readonly value?: unknown;
  readonly error?: string;
}

export interface IsolateWorker {
  post(message: unknown): void;
  terminate(): void;
}

export interface WorkerListener {
  answered(answer: WorkerAnswer): void;
  broken(reason: string): void;
}

type Done = Parameters<Isolate['request']>[1];

/**
 * @param connect Starts the worker. Calls the listener only after it has returned.
 * @param greets Whether the worker first answers that it has loaded.
 */
export function isolateOver(
  clock: Clock,
  limits: AnswerLimits,
  connect: (listener: WorkerListener) => IsolateWorker,
  greets = false,
): Isolate {
  const waiting: Done[] = greets ? [() => {}] : [];
  let watchdog: Alarm = null;
  let over: { readonly code: ErrorCode; readonly message: string } | null = null;
  let answered = false;
  const watch = (): void => {
    clock.clearTimeout(watchdog);
    if (waiting.length === 0) return;
    const wait_ms = answered ? limits.each_ms : limits.first_ms;
    watchdog = clock.setTimeout(() => stop('isolate_slow', `No answer within ${wait_ms} ms.`), wait_ms);
  };
  const stop = (code: ErrorCode, message: string): void => {
    if (over) return;
    over = { code, message };
    clock.clearTimeout(watchdog);
    worker.terminate();
    for (const done of waiting.splice(0)) done(fail(code, message));
  };
  const worker = connect({
    answered({ value, error }) {
      if (over) return;
      if (error !== undefined) return stop('isolate_broken', error);
      answered = true;
      const done = waiting.shift();
      watch();
      done?.(ok(value));
    },
    broken: (reason) => stop('isolate_broken', reason),
  });
  watch();
  return {
    request(message, done) {
      if (over) {
        const { code, message: why } = over;
        clock.setTimeout(() => done(fail(code, why)), 0);
        return;
      }
      waiting.push(done);
      if (waiting.length === 1) watch();
      worker.post(message);
    },
    end() {
      if (over) return;
      waiting.length = 0;
      stop('isolate_broken', 'It was stopped.');
    },
  };
}
