// Conformance suite for every http port: the contract in hal/http/http.ts, against servers that the factory starts.

import type { ExecutionContext } from 'ava';
import type { Http, HttpAnswer, HttpDocument, HttpGet, HttpRequest } from '../../../hal/http/http.ts';
import type { ErrorCode, Result } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';
import type { Declare } from '../../support/titled.ts';

/** Request as a test server receives it. */
export interface ServedCall {
  readonly method: string | undefined;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
  /** Sends the answer. `location`: target of a redirect. */
  respond(answer: (HttpAnswer & { readonly location?: string }) | HttpDocument): void;
  /** Breaks off the connection, after half an answer if the network supports that. */
  breakOff(): void;
  /** Resolves when the server notices that the caller has disconnected. */
  readonly gone: Promise<void>;
}

interface HttpUnderTest {
  readonly http: Http;
  /** Starts a server. @returns Its origin. */
  serve(onCall: (call: ServedCall) => void): Promise<string>;
  /** Origin at which no server listens. */
  readonly closed: string;
  /** Awaits the promise, advancing a virtual clock as needed. */
  until<T>(done: Promise<T>): Promise<T>;
}

export type HttpFactory = (t: ExecutionContext) => Promise<HttpUnderTest>;

export const post = (url: string, text = '{}'): HttpRequest => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: new TextEncoder().encode(text),
});

/** Sends a request and records its answers. */
export const ask = ({ http }: Pick<HttpUnderTest, 'http'>, request: HttpRequest) =>
  outcome<HttpAnswer>((done) => http.post(request, done));

export const fetched = ({ http }: Pick<HttpUnderTest, 'http'>, url: string, more: Partial<HttpGet> = {}) =>
  outcome<HttpDocument>((done) => http.get({ url, headers: {}, bytes_max: 1000, ...more }, done));

function outcome<T>(send: (done: (answer: Result<T>) => void) => () => void) {
  const answers: Result<T>[] = [];
  let returned = false;
  let early = false;
  let cancel: () => void = () => {};
  const answered = new Promise<Result<T>>((resolve) => {
    cancel = send((answer) => {
      early ||= !returned;
      answers.push(answer);
      resolve(answer);
    });
  });
  returned = true;
  return { answers, answered, cancel, early: () => early };
}

const echo = ({ body, respond }: ServedCall): void => respond({ status: 200, text: new TextDecoder().decode(body) });

/** Makes three round trips, so that everything sent earlier has arrived. */
async function roundTrips(network: HttpUnderTest): Promise<void> {
  const origin = await network.serve(echo);
  for (let n = 0; n < 3; n++) await network.until(ask(network, post(`${origin}/again`)).answered);
}

export function httpConformance(test: Declare, factory: HttpFactory): void {
  asking(test, factory);
  answering(test, factory);
  failing(test, factory);
  cancelling(test, factory);
  getting(test, factory);
}

