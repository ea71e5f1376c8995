// Adds a timeout and cancellation to a request of a port that has no timeouts of its own.

import type { Clock } from '../hal/clock/clock.ts';
import { fail, type Result } from '../wire/errors.ts';

const NO_ANSWER = fail('http_failed', 'the store did not answer');

/**
 * Resolves to the answer if it comes within `wait_ms`; otherwise, or on abort, cancels the request. Errors: as for the
 * port, with the message as a clause without its full stop.
 */
export const within = <T>(
  clock: Clock,
  signal: AbortSignal,
  wait_ms: number,
  send: (done: (answer: Result<T>) => void) => () => void,
): Promise<Result<T>> =>
  new Promise((resolve) => {
    const giveUp = (): void => {
      clock.clearTimeout(late);
      cancel();
      resolve(NO_ANSWER);
    };
    const late = clock.setTimeout(giveUp, wait_ms);
    signal.addEventListener('abort', giveUp, { once: true });
    const cancel = send((answer) => {
      clock.clearTimeout(late);
      signal.removeEventListener('abort', giveUp);
      resolve(answer.ok ? answer : fail(answer.error.code, withoutStop(answer.error.message)));
    });
  });

/** Turns a sentence into half a sentence by dropping its full stop. */
export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
