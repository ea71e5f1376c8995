// HTTP over a slow link that silently drops some requests and responses.

import type { Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Random } from '../random/random.ts';
import type { Http } from './http.ts';

export interface LinkConditions {
  /** Delay in each direction. */
  readonly delay_ms: number;
  /** Probability of a loss in each direction, 0 to 1. */
  readonly loss: number;
}

export const PERFECT_LINK: LinkConditions = { delay_ms: 0, loss: 0 };

/** Wraps `http`. `conditions` is read whenever a request or response is sent. */
export function impairedHttp(http: Http, clock: Clock, random: Random, conditions: () => LinkConditions): Http {
  /** Calls `arrive` after the delay, unless it is lost. @returns Cancels the delivery. */
  const cross = (arrive: () => void): (() => void) => {
    const { delay_ms, loss } = conditions();
    if (loss > 0 && random.float() < loss) return () => {};
    const alarm = clock.setTimeout(arrive, delay_ms);
    return () => clock.clearTimeout(alarm);
  };
  const ask = <T>(
    send: (done: (answer: Result<T>) => void) => () => void,
    done: (answer: Result<T>) => void,
  ): (() => void) => {
    const { delay_ms, loss } = conditions();
    if (delay_ms === 0 && loss === 0) return send(done);
    let stop = cross(() => {
      stop = send((answer) => (stop = cross(() => done(answer))));
    });
    return () => stop();
  };
  return {
    post: (request, done) => ask((answered) => http.post(request, answered), done),
    get: (request, done) => ask((answered) => http.get(request, answered), done),
  };
}