function asking(test: Declare, factory: HttpFactory): void {
  test('[http] delivers a request once, with its path, headers and every body byte', async (t) => {
    const network = await factory(t);
    const calls: ServedCall[] = [];
    const origin = await network.serve((call) => {
      calls.push(call);
      call.respond({ status: 200, text: 'yes' });
    });
    const body = Uint8Array.from({ length: 1024 }, (_, n) => n & 0xff);
    const headers = { 'content-type': 'application/json', 'x-device-id': 'TP-0123456789AB' };
    const request = ask(network, { url: `${origin}/sim/host`, headers, body });
    t.deepEqual(valueOf(t, await network.until(request.answered)), { status: 200, text: 'yes' });
    await roundTrips(network);
    t.is(calls.length, 1);
    t.is(calls[0]?.path, '/sim/host');
    t.is(calls[0]?.headers['x-device-id'], 'TP-0123456789AB');
    t.is(calls[0]?.headers['content-type'], 'application/json');
    t.deepEqual([...(calls[0]?.body ?? [])], [...body]);
    t.is(request.answers.length, 1);
  });

  test('[http] calls nothing before post has returned, however the request ends', async (t) => {
    const network = await factory(t);
    const origin = await network.serve(echo);
    for (const url of [`${origin}/a`, `${network.closed}/a`]) {
      const request = ask(network, post(url));
      t.deepEqual(request.answers, []);
      await network.until(request.answered);
      t.false(request.early());
    }
  });

  test('[http] allows a new request from within done', async (t) => {
    const network = await factory(t);
    const origin = await network.serve(echo);
    const received: string[] = [];
    const all = new Promise<void>((resolve) => {
      const again = (left: number): void => {
        network.http.post(post(`${origin}/a`, `${left}`), (answer) => {
          received.push(answer.ok ? answer.value.text : 'failed');
          if (left > 1) again(left - 1);
          else resolve();
        });
      };
      again(5);
    });
    await network.until(all);
    t.deepEqual(received, ['5', '4', '3', '2', '1']);
  });

  test('[http] matches each of many parallel requests to its answer, in any order', async (t) => {
    const network = await factory(t);
    const calls: ServedCall[] = [];
    const origin = await network.serve((call) => {
      calls.push(call);
      if (calls.length === 30) for (const each of calls.toReversed()) echo(each);
    });
    const requests = Array.from({ length: 30 }, (_, n) => ask(network, post(`${origin}/a`, `number ${n}`)));
    const answers = await network.until(Promise.all(requests.map(({ answered }) => answered)));
    t.deepEqual(
      answers.map((answer) => valueOf(t, answer).text),
      requests.map((_, n) => `number ${n}`),
    );
  });
}

function answering(test: Declare, factory: HttpFactory): void {
  test('[http] returns an answer with any status', async (t) => {
    const network = await factory(t);
    for (const status of [200, 201, 400, 401, 404, 413, 429, 500, 503]) {
      const origin = await network.serve(({ respond }) => respond({ status, text: `it is ${status}` }));
      const answer = await network.until(ask(network, post(`${origin}/a`)).answered);
      t.deepEqual(valueOf(t, answer), { status, text: `it is ${status}` });
    }
  });

  test('[http] returns a redirect as an answer and does not follow it', async (t) => {
    const network = await factory(t);
    const paths: string[] = [];
    for (const status of [301, 302, 303, 307, 308]) {
      const origin = await network.serve(({ path, respond }) => {
        paths.push(path);
        respond({ status, text: 'elsewhere', location: '/elsewhere' });
      });
      const answer = await network.until(ask(network, post(`${origin}/here`)).answered);
      t.deepEqual(valueOf(t, answer), { status, text: 'elsewhere' });
    }
    await roundTrips(network);
    t.deepEqual(paths, ['/here', '/here', '/here', '/here', '/here']);
  });

  test('[http] reads a body as UTF-8, also an empty one', async (t) => {
    const network = await factory(t);
    for (const text of ['', 'Grün, 7 €, ⛳ and 🏌', '\u0000\n"']) {
      const origin = await network.serve(({ respond }) => respond({ status: 200, text }));
      t.is(valueOf(t, await network.until(ask(network, post(`${origin}/a`)).answered)).text, text);
    }
  });

  test('[http] reads a body of the maximum length', async (t) => {
    const network = await factory(t);
    for (const text of ['x'.repeat(65_536), '⛳'.repeat(21_845)]) {
      const origin = await network.serve(({ respond }) => respond({ status: 200, text }));
      t.true(valueOf(t, await network.until(ask(network, post(`${origin}/a`)).answered)).text === text);
    }
  });
}

export const statusIsEnough =
  (factory: HttpFactory) =>
  async (t: ExecutionContext): Promise<void> => {
    const network = await factory(t);
    for (const [status, text] of [
      [204, ''],
      [200, 'thanks'],
      [302, 'elsewhere'],
      [500, 'x'.repeat(1_000_000)],
    ] as const) {
      const origin = await network.serve(({ respond }) => respond({ status, text }));
      const request = ask(network, { ...post(`${origin}/a`), wants_body: false });
      t.deepEqual(valueOf(t, await network.until(request.answered)), { status, text: '' });
      await roundTrips(network);
      t.is(request.answers.length, 1);
    }
  };

