// HTTP over a way that is slow, and that loses some of what crosses it, without a word.

import type { Result } from '../../wire/errors.ts';
import type { Clock } from '../clock/clock.ts';
import type { Random } from '../random/random.ts';
import type { Http } from './http.ts';

export interface WayConditions {
  /** Each way. */
  readonly delay_ms: number;
  /** Share of what crosses, each way, 0 to 1. */
  readonly loss: number;
}

export const GOOD_WAY: WayConditions = { delay_ms: 0, loss: 0 };

/** `conditions` are those of the moment at which something sets out. */
export function impairedHttp(http: Http, clock: Clock, random: Random, conditions: () => WayConditions): Http {
  /** Calls back once it has arrived, if ever; gives what stops it. */
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
