// Isolates as worker threads: each has its own heap and can be ended from outside at any point.

import { Worker } from 'node:worker_threads';
import { fail, ok, type ErrorCode } from '../../wire/errors.ts';
import type { Alarm, Clock } from '../clock/clock.ts';
import { ANSWER_MS_MAX, FIRST_ANSWER_MS_MAX, type AnswerLimits, type Isolate, type Isolates } from './isolate.ts';
import type { WorkerStart } from './worker-entry.ts';

const ENTRY = new URL('worker-entry.ts', import.meta.url);
const HEAP_MB_MAX = 64;

const LIMITS: AnswerLimits = { first_ms: FIRST_ANSWER_MS_MAX, each_ms: ANSWER_MS_MAX };

/** @param module Module that exports `createIsolated`. */
export const createWorkerIsolates = (clock: Clock, module: URL, limits = LIMITS): Isolates => ({
  start: () => startWorker(clock, module, limits),
});

type Done = Parameters<Isolate['request']>[1];

function startWorker(clock: Clock, module: URL, limits: AnswerLimits): Isolate {
  const waiting: Done[] = [];
  let watchdog: Alarm = null;
  let over: { readonly code: ErrorCode; readonly message: string } | null = null;
  let answered = false;
  const worker = new Worker(ENTRY, {
    workerData: { module: module.href } satisfies WorkerStart,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
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
    void worker.terminate();
    for (const done of waiting.splice(0)) done(fail(code, message));
  };
  worker.on('message', (answer: { readonly value?: unknown; readonly error?: string }) => {
    if (over) return;
    if (answer.error !== undefined) return stop('isolate_broken', answer.error);
    answered = true;
    const done = waiting.shift();
    watch();
    done?.(ok(answer.value));
  });
  worker.on('error', (error) => stop('isolate_broken', error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => stop('isolate_broken', 'It exited unexpectedly.'));
  return {
    request(message, done) {
      if (over) {
        const { code, message: why } = over;
        clock.setTimeout(() => done(fail(code, why)), 0);
        return;
      }
      waiting.push(done);
      if (waiting.length === 1) watch();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
      worker.postMessage(message);
    },
    end() {
      if (over) return;
      over = { code: 'isolate_broken', message: 'It was stopped.' };
      waiting.length = 0;
      clock.clearTimeout(watchdog);
      void worker.terminate();
    },
  };
}