/** Tests bodies beyond 65,536 bytes; separate, so that an implementation may be a known failure. */
export const refusesLargeBodies =
  (factory: HttpFactory) =>
  async (t: ExecutionContext): Promise<void> => {
    const network = await factory(t);
    for (const text of ['x'.repeat(65_537), 'é'.repeat(32_769), 'x'.repeat(1_000_000)]) {
      const origin = await network.serve(({ respond }) => respond({ status: 200, text }));
      const request = ask(network, post(`${origin}/a`));
      failsByName(t, await network.until(request.answered), 'http_too_large', /more than 65536 bytes/);
      await roundTrips(network);
      t.is(request.answers.length, 1);
    }
  };

function failing(test: Declare, factory: HttpFactory): void {
  test('[http] fails as unsent, with a one-line error, if no server listens', async (t) => {
    const network = await factory(t);
    const request = ask(network, post(`${network.closed}/a`));
    failsByName(t, await network.until(request.answered), 'http_unsent', /refuses the connection/);
    request.cancel();
    await roundTrips(network);
    t.is(request.answers.length, 1);
  });

  test('[http] fails on an answer that breaks off and does not resend the request', async (t) => {
    const network = await factory(t);
    let calls = 0;
    const origin = await network.serve((call) => {
      calls++;
      call.breakOff();
    });
    const request = ask(network, post(`${origin}/a`));
    failsByName(t, await network.until(request.answered), 'http_failed', /closed|cut off/);
    await roundTrips(network);
    t.deepEqual([calls, request.answers.length], [1, 1]);
  });
}

/** Asserts a one-sentence message that starts with the target: an origin, a host or a path. */
function failsByName(t: ExecutionContext, result: Result<unknown>, code: ErrorCode, message: RegExp): void {
  if (result.ok) return void t.fail(`expected ${code}`);
  t.is(result.error.code, code, result.error.message);
  t.regex(result.error.message, message);
  t.regex(result.error.message, /^\S[^\n]*[^.]\.$/);
}

function cancelling(test: Declare, factory: HttpFactory): void {
  test('[http] never answers a cancelled request, and its server notices', async (t) => {
    const network = await factory(t);
    let arrived: (call: ServedCall) => void = () => {};
    const call = new Promise<ServedCall>((resolve) => (arrived = resolve));
    const origin = await network.serve((each) => arrived(each));
    const request = ask(network, post(`${origin}/a`));
    const held = await network.until(call);
    request.cancel();
    await network.until(held.gone);
    held.respond({ status: 200, text: 'too late' });
    await roundTrips(network);
    t.deepEqual(request.answers, []);
  });

  test('[http] drops an answer in flight when the request is cancelled', async (t) => {
    const network = await factory(t);
    const answered = new Promise<void>((resolve) => {
      void network
        .serve((call) => {
          call.respond({ status: 200, text: 'yes' });
          request?.cancel();
          resolve();
        })
        .then((origin) => (request = ask(network, post(`${origin}/a`))));
    });
    let request: ReturnType<typeof ask> | undefined;
    await new Promise((resolve) => setImmediate(resolve));
    await network.until(answered);
    await roundTrips(network);
    t.deepEqual(request?.answers, []);
  });

  test('[http] allows cancelling immediately, twice, or after the answer', async (t) => {
    const network = await factory(t);
    const origin = await network.serve(echo);
    for (const url of [`${origin}/a`, `${network.closed}/a`]) {
      const request = ask(network, post(url));
      request.cancel();
      request.cancel();
      await roundTrips(network);
      t.deepEqual(request.answers, []);
    }
    const over = ask(network, post(`${origin}/a`));
    await network.until(over.answered);
    over.cancel();
    await roundTrips(network);
    t.is(over.answers.length, 1);
  });

  test('[http] allows cancelling from within done without affecting other requests', async (t) => {
    const network = await factory(t);
    const calls: ServedCall[] = [];
    let all: () => void = () => {};
    const arrived = new Promise<void>((resolve) => (all = resolve));
    const origin = await network.serve((call) => {
      calls.push(call);
      if (calls.length === 3) all();
    });
    const [first, second, third] = ['1', '2', '3'].map((text) => ask(network, post(`${origin}/a`, text)));
    await network.until(arrived);
    const textOf = ({ body }: ServedCall): string => new TextDecoder().decode(body);
    second?.cancel();
    await network.until(calls.find((call) => textOf(call) === '2')?.gone ?? Promise.reject(new Error('no call')));
    void first?.answered.then(() => first.cancel());
    for (const call of calls) if (textOf(call) !== '2') echo(call);
    const answers = await network.until(Promise.all([first?.answered, third?.answered]));
    t.deepEqual(
      answers.map((answer) => answer && valueOf(t, answer).text),
      ['1', '3'],
    );
    await roundTrips(network);
    t.deepEqual([first?.answers.length, second?.answers.length, third?.answers.length], [1, 0, 1]);
  });
}

