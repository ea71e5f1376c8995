// Isolates for virtual time: worker threads that this thread blocks on, so an answer takes no virtual time. A real-time
// limit ends a module that does not answer.

import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { AnswerLimits, Isolate, Isolates } from './isolate.ts';
import type { WorkerStart } from './worker-entry.ts';

const ENTRY = new URL('worker-entry.ts', import.meta.url);
/** Real-time limits, with room for busy machines. */
const LIMITS: AnswerLimits = { first_ms: 30_000, each_ms: 10_000 };

/** @param module Module that exports `createIsolated`. */
export const createWaitingIsolates = (clock: Clock, module: URL, limits = LIMITS): Isolates => ({
  start: () => startWaiting(clock, module, limits),
});

function startWaiting(clock: Clock, module: URL, limits: AnswerLimits): Isolate {
  const { port1: here, port2: there } = new MessageChannel();
  /** Number of answers sent. */
  const sent = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(ENTRY, {
    workerData: { module: module.href, port: there, sent } satisfies WorkerStart,
    transferList: [there],
  });
  worker.unref();
  here.unref();
  let taken = 0;
  let [ended, over] = [false, null as Result<never> | null];
  const stop = (why: Result<never>): Result<never> => {
    over ??= why;
    void worker.terminate();
    return over;
  };
  /** Blocks until the answer to the current request arrives. */
  const wait = (): Result<unknown> => {
    const wait_ms_max = taken === 0 ? limits.first_ms : limits.each_ms;
    if (Atomics.wait(sent, 0, taken, wait_ms_max) === 'timed-out')
      return stop(fail('isolate_slow', `No answer within ${wait_ms_max} ms.`));
    taken++;
    const received: { readonly message: { readonly value?: unknown; readonly error?: string } } | undefined =
      receiveMessageOnPort(here);
    const error = received ? received.message.error : 'It sent no answer.';
    return error === undefined ? ok(received?.message.value) : stop(fail('isolate_broken', error));
  };
  return {
    request(message, done) {
      clock.setTimeout(() => {
        if (ended) return;
        if (over) return done(over);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
        here.postMessage(message);
        done(wait());
      }, 0);
    },
    end() {
      ended = true;
      void worker.terminate();
    },
  };
}
