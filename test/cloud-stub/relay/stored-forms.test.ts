// Relays of two versions on one server: an older relay never touches a session in the format of a later version.

import test from 'ava';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { createSharedEngine } from '../../../cloud-stub/relay/fleet/engine-shared.ts';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { READ } from '../../../cloud-stub/relay/redis/redis-scripts.ts';
import { createRedisStore } from '../../../cloud-stub/relay/redis/store-redis.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { REDIS_PROGRAM, startRedis } from '../../support/redis/redis-server.ts';
import { valueOf } from '../../support/results.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;
const HOST = 'TP-00000000000A';
const FIELDS = `tapin:{${HOST}}:fields`;
const START = { kind: 'host', request: { action: 'start', keep_guests: true, name: 'Ann' } } as const;

onRedis('[C122] leaves a session unchanged that a newer version wrote in another format', async (t) => {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const clock = createSystemClock();
  const { store, commands } = valueOf(t, await openRedis({ url: redis.url, log: createMemoryLog(clock) }));
  const engine = createSharedEngine({ clock, random: createSeededRandom(1, 'relay'), store });
  t.teardown(() => engine.close());
  await engine.prepare({ device: HOST, session: true });
  await engine.apply({ host: HOST, operation: START });
  t.is(await commands.send('HGET', FIELDS, 'form'), '1');

  await commands.send('HSET', FIELDS, 'form', '2');
  const before = await commands.send('HGETALL', FIELDS);
  const result = engine.apply({ host: HOST, operation: START });
  const refused = await t.throwsAsync(result, { instanceOf: EngineAway });
  t.is(refused?.message, 'A newer version of tapin wrote a session: update this relay.');
  t.deepEqual(await commands.send('HGETALL', FIELDS), before);
});

onRedis('[C122] does not overwrite a session that changed to a newer format after it was read', async (t) => {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const clock = createSystemClock();
  const { commands } = valueOf(t, await openRedis({ url: redis.url, log: createMemoryLog(clock) }));
  /** Simulates a newer relay that updates each session right after this relay read it. */
  const script: typeof commands.script = async (text, ...rest) => {
    const reply = await commands.script(text, ...rest);
    if (text === READ) await commands.send('HSET', FIELDS, 'form', '2', 'polled_ms', '7');
    return reply;
  };
  const prefix = 'tapin:';
  const first = createRedisStore({ commands, prefix });
  const store = createRedisStore({ commands: { ...commands, script }, prefix });
  const random = createSeededRandom(1, 'relay');
  await createSharedEngine({ clock, random: random.fork('first'), store: first }).prepare({
    device: HOST,
    session: true,
  });
  const engine = createSharedEngine({ clock, random, store });
  t.teardown(() => engine.close());
  await t.throwsAsync(engine.apply({ host: HOST, operation: START }), { instanceOf: EngineAway });
  t.is(await commands.send('HGET', FIELDS, 'polled_ms'), '7');
});
