// `tapin cloud serve --drain`: graceful stop of a relay behind a load balancer, which spreads the answers to held
// requests over time.

import { once } from 'node:events';
import test from 'ava';
import { httpCall } from '../../support/process/http-call.ts';
import { REDIS_PROGRAM, startRedis } from '../../support/redis/redis-server.ts';
import { enrolMany, relayFiles, startRelay, type RelayProcess } from '../../support/relay/relay-process.ts';
import { ask, eventually, hold, startHost } from '../../support/relay/relay-sockets.ts';
import { stopwatch } from '../../support/process/stopwatch.ts';
import { startTapin } from '../../support/process/tapin-process.ts';

const LONG_MS = 20_000;
const AT_ONCE_MS = 2000;

const isHolding = (relay: RelayProcess, count: number): Promise<boolean> =>
  eventually(relay.origin, async () => (await relay.figure('held_requests')) === count);

test.serial(
  '[C123] [R46] a draining relay is not ready, spreads held answers, serves new requests, and exits',
  async (t) => {
    const drain_ms = 2000;
    const files = await relayFiles(t);
    const [one, other, late] = await enrolMany(files.devices, 3);
    const relay = await startRelay(t, files, '--drain', '2');
    const hosts = [];
    for (const host of [one, other]) hosts.push({ host, ...(await startHost(relay.origin, host)) });
    const happened: string[] = [];
    const taken_ms = stopwatch();
    let killed_ms = 0;
    const polls = hosts.map(async ({ host, code, st }) => {
      const answer = await hold(relay.origin, host, 'poll', { code, since: 0, wait_ms: LONG_MS, st }).answer;
      happened.push('answer');
      t.deepEqual([answer.http_status, answer.status, answer.st], [200, 'ok', st]);
      return taken_ms() - killed_ms;
    });
    t.true(await isHolding(relay, 2));
    killed_ms = taken_ms();
    const ended = relay.end('SIGTERM');
    await relay.untilStderr('Draining for 2 s; held requests: 2.');
    t.is((await httpCall(relay.origin, '/readyz')).status, 503);
    happened.push('not ready');
    const started = await ask(relay.origin, late, 'host', { action: 'start' });
    t.deepEqual([started.http_status, started.status], [200, 'ok']);
    const [first_ms = 0, second_ms = 0] = (await Promise.all(polls)).toSorted((a, b) => a - b);
    t.deepEqual(happened, ['not ready', 'answer', 'answer']);
    // Two answers in 4/5 of 2 s: a third of that before each, and a third after the last.
    t.true(first_ms >= drain_ms / 5 && second_ms - first_ms >= drain_ms / 5, `${first_ms} and ${second_ms} ms`);
    t.true(second_ms < drain_ms, `${second_ms} ms`);
    const { code, signal } = await ended;
    t.deepEqual([code, signal], [0, null]);
    const whole_ms = taken_ms() - killed_ms;
    t.true(whole_ms >= drain_ms && whole_ms < drain_ms + AT_ONCE_MS, `${whole_ms} ms`);

    const again = await startRelay(t, files);
    t.is((await ask(again.origin, late, 'host', { action: 'start' })).code, started.code, 'an answered code is stored');
    t.is((await again.end('SIGTERM')).stderr, '', 'without --drain it exits at once');
  },
);

for (const [first, second] of [
  ['SIGTERM', 'SIGTERM'],
  ['SIGTERM', 'SIGINT'],
  ['SIGINT', null],
] as const)
  // oxfmt-ignore
  test.serial(`[C123] ${first}${second ? ` and ${second} while it drains` : ' from a terminal'} stops a relay at once, and all requests are answered`, async (t) => {
    const files = await relayFiles(t);
    const [host] = await enrolMany(files.devices, 1);
    const relay = await startRelay(t, files, '--drain', '20');
    const { code, st } = await startHost(relay.origin, host);
    const poll = hold(relay.origin, host, 'poll', { code, since: 0, wait_ms: LONG_MS, st });
    t.true(await isHolding(relay, 1));
    const taken_ms = stopwatch();
    if (second) {
      relay.child.kill(first);
      await relay.untilStderr('Draining for 20 s');
    }
    const [ended, answer] = await Promise.all([relay.end(second ?? first), poll.answer]);
    t.true(taken_ms() < AT_ONCE_MS, `${taken_ms()} ms`);
    t.deepEqual([ended.code, ended.signal], [0, null]);
    t.deepEqual([answer.http_status, answer.status, answer.st], [200, 'ok', st]);
  });

const onRedis = REDIS_PROGRAM === null ? test.serial.skip : test.serial;

onRedis('[C123] [C122] a relay with a shared engine drains for 5 s by default', async (t) => {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const args = ['cloud', 'serve', '--relay-only', '--port', '0', '--metrics-port', '0'];
  const files = await relayFiles(t);
  const relay = await startTapin(t, [...args, '--engine', redis.url, '--data', files.data]);
  relay.child.kill('SIGTERM');
  await relay.untilStderr('Draining for 5 s; held requests: 0.');
  const ended = once(relay.child, 'exit');
  relay.child.kill('SIGTERM');
  t.deepEqual(await ended, [0, null]);
});
