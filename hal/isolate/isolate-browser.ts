// Isolates as browser Workers, which load with the first isolate.

import { messageOf } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import { isolateOver, type IsolateWorker, type WorkerAnswer, type WorkerListener } from './isolate-over.ts';
import type { AnswerLimits, Isolates } from './isolate.ts';

/** Required part of a Worker. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerAnswer }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

interface LoadedWorker {
  readonly worker: WorkerLike;
  /** First message, with what the worker needs to start. */
  readonly first: unknown;
}

/** C112: timeouts after which a Worker is terminated. Loading one may take several seconds on a slow phone. */
const LIMITS: AnswerLimits = { first_ms: 15_000, each_ms: 2000 };

/** @param load Starts a worker. Rejects with a sentence if its files can't be loaded. */
export const createBrowserIsolates = (clock: Clock, load: () => Promise<LoadedWorker>, limits = LIMITS): Isolates => ({
  start: () => isolateOver(clock, limits, (listener) => startWorker(load, listener), true),
});

function startWorker(load: () => Promise<LoadedWorker>, { answered, broken }: WorkerListener): IsolateWorker {
  /** Messages until the worker is there; null from then on. */
  let early: unknown[] | null = [];
  let worker: WorkerLike | null = null;
  let ended = false;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
  const post = (message: unknown): void => worker?.postMessage(message);
  const attach = (loaded: LoadedWorker): void => {
    if (ended) return loaded.worker.terminate();
    worker = loaded.worker;
    worker.addEventListener('message', ({ data }) => answered(data));
    worker.addEventListener('error', ({ message = '' }) => broken(`The runtime failed. ${message}`.trim()));
    post(loaded.first);
    for (const message of early ?? []) post(message);
    early = null;
  };
  load().then(attach, (thrown: unknown) => broken(messageOf(thrown)));
  return {
    post(message) {
      if (early) early.push(message);
      else post(message);
    },
    terminate() {
      ended = true;
      worker?.terminate();
    },
  };
}
