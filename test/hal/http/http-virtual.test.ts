// Tests of HTTP on the virtual clock: the contract of every http port, timing, and each fault on its own.

import test, { type ExecutionContext } from 'ava';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import {
  GOOD_LINK,
  createHttpNetwork,
  type HttpLink,
  type HttpNetwork,
  type LinkFaults,
  type VirtualCall,
} from '../../../hal/http/http-virtual.ts';
import type { Http } from '../../../hal/http/http.ts';
import { createVirtualLink } from '../../../hal/link/link-virtual.ts';
import { createSwitchedNetwork } from '../../../hal/link/network-switch.ts';
import { createVirtualTcp } from '../../../hal/tcp/tcp-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { httpConformance, post, refusesLargeBodies, statusIsEnough, type HttpFactory } from './http-conformance.ts';
import { titled } from '../../support/titled.ts';

const throughSwitch = (http: Http, clock: VirtualClock): Http =>
  createSwitchedNetwork(
    { http, link: createVirtualLink(), tcp: createVirtualTcp({ clock, random: createSeededRandom(1) }) },
    { clock, random: createSeededRandom(1) },
  ).http;

const inProcess =
  (
    faults: Partial<LinkFaults> = {},
    through: (http: Http, clock: VirtualClock) => Http = (http) => http,
  ): HttpFactory =>
  () => {
    const clock = createVirtualClock();
    const network = createHttpNetwork(clock);
    const link = network.link(createSeededRandom(1));
    link.setFaults(faults);
    let servers = 0;
    return Promise.resolve({
      http: through(link, clock),
      closed: 'http://unknown',
      async until(done) {
        await clock.advance(60_000);
        return done;
      },
      serve(onCall) {
        const origin = `http://server-${++servers}`;
        network.serve(origin, ({ method, path, headers, body, respond }) => {
          let leave: () => void = () => {};
          onCall({
            method,
            path,
            headers,
            body,
            respond,
            breakOff: () => network.serve(origin, null),
            gone: new Promise((resolve) => (leave = resolve)),
          });
          return leave;
        });
        return Promise.resolve(origin);
      },
    });
  };

httpConformance(test, inProcess());
// A slow network keeps the contract too, even if the first request arrives last.
httpConformance(titled(test, 'slow'), inProcess({ delay_ms: 700, tail: 0.5, tail_ms: 3000 }));
// A network switch that is on keeps the contract too.
httpConformance(titled(test, 'switched'), inProcess({}, throughSwitch));
test('[http] refuses an oversized body with a one-line error', refusesLargeBodies(inProcess()));
test('[http] does not wait for the body if the status is enough', statusIsEnough(inProcess()));

const ORIGIN = 'http://relay';

interface Bench {
  readonly clock: VirtualClock;
  readonly network: HttpNetwork;
  readonly link: HttpLink;
  /** Requests that the server received, with their times. */
  readonly calls: (VirtualCall & { readonly text: string; readonly at_ms: number })[];
  /** Times at which the server noticed that a caller had disconnected. */
  readonly gone: [number, string][];
  /** Time and text of each answer. */
  readonly answers: [number, string][];
  /** Sends a request and records the answer. */
  send(text: string): () => void;
}

/** Creates a server that echoes each request immediately, or holds all of them. */
function bench(faults: Partial<LinkFaults> = {}, { holds = false, seed = 1 } = {}): Bench {
  const clock = createVirtualClock();
  const network = createHttpNetwork(clock);
  const link = network.link(createSeededRandom(seed));
  link.setFaults(faults);
  const [calls, gone, answers]: [Bench['calls'], Bench['gone'], Bench['answers']] = [[], [], []];
  network.serve(ORIGIN, (call) => {
    const text = new TextDecoder().decode(call.body);
    calls.push({ ...call, text, at_ms: clock.now_ms() });
    if (!holds) call.respond({ status: 200, text: `${text} answered` });
    return () => gone.push([clock.now_ms(), text]);
  });
  const send = (text: string): (() => void) =>
    link.post(post(`${ORIGIN}/a`, text), (answer) =>
      answers.push([clock.now_ms(), answer.ok ? answer.value.text : answer.error.code]),
    );
  return { clock, network, link, calls, gone, answers, send };
}

