// Relays on a server found through sentinels, and on its replacement after a failover.

import test from 'ava';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { TIMEOUT_MS } from '../../support/process/timeouts.ts';
import { pollUntil, published } from '../../support/redis/redis-client.ts';
import { startSentinels } from '../../support/redis/redis-sentinels.ts';
import { REDIS_PROGRAM } from '../../support/redis/redis-server.ts';
import { failsWith } from '../../support/results.ts';
import { changeOf, openRelayOn, openSession, playOnTwoRelays } from '../../support/redis/two-relays.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;
const log = createMemoryLog(createVirtualClock());

onRedis('[C122] relays share an engine found through sentinels', async (t) => {
  const { url, sentinels } = await startSentinels(t);
  await playOnTwoRelays(t, `${url}&wait=1`);
  const unknown = await openRedis({ url: url.replace('=club', '=other'), log });
  failsWith(
    t,
    unknown,
    'engine_unusable',
    /^The engine redis-sentinel:.* can't be used: The sentinels do not know the master other\.$/,
  );
  await sentinels[0]?.end();
  await sentinels[1]?.end();
  await openRelayOn(t, url, 3);
  await sentinels[2]?.end();
  const silent = await openRedis({ url, log });
  failsWith(t, silent, 'engine_unusable', /^The engine redis-sentinel:.* can't be used: No sentinel answered: .+\.$/);
  if (!silent.ok) t.notRegex(silent.error.message, /sesame/);
});

onRedis('[C122] keeps all acknowledged data when a replica takes over from a killed master', async (t) => {
  const { url, master } = await startSentinels(t);
  const [one, other] = [await openRelayOn(t, `${url}&wait=1`, 1), await openRelayOn(t, url, 2)];
  const change = await openSession(one, other, 'TP-00000000001A');
  await change();
  const given: string[] = [];
  const away = t.throwsAsync<Error>(async () => {
    for (let code = 0; ; code++) {
      t.true(await one.store.giveCode(`CODE${code}`, 'TP-1'));
      given.push(`CODE${code}`);
      if (given.length === 100) master.process.kill('SIGKILL');
    }
  }, { instanceOf: EngineAway }); // oxfmt-ignore
  const missed = Promise.all([one.missed(), other.missed()]);
  const hint = changeOf(other, 'TP-00000000001A');
  await away;
  t.false(one.isThere());
  await missed;
  await hint;
  t.false(one.isThere(), 'not ready: the only replica is now the master');
  t.true(other.isThere());
  t.true(given.length >= 100);
  for (const code of given) t.is(await other.store.ownerOf(code), 'TP-1');
  t.regex(JSON.stringify(other.log.lines()), /is unreachable: .*is reachable again/s);
  for (const { log } of [one, other]) t.notRegex(JSON.stringify(log.lines()), /sesame/);
  await t.throwsAsync(change(), { instanceOf: EngineAway });
  const changeAnother = await openSession(other, other, 'TP-00000000001B');
  await changeAnother();
});

onRedis('[C122] leaves a replaced master that still responds', async (t) => {
  const { url, connections, master, replica, sentinels } = await startSentinels(t);
  const relay = await openRelayOn(t, url, 1);
  const { next } = await published(t, sentinels[2]?.port ?? 0, '+switch-master');
  const missed = relay.missed();
  await connections[0]?.('SENTINEL', 'FAILOVER', 'club');
  t.regex(await next, new RegExp(`^club 127.0.0.1 ${master.port} 127.0.0.1 ${replica.port}$`));
  await missed;
  await pollUntil('it writes to the new master', TIMEOUT_MS, () => relay.store.giveCode('ABC123', 'TP-1').catch(() => null), (done) => done !== null); // oxfmt-ignore
  const port = /tcp_port:(\d+)/.exec(String((await relay.commands.toAll('INFO', 'server'))[0]))?.[1];
  t.is(port, `${replica.port}`);
});
