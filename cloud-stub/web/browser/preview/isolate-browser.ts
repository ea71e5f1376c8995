// Isolates as browser Workers: the isolate port (hal/isolate/isolate.ts) for a page that plays an extension.

import type { Alarm, Clock } from '../../../../hal/clock/clock.ts';
import type { AnswerLimits, Isolate, Isolates } from '../../../../hal/isolate/isolate.ts';
import { fail, ok, type ErrorCode } from '../../../../wire/errors.ts';

/** Response of the Worker to each message. */
export interface WorkerAnswer {
  readonly value?: unknown;
  readonly error?: string;
}

/** Required part of a Worker. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: WorkerAnswer }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

interface WorkerDeps {
  readonly clock: Clock;
  readonly create: () => WorkerLike;
  /** Lua's WebAssembly. */
  readonly glue: ArrayBuffer;
}

/** C112: timeouts after which a Worker is terminated. Loading one may take several seconds on a slow phone. */
const LIMITS: AnswerLimits = { first_ms: 15_000, each_ms: 2000 };

type Done = Parameters<Isolate['request']>[1];

export const createBrowserIsolates = (deps: WorkerDeps, limits = LIMITS): Isolates => ({
  start: () => startWorker(deps, limits),
});

function startWorker({ clock, create, glue }: WorkerDeps, limits: AnswerLimits): Isolate {
  const worker = create();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers and message ports have no target origin
  const send = (message: unknown): void => worker.postMessage(message);
  /** The first entry is for the WebAssembly. */
  const waiting: Done[] = [() => {}];
  let watchdog: Alarm = null;
  let loaded = false;
  let over: { readonly code: ErrorCode; readonly message: string } | null = null;
  const watch = (): void => {
    clock.clearTimeout(watchdog);
    if (waiting.length === 0) return;
    const wait_ms = loaded ? limits.each_ms : limits.first_ms;
    const late = loaded ? 'The extension did not respond and was stopped' : 'The runtime did not start and was stopped';
    watchdog = clock.setTimeout(() => stop('isolate_slow', `${late} after ${wait_ms / 1000} s.`), wait_ms);
  };
  const stop = (code: ErrorCode, message: string): void => {
    if (over) return;
    over = { code, message };
    clock.clearTimeout(watchdog);
    worker.terminate();
    for (const done of waiting.splice(0)) done(fail(code, message));
  };
  worker.addEventListener('message', ({ data }) => {
    if (over) return;
    if (data.error !== undefined) return stop('isolate_broken', data.error);
    loaded = true;
    const done = waiting.shift();
    watch();
    done?.(ok(data.value));
  });
  worker.addEventListener('error', ({ message = '' }) =>
    stop('isolate_broken', `The runtime failed. ${message}`.trim()),
  );
  send(glue);
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
      send(message);
    },
    end() {
      if (over) return;
      over = { code: 'isolate_broken', message: 'It was stopped.' };
      clock.clearTimeout(watchdog);
      worker.terminate();
    },
  };
}
