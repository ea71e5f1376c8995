// A request of a port that has no time-outs, given up after a while or when nobody wants it any more.

import type { Clock } from '../hal/clock/clock.ts';
import { fail, type Result } from '../wire/errors.ts';

const NO_ANSWER = fail('http_failed', 'the store does not answer');

/** What comes within this time; a request that is given up is broken off. Errors: those of the port, as half sentences. */
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

/** A sentence as half of another. */
export const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
