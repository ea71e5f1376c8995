// Tests of a slow and lossy link: the contract of the http port, delay in both directions, and loss.

import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { PERFECT_LINK, impairedHttp, type LinkConditions } from '../../../hal/http/http-impaired.ts';
import { createHttpNetwork, type VirtualCall } from '../../../hal/http/http-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';

const REQUEST = { url: 'http://relay/poll', headers: {}, body: new Uint8Array() };

function impairedNetwork(conditions: Partial<LinkConditions> = {}) {
  const clock = createVirtualClock();
  const network = createHttpNetwork(clock);
  const link = network.link(createSeededRandom(1));
  link.setFaults({ delay_ms: 0 });
  const quality = { now: { ...PERFECT_LINK, ...conditions } };
  const http = impairedHttp(link, clock, createSeededRandom(2), () => quality.now);
  const calls: { at_ms: number; call: VirtualCall }[] = [];
  let gone = 0;
  network.serve('http://relay', (call) => {
    calls.push({ at_ms: clock.now_ms(), call });
    return () => gone++;
  });
  const answered: { at_ms: number; status: number | string }[] = [];
  const ask = () =>
    http.post(REQUEST, (answer) =>
      answered.push({ at_ms: clock.now_ms(), status: answer.ok ? answer.value.status : answer.error.code }),
    );
  return { clock, quality, calls, answered, ask, gone: () => gone };
}

test('[http] delays request and answer separately; a message in flight keeps its delay', async (t) => {
  const { clock, quality, calls, answered, ask } = impairedNetwork({ delay_ms: 100 });
  ask();
  await clock.advance(99);
  t.is(calls.length, 0);
  await clock.advance(1);
  t.is(calls[0]?.at_ms, 100);
  quality.now = { delay_ms: 300, loss: 0 };
  await clock.advance(50);
  calls[0]?.call.respond({ status: 200, text: '' });
  await clock.advance(1000);
  t.deepEqual(answered, [{ at_ms: 450, status: 200 }]);
});

test('[http] cancels a request before it arrives, at the server, or with its answer in flight', async (t) => {
  const { clock, calls, answered, ask, gone } = impairedNetwork({ delay_ms: 100 });
  ask()();
  await clock.advance(1000);
  t.is(calls.length, 0);
  const cancel = ask();
  await clock.advance(100);
  cancel();
  await clock.advance(1000);
  t.is(gone(), 1);
  const late = ask();
  await clock.advance(100);
  calls[1]?.call.respond({ status: 200, text: '' });
  await clock.advance(50);
  late();
  await clock.advance(1000);
  t.deepEqual(answered, []);
});

test('[http] silently loses the configured share in each direction', async (t) => {
  const { clock, calls, answered, ask } = impairedNetwork({ loss: 0.2 });
  for (let sent = 0; sent < 1000; sent++) ask();
  await clock.advance(10);
  // 0.8 of 1000, within five standard deviations (12.6 each).
  t.true(Math.abs(calls.length - 800) < 64, `${calls.length}`);
  for (const { call } of calls) call.respond({ status: 200, text: '' });
  await clock.advance(10);
  t.true(Math.abs(answered.length - calls.length * 0.8) < 60, `${answered.length}`);
  t.true(answered.every(({ status }) => status === 200));
});

test('[http] delivers nothing on a link with total loss and adds no delay on a good one', async (t) => {
  const { clock, quality, calls, answered, ask } = impairedNetwork({ loss: 1 });
  ask();
  await clock.advance(100_000);
  t.is(calls.length, 0);
  quality.now = PERFECT_LINK;
  ask();
  await clock.advance(0);
  calls[0]?.call.respond({ status: 204, text: '' });
  await clock.advance(0);
  t.deepEqual(answered, [{ at_ms: 100_000, status: 204 }]);
});