function getting(test: Declare, factory: HttpFactory): void {
  test('[http] gets a document as bytes with lower-case headers, by path, query and headers', async (t) => {
    const network = await factory(t);
    const calls: ServedCall[] = [];
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
    const origin = await network.serve((call) => {
      calls.push(call);
      call.respond({ status: 200, headers: { 'x-extension-version': '7' }, bytes });
    });
    const request = fetched(network, `${origin}/e/7K3QZ?v=7`, { headers: { 'x-service-update': '1' } });
    const { status, headers, bytes: got } = valueOf(t, await network.until(request.answered));
    t.deepEqual([status, headers['x-extension-version']], [200, '7']);
    t.deepEqual([...got], [...bytes]);
    const [call] = calls;
    t.deepEqual([call?.method, call?.path, call?.headers['x-service-update']], ['GET', '/e/7K3QZ?v=7', '1']);
    t.is(call?.body.length, 0);
    t.deepEqual([calls.length, request.answers.length, request.early()], [1, 1, false]);
  });

  test('[http] returns a document with any status and does not follow a redirect', async (t) => {
    const network = await factory(t);
    const paths: string[] = [];
    for (const status of [200, 206, 302, 308, 404, 410, 429, 503]) {
      const origin = await network.serve(({ path, respond }) => {
        paths.push(path);
        respond({ status, text: `it is ${status}`, location: '/elsewhere' });
      });
      const { status: answered, bytes } = valueOf(t, await network.until(fetched(network, `${origin}/here`).answered));
      t.deepEqual([answered, new TextDecoder().decode(bytes)], [status, `it is ${status}`]);
    }
    t.deepEqual([...new Set(paths)], ['/here']);
  });

  test('[http] accepts a document of the maximum length and not a byte more', async (t) => {
    const network = await factory(t);
    const origin = await network.serve(({ respond }) => respond({ status: 200, text: 'x'.repeat(100_000) }));
    const whole = await network.until(fetched(network, `${origin}/a`, { bytes_max: 100_000 }).answered);
    t.is(valueOf(t, whole).bytes.length, 100_000);
    const request = fetched(network, `${origin}/a`, { bytes_max: 99_999 });
    failsByName(t, await network.until(request.answered), 'http_too_large', /more than 99999 bytes/);
    await roundTrips(network);
    t.is(request.answers.length, 1);
  });

  test('[http] returns no document if refused, broken off or cancelled', async (t) => {
    const network = await factory(t);
    const refused = fetched(network, `${network.closed}/a`);
    failsByName(t, await network.until(refused.answered), 'http_unsent', /refuses the connection/);
    const broken = await network.serve((call) => call.breakOff());
    failsByName(t, await network.until(fetched(network, `${broken}/a`).answered), 'http_failed', /closed|cut off/);
    let arrived: (call: ServedCall) => void = () => {};
    const call = new Promise<ServedCall>((resolve) => (arrived = resolve));
    const origin = await network.serve((each) => arrived(each));
    const request = fetched(network, `${origin}/a`);
    const held = await network.until(call);
    request.cancel();
    await network.until(held.gone);
    held.respond({ status: 200, text: 'too late' });
    await roundTrips(network);
    t.deepEqual(request.answers, []);
  });
}
