// Subscriptions to hints over one connection to a Redis or Valkey server: one that is still pending while the masters
// are checked, and one cancelled before the server confirms it.

import test, { type ExecutionContext } from 'ava';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { openLink } from '../../../cloud-stub/relay/redis/redis-link.ts';
import { createSubscriptions } from '../../../cloud-stub/relay/redis/redis-subscriptions.ts';
import { REDIS_PROGRAM, startRedis } from '../../support/redis/redis-server.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;
const TIMEOUT_MS = 200;

async function subscribing(t: ExecutionContext) {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const access = { tls: false, username: '', password: '', database: 0 };
  const link = await openLink(
    { host: '127.0.0.1', port: redis.port },
    { access, timeout_ms: 5000, onLost: () => t.fail('lost'), onMoved: () => t.fail('moved') },
  );
  t.teardown(() => link.close());
  const subscriptions = createSubscriptions(() => link, TIMEOUT_MS);
  let lost = 0;
  subscriptions.onLost(() => lost++);
  /** Returns the subscriber count of the server once all earlier commands, and those they caused, have completed. */
  const subscribers = async (channel: string): Promise<unknown> => {
    for (let round_trips = 0; round_trips < 2; round_trips++) await link.check();
    return link.commands.sendCommand(['PUBSUB', 'SHARDNUMSUB', channel]);
  };
  return { redis, link, subscriptions, subscribers, lost: () => lost };
}

onRedis('[R48] [C122] a subscription made during a check of the masters misses no message', async (t) => {
  const { subscriptions, subscribers, lost } = await subscribing(t);
  const made = subscriptions.subscribe('one', () => {});
  t.true(await subscriptions.follow());
  await made;
  subscriptions.notify();
  t.is(lost(), 0);
  t.deepEqual(await subscribers('one'), ['one', 1]);
});

onRedis(
  '[C122] ends an abandoned subscription once the server has made it, and delivers messages of the next one once',
  async (t) => {
    const { redis, link, subscriptions, subscribers } = await subscribing(t);
    const received: string[] = [];
    redis.process.kill('SIGSTOP');
    await t.throwsAsync(
      subscriptions.subscribe('one', () => received.push('first')),
      { instanceOf: EngineAway },
    );
    redis.process.kill('SIGCONT');
    t.deepEqual(await subscribers('one'), ['one', 0]);
    await subscriptions.subscribe('one', () => received.push('second'));
    await link.commands.sendCommand(['SPUBLISH', 'one', '']);
    t.deepEqual(await subscribers('one'), ['one', 1]);
    t.deepEqual(received, ['second']);
  },
);
