// A Redis or Valkey server as an engine: refusals at start, the device registry, and requests while the server is
// unreachable.

import test from 'ava';
import { createSharedRegistry } from '../../../cloud-stub/devices/shared-registry.ts';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { asking } from '../../support/redis/redis-client.ts';
import { REDIS_PROGRAM, startRedis, type RedisServer } from '../../support/redis/redis-server.ts';
import { failsWith, valueOf } from '../../support/results.ts';

/** Serial: starting a dozen servers at the same time would exceed the connect timeout of a relay. */
const onRedis = REDIS_PROGRAM === null ? test.skip : test.serial;
const log = createMemoryLog(createVirtualClock());

test('[C122] refuses an invalid address without connecting', async (t) => {
  failsWith(t, await openRedis({ url: 'redis://127.0.0.1?db=1', log }), 'bad_value', /takes only prefix and wait/);
});

test('[C122] names an unreachable server without its password', async (t) => {
  const opened = await openRedis({ url: `redis://user:secret@127.0.0.1:1/0?prefix=${'p'.repeat(40)}&wait=10`, log });
  failsWith(t, opened, 'engine_unusable', /^The engine redis:\/\/127\.0\.0\.1:1 can't be used: .+\.$/);
});

/** Starts a server that ends with the test. */
async function server(t: { teardown(end: () => Promise<void>): void }, ...settings: string[]): Promise<RedisServer> {
  const redis = await startRedis(settings);
  t.teardown(() => redis.end());
  return redis;
}

onRedis('[C122] rejects a server that evicts data', async (t) => {
  const { url } = await server(t, '--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru');
  failsWith(t, await openRedis({ url, log }), 'engine_unusable', /maxmemory-policy allkeys-lru.*set it to noeviction/);
});

onRedis('[C122] explains how to give a password if it is wrong or missing, and quotes none', async (t) => {
  const { url } = await server(t, '--requirepass', 'right');
  for (const given of [url, url.replace('//', '//:wrong@')]) {
    const opened = await openRedis({ url: given, log });
    failsWith(t, opened, 'engine_unusable', /; use redis:\/\/:PASSWORD@HOST or redis:\/\/USER:PASSWORD@HOST\.$/);
    t.false(!opened.ok && /wrong|right/.test(opened.error.message));
  }
});

onRedis('[C122] leaves data of another version untouched', async (t) => {
  const { url } = await server(t);
  const first = valueOf(t, await openRedis({ url, log }));
  await first.commands.send('SET', 'tapin:format', '2');
  await first.commands.close();
  failsWith(t, await openRedis({ url, log }), 'data_foreign', /another version of tapin wrote the data below tapin:/i);
  const beside = valueOf(t, await openRedis({ url: `${url}?prefix=club:`, log }));
  t.is(await beside.commands.send('GET', 'club:format'), '1');
  await beside.commands.close();
});

onRedis('[C8] [C122] a device enrolled in an engine is known to every relay', async (t) => {
  const { url } = await server(t);
  const { commands, prefix } = valueOf(t, await openRedis({ url, log }));
  t.teardown(() => commands.close());
  let now_ms = 0;
  const registry = createSharedRegistry(commands, prefix, () => now_ms);
  const identity = { id: 'TP-00000000000A', secret: 'ab'.repeat(32) };
  t.is(await registry.keyOf(identity.id), null);
  t.true((await registry.enrol(identity)).ok);
  t.true((await registry.enrol(identity)).ok, 'enrolling the same device again succeeds');
  failsWith(t, await registry.enrol({ ...identity, secret: 'cd'.repeat(32) }), 'bad_value', /enrolled already/);
  t.not(await registry.keyOf(identity.id), null);
  t.is(await registry.count(), 1);
  await commands.send('HDEL', `${prefix}devices`, identity.id);
  now_ms = 9999;
  t.not(await registry.keyOf(identity.id), null, 'cached for 10 s');
  now_ms = 10_000;
  t.is(await registry.keyOf(identity.id), null);
});

onRedis('[C122] detects a hung server within 2 s and a stopped one at once, and reconnects to both', async (t) => {
  const redis = await server(t, '--appendonly', 'yes');
  const { store, isThere, commands } = valueOf(t, await openRedis({ url: redis.url, log }));
  t.teardown(() => commands.close());
  t.true(await store.giveCode('ABC123', 'TP-1'));
  redis.process.kill('SIGSTOP');
  const start_ms = performance.now();
  await t.throwsAsync(store.ownerOf('ABC123'), { instanceOf: EngineAway });
  t.true(performance.now() - start_ms < 4000);
  redis.process.kill('SIGCONT');
  t.is(await store.ownerOf('ABC123'), 'TP-1');
  const lost = new Promise<void>((resolve) => store.onHint((host) => host === null && resolve()));
  redis.process.kill('SIGKILL');
  await t.throwsAsync(async () => {
    for (;;) await store.ownerOf('ABC123');
  }, { instanceOf: EngineAway }); // oxfmt-ignore
  const again = await startRedis(['--appendonly', 'yes'], { port: redis.port, folder: redis.folder });
  t.teardown(() => again.end());
  await lost;
  t.true(isThere());
  t.is(await store.ownerOf('ABC123'), 'TP-1');
});

onRedis('[C122] with wait, does not acknowledge a write that too few replicas have', async (t) => {
  const { url } = await server(t);
  const { store, commands } = valueOf(t, await openRedis({ url: `${url}?wait=1`, log }));
  t.teardown(() => commands.close());
  await t.throwsAsync(store.giveCode('ABC123', 'TP-1'), { instanceOf: EngineAway, message: /0 of 1 replicas/ });
});

onRedis('[C122] gives up on a server that accepts a connection and sends nothing', async (t) => {
  const redis = await server(t);
  redis.process.kill('SIGSTOP');
  const opened = await openRedis({ url: redis.url, log });
  redis.process.kill('SIGCONT');
  failsWith(t, opened, 'engine_unusable', /[^.]: .*did not answer in time\.$/);
});

for (const [what, settings] of [
  ['NOREPLICAS', ['CONFIG', 'SET', 'min-replicas-to-write', '1']],
  ['READONLY', ['REPLICAOF', '127.0.0.1', '1']],
] as const)
  onRedis(`[C122] does not count a write as done if the server answers ${what}, and does not resend it`, async (t) => {
    const { url, port } = await server(t);
    const { store, commands } = valueOf(t, await openRedis({ url, log }));
    t.teardown(() => commands.close());
    const ask = await asking(t, port);
    await ask(...settings);
    await ask('CONFIG', 'RESETSTAT');
    await t.throwsAsync(store.giveCode('ABC123', 'TP-1'), {
      instanceOf: EngineAway,
      message: new RegExp(`^${what} `),
    });
    await t.throwsAsync(commands.script("return redis.call('SET', KEYS[1], '1')", ['a'], []), {
      instanceOf: EngineAway,
      message: new RegExp(`^${what} `),
    });
    const stats = String(await ask('INFO', 'commandstats'));
    t.regex(stats, /cmdstat_set:calls=0,.*rejected_calls=1,|cmdstat_set:calls=0,.*rejected_calls=2,/);
    t.regex(stats, /cmdstat_eval:calls=1,/);
  });

onRedis('[C122] a server that rejects writes is unavailable until it accepts them again', async (t) => {
  const { url, port } = await server(t);
  const own = createMemoryLog(createVirtualClock());
  const { store, isThere, commands } = valueOf(t, await openRedis({ url: `${url}?wait=1`, log: own }));
  t.teardown(() => commands.close());
  const nextLine = (): Promise<string> =>
    new Promise((resolve) => {
      const stop = own.onLine(({ text }) => {
        stop();
        resolve(text);
      });
    });
  const refusedWith = async (reason: RegExp): Promise<void> => {
    const lost = nextLine();
    await t.throwsAsync(store.giveCode('DEF456', 'TP-1'), { instanceOf: EngineAway, message: reason });
    t.regex(await lost, /is unreachable: .*\. Clients must retry\.$/);
    t.regex(await lost, reason);
    t.false(isThere());
  };
  await refusedWith(/0 of 1 replicas/);
  const back = nextLine();
  const replica = await startRedis(['--repl-diskless-sync-delay', '0', '--replicaof', '127.0.0.1', `${port}`]);
  t.teardown(() => replica.end());
  t.regex(await back, /is reachable again/);
  t.true(isThere());
  t.true(await store.giveCode('ABC123', 'TP-1'));
  const ask = await asking(t, port);
  await ask('CONFIG', 'SET', 'min-replicas-to-write', '2');
  await refusedWith(/NOREPLICAS/);
  t.is(await store.ownerOf('ABC123'), 'TP-1', 'stored data can be read');
  const again = nextLine();
  await ask('CONFIG', 'SET', 'min-replicas-to-write', '0');
  t.regex(await again, /is reachable again/);
  t.true(isThere());
});

onRedis('[C122] receives messages of a channel after unsubscribing and resubscribing at once', async (t) => {
  const { url } = await server(t);
  const { commands } = valueOf(t, await openRedis({ url, log }));
  t.teardown(() => commands.close());
  await commands.subscribe('{a}', () => t.fail('an ended subscription receives no messages'));
  commands.unsubscribe('{a}');
  const { promise: received, resolve } = Promise.withResolvers<string>();
  await commands.subscribe('{a}', resolve);
  t.is(Number(await commands.send('SPUBLISH', '{a}', 'news')), 1);
  t.is(await received, 'news');
});