const arrivals = ({ calls }: Bench): [number, string][] => calls.map(({ at_ms, text }) => [at_ms, text]);

test('[http] takes 1 ms each way on a good link; setFaults changes only the named faults', async (t) => {
  const fixture = bench();
  t.deepEqual(fixture.link.faults(), GOOD_LINK);
  fixture.send('a');
  await fixture.clock.advance(0);
  t.deepEqual([arrivals(fixture), fixture.answers], [[], []]);
  await fixture.clock.advance(10);
  t.deepEqual(arrivals(fixture), [[1, 'a']]);
  t.deepEqual(fixture.answers, [[2, 'a answered']]);
  fixture.link.setFaults({ tail: 0.5 });
  fixture.link.setFaults({ delay_ms: 3 });
  t.deepEqual(fixture.link.faults(), { ...GOOD_LINK, tail: 0.5, delay_ms: 3 });
});

test('[http] delay: applies to each crossing, and to a cancel', async (t) => {
  const fixture = bench({ delay_ms: 150 }, { holds: true });
  fixture.send('a');
  const cancel = fixture.send('b');
  await fixture.clock.advance(1000);
  fixture.calls[0]?.respond({ status: 200, text: 'late' });
  cancel();
  await fixture.clock.advance(1000);
  t.deepEqual(arrivals(fixture), [[150, 'a'], [150, 'b']]); // oxfmt-ignore
  t.deepEqual(fixture.answers, [[1150, 'late']]);
  t.deepEqual(fixture.gone, [[1150, 'b']]);
});

test('[http] delay: lets a server hold a request for any time', async (t) => {
  const fixture = bench({}, { holds: true });
  fixture.send('a');
  await fixture.clock.advance(86_400_000);
  fixture.calls[0]?.respond({ status: 200, text: 'the next day' });
  await fixture.clock.advance(1);
  t.deepEqual(fixture.answers, [[86_400_001, 'the next day']]);
});

test('[http] tail: delays crossings by up to tail_ms, so they overtake each other', async (t) => {
  const fixture = bench({ delay_ms: 10, tail: 1, tail_ms: 100 });
  const sent = Array.from({ length: 200 }, (_, n) => `${n}`);
  for (const text of sent) fixture.send(text);
  await fixture.clock.advance(1000);
  const times = fixture.calls.map(({ at_ms }) => at_ms);
  t.is(times.length, 200);
  t.true(times.every((at_ms) => at_ms >= 10 && at_ms <= 110));
  t.true(Math.min(...times) < 15 && Math.max(...times) > 105, 'delays cover the whole tail');
  t.notDeepEqual(fixture.calls.map(({ text }) => text), sent); // oxfmt-ignore
  t.deepEqual(fixture.calls.map(({ text }) => text).sort(), [...sent].sort()); // oxfmt-ignore
  t.is(fixture.answers.length, 200);
});

test('[http] tail: delays only its share of the crossings', async (t) => {
  const fixture = bench({ delay_ms: 10, tail: 0.25, tail_ms: 100 });
  for (let n = 0; n < 400; n++) fixture.send(`${n}`);
  await fixture.clock.advance(1000);
  const late = fixture.calls.filter(({ at_ms }) => at_ms > 10).length;
  t.true(late > 60 && late < 140, `${late} of 400`);
});

test('[http] loss of requests: the server never receives them, the caller gets no answer', async (t) => {
  const fixture = bench({ lose_request: 1 });
  fixture.send('a');
  await fixture.clock.advance(600_000);
  t.deepEqual([arrivals(fixture), fixture.answers], [[], []]);
  fixture.link.setFaults({ lose_request: 0 });
  fixture.send('b');
  await fixture.clock.advance(10);
  t.deepEqual(fixture.calls.map(({ text }) => text), ['b']); // oxfmt-ignore
});

