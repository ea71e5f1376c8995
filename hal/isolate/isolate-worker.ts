// Isolates as worker threads: each has its own heap and can be ended from outside at any point.

import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock/clock.ts';
import { isolateOver, type IsolateWorker, type WorkerAnswer, type WorkerListener } from './isolate-over.ts';
import { ANSWER_MS_MAX, FIRST_ANSWER_MS_MAX, type AnswerLimits, type Isolates } from './isolate.ts';
import type { WorkerStart } from './worker-entry.ts';

const ENTRY = new URL('worker-entry.ts', import.meta.url);
const HEAP_MB_MAX = 64;

const LIMITS: AnswerLimits = { first_ms: FIRST_ANSWER_MS_MAX, each_ms: ANSWER_MS_MAX };

/** @param module Module that exports `createIsolated`. */
export const createWorkerIsolates = (clock: Clock, module: URL, limits = LIMITS): Isolates => ({
  start: () => isolateOver(clock, limits, (listener) => startWorker(module, listener)),
});

function startWorker(module: URL, { answered, broken }: WorkerListener): IsolateWorker {
  const worker = new Worker(ENTRY, {
    workerData: { module: module.href } satisfies WorkerStart,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  worker.on('message', (answer: WorkerAnswer) => answered(answer));
  worker.on('error', (error) => broken(error instanceof Error ? error.message : String(error)));
  worker.on('exit', () => broken('It exited unexpectedly.'));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
    post: (message) => worker.postMessage(message),
    terminate: () => void worker.terminate(),
  };
}
