// An HTTP port under the test's control: it records every request, and the test decides when to answer it, if at all.

import type { Http, HttpAnswer, HttpRequest } from '../../../hal/http/http.ts';
import { fail, ok } from '../../../wire/errors.ts';
import type { VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { fieldsIn } from '../read-json.ts';

interface StubRequest extends HttpRequest {
  readonly at_ms: number;
  /** Route and action or kind of the request, such as `join heartbeat`. */
  readonly title: string;
  readonly json: Readonly<Record<string, unknown>>;
  cancelled(): boolean;
  answer(answer: HttpAnswer): void;
  lose(message: string): void;
}

export interface StubHttp extends Http {
  readonly requests: StubRequest[];
  /** Returns the time of each request in seconds, and its title. */
  times(): readonly (readonly [at_s: number, title: string])[];
}

export function createStubHttp(clock: VirtualClock): StubHttp {
  const requests: StubRequest[] = [];
  return {
    requests,
    times: () => requests.map(({ at_ms, title }) => [at_ms / 1000, title]),
    get() {
      throw new Error('unexpected get');
    },
    post(request, done) {
      let cancelled = false;
      const json = fieldsIn(new TextDecoder().decode(request.body));
      const route = new URL(request.url).pathname.split('/').at(-1);
      requests.push({
        ...request,
        at_ms: clock.now_ms(),
        json,
        title: [route, json['action'] ?? json['kind']].filter(Boolean).join(' '),
        cancelled: () => cancelled,
        answer: (answer) => !cancelled && done(ok(answer)),
        lose: (message) => !cancelled && done(fail('http_failed', message)),
      });
      return () => void (cancelled = true);
    },
  };
}