test('[http] loss of responses: the server handles the request, the caller gets no answer', async (t) => {
  const fixture = bench({ lose_response: 1 });
  fixture.send('a');
  await fixture.clock.advance(600_000);
  t.deepEqual(arrivals(fixture), [[1, 'a']]);
  t.deepEqual(fixture.answers, []);
});

test('[http] loss: loses only its share', async (t) => {
  for (const name of ['lose_request', 'lose_response'] as const) {
    const fixture = bench({ [name]: 0.25 });
    for (let n = 0; n < 400; n++) fixture.send(`${n}`);
    await fixture.clock.advance(1000);
    const [arrived, answered] = [fixture.calls.length, fixture.answers.length];
    t.is(arrived === 400, name === 'lose_response', `${arrived}`);
    t.true(answered > 260 && answered < 340, `${answered} of 400`);
  }
});

test('[http] duplicates: the server receives a request twice, the caller gets one answer', async (t) => {
  const fixture = bench({ duplicate: 1 });
  fixture.send('a');
  await fixture.clock.advance(1000);
  t.deepEqual(fixture.calls.map(({ text }) => text), ['a', 'a']); // oxfmt-ignore
  t.deepEqual(fixture.answers, [[2, 'a answered']]);
});

test('[http] duplicates: a cancel ends both copies, and only the share is duplicated', async (t) => {
  const fixture = bench({ duplicate: 1 }, { holds: true });
  const cancel = fixture.send('a');
  await fixture.clock.advance(10);
  cancel();
  await fixture.clock.advance(10);
  t.deepEqual(fixture.gone, [[11, 'a'], [11, 'a']]); // oxfmt-ignore
  const some = bench({ duplicate: 0.25 });
  for (let n = 0; n < 400; n++) some.send(`${n}`);
  await some.clock.advance(1000);
  t.true(some.calls.length > 460 && some.calls.length < 540, `${some.calls.length}`);
  t.is(some.answers.length, 400);
});

test('[http] duplicates: one copy may get lost while the other is answered', async (t) => {
  const fixture = bench({ duplicate: 1, lose_request: 0.5 });
  for (let n = 0; n < 400; n++) fixture.send(`${n}`);
  await fixture.clock.advance(1000);
  // Three out of four arrive at least once.
  t.true(fixture.answers.length > 260 && fixture.answers.length < 340, `${fixture.answers.length}`);
});

test('[http] partition: stops both directions and loses messages in flight', async (t) => {
  const fixture = bench({ delay_ms: 100 }, { holds: true });
  fixture.send('held');
  await fixture.clock.advance(200);
  fixture.calls[0]?.respond({ status: 200, text: 'on its way' });
  fixture.send('on its way');
  await fixture.clock.advance(50);
  fixture.link.setFaults({ partitioned: true });
  fixture.send('within');
  await fixture.clock.advance(9950);
  fixture.send('shortly before it ends');
  await fixture.clock.advance(50);
  t.deepEqual([arrivals(fixture), fixture.answers], [[[100, 'held']], []]);
  fixture.link.setFaults({ partitioned: false });
  await fixture.clock.advance(10_000);
  t.deepEqual([arrivals(fixture), fixture.answers], [[[100, 'held']], []], 'lost messages stay lost');
  fixture.send('after');
  await fixture.clock.advance(1000);
  t.deepEqual(arrivals(fixture).at(-1), [20_350, 'after']);
});

test('[http] partition: hides a caller’s disconnect from the server and does not affect other links', async (t) => {
  const fixture = bench({}, { holds: true });
  const other = fixture.network.link(createSeededRandom(2));
  const cancel = fixture.send('a');
  await fixture.clock.advance(10);
  fixture.link.setFaults({ partitioned: true });
  cancel();
  other.post(post(`${ORIGIN}/a`, 'other'), ({ ok }) => fixture.answers.push([fixture.clock.now_ms(), `${ok}`]));
  await fixture.clock.advance(10);
  fixture.calls[1]?.respond({ status: 200, text: '' });
  await fixture.clock.advance(600_000);
  t.deepEqual(fixture.gone, []);
  t.deepEqual(fixture.answers, [[21, 'true']]);
});

test('[http] half-open: requests and answers cross, but the server never sees a disconnect', async (t) => {
  const fixture = bench({ half_open: true }, { holds: true });
  const cancel = fixture.send('a');
  fixture.send('b');
  await fixture.clock.advance(10);
  cancel();
  await fixture.clock.advance(600_000);
  t.deepEqual(fixture.gone, []);
  for (const { respond } of fixture.calls) respond({ status: 200, text: 'yes' });
  await fixture.clock.advance(10);
  t.deepEqual(fixture.answers, [[600_011, 'yes']], 'a cancelled caller gets no answer');
});

test('[http] fails pending calls of a replaced server and sends later arrivals to the new one', async (t) => {
  const fixture = bench({ delay_ms: 5 }, { holds: true });
  fixture.send('a');
  await fixture.clock.advance(8);
  fixture.send('b');
  const after: string[] = [];
  fixture.network.serve(ORIGIN, ({ body, respond }) => {
    after.push(new TextDecoder().decode(body));
    respond({ status: 200, text: 'from the next one' });
    return () => {};
  });
  await fixture.clock.advance(100);
  t.deepEqual(arrivals(fixture), [[5, 'a']]);
  t.deepEqual(after, ['b']);
  t.deepEqual(fixture.answers, [[13, 'http_failed'], [18, 'from the next one']]); // oxfmt-ignore
  fixture.calls[0]?.respond({ status: 200, text: 'from the dead' });
  await fixture.clock.advance(100);
  t.is(fixture.answers.length, 2);
});

test('[http] refuses connections to a removed server; its earlier answers still arrive', async (t) => {
  const fixture = bench({ delay_ms: 5 });
  fixture.send('a');
  await fixture.clock.advance(6);
  // Later crossings are faster, so they overtake.
  fixture.link.setFaults({ delay_ms: 1 });
  fixture.network.serve(ORIGIN, null);
  fixture.send('b');
  await fixture.clock.advance(100);
  t.deepEqual(fixture.answers, [[8, 'http_unsent'], [10, 'a answered']]); // oxfmt-ignore
});

test('[http] a partition hides that a server was replaced', async (t) => {
  const fixture = bench({}, { holds: true });
  fixture.send('a');
  await fixture.clock.advance(10);
  fixture.link.setFaults({ partitioned: true });
  fixture.network.serve(ORIGIN, null);
  await fixture.clock.advance(10);
  fixture.link.setFaults({ partitioned: false });
  await fixture.clock.advance(600_000);
  t.deepEqual(fixture.answers, []);
});

const SPOILED: Partial<LinkFaults> = {
  delay_ms: 20,
  tail: 0.4,
  tail_ms: 900,
  lose_request: 0.1,
  lose_response: 0.1,
  duplicate: 0.2,
};

async function story(t: ExecutionContext, seed: number): Promise<unknown> {
  const fixture = bench(SPOILED, { seed });
  for (let n = 0; n < 100; n++) {
    const cancel = fixture.send(`${n}`);
    await fixture.clock.advance(30);
    if (n % 7 === 0) cancel();
  }
  await fixture.clock.advance(10_000);
  t.true(fixture.answers.length > 50);
  return [arrivals(fixture), fixture.answers, fixture.gone];
}

test('[http] gives the same run for the same seed, and a different run for another seed', async (t) => {
  const first = await story(t, 7);
  t.deepEqual(await story(t, 7), first);
  t.notDeepEqual(await story(t, 8), first);
});
