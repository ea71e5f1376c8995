// Relays on a cluster: any node may own the slot of a session, and a slot may migrate during a request.

import test from 'ava';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { slotOf } from '../../../cloud-stub/relay/redis/cluster-slot.ts';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { itemAt } from '../../support/items.ts';
import { TIMEOUT_MS } from '../../support/process/timeouts.ts';
import { pollUntil } from '../../support/redis/redis-client.ts';
import { moveSlot, SLOTS, startCluster } from '../../support/redis/redis-cluster.ts';
import { REDIS_PROGRAM, startRedis } from '../../support/redis/redis-server.ts';
import { failsWith } from '../../support/results.ts';
import { changeOf, openRelayOn, openSession, playOnTwoRelays } from '../../support/redis/two-relays.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;
const log = createMemoryLog(createVirtualClock());

onRedis('[C122] relays share a cluster', async (t) => {
  const { url, masters } = await startCluster(t);
  await playOnTwoRelays(t, url);
  for (const { ask } of masters) t.true(Number(await ask('DBSIZE')) > 0);
  const { ask } = itemAt(masters, 0);
  for (const key of ['', 'a', 'tapin:{TP-1}:facts', '{}{a}', 'a{b', '{{a}}', 'Ä{ö}ü', '{a}{b}', '123456789'])
    t.is(slotOf(key), Number(await ask('CLUSTER', 'KEYSLOT', key)), key);
  const node = `redis://127.0.0.1:${itemAt(masters, 0).port}`;
  failsWith(t, await openRedis({ url: node, log }), 'engine_unusable', /a cluster node: .* redis-cluster:\/\/\.$/);
});

onRedis('[C122] hints follow a session whose slot moves to another node of a cluster', async (t) => {
  const { url, masters } = await startCluster(t);
  const [one, other] = [await openRelayOn(t, url, 1), await openRelayOn(t, url, 2)];
  const host = 'TP-00000000001A';
  const slot = slotOf(`{${host}}`);
  const change = await openSession(one, other, host);
  await change();
  const missed = other.missed();
  await moveSlot(masters, slot);
  await missed;
  await pollUntil('the first relay finds the session', TIMEOUT_MS, () => one.engine.look(host, null).catch(() => null), (snapshot) => snapshot !== null); // oxfmt-ignore
  await change();
  t.true(one.isThere());
  t.true(other.isThere());
});

onRedis('[C122] keeps all acknowledged data when a replica takes over from a killed node', async (t) => {
  const { url, masters } = await startCluster(t, { replicas: 1 });
  const [one, other] = [await openRelayOn(t, url, 1), await openRelayOn(t, url, 2)];
  const hosts = Array.from({ length: 200 }, (_, at) => `TP-00000000000${at}`);
  const host = hosts.find((name) => slotOf(`{${name}}`) < SLOTS / 3) ?? '';
  const codes = Array.from({ length: 3000 }, (_, at) => `CODE${at}`).filter(
    (code) => slotOf(`tapin:code:${code}`) < Math.floor(SLOTS / 3),
  );
  // Nodes without a replica accept no durable write, so the keys on them fail.
  const durable = await openRelayOn(t, `${url}?wait=1`, 3);
  const change = await openSession(one, other, host);
  await change();
  const given: string[] = [];
  const away = t.throwsAsync<Error>(async () => {
    for (const code of codes) {
      t.true(await durable.store.giveCode(code, 'TP-1'));
      given.push(code);
      if (given.length === 100) itemAt(masters, 0).process.kill('SIGKILL');
    }
  }, { instanceOf: EngineAway }); // oxfmt-ignore
  const missed = Promise.all([one, other, durable].map((relay) => relay.missed()));
  const hint = changeOf(other, host);
  await away;
  t.false(durable.isThere());
  await missed;
  await hint;
  t.true(one.isThere());
  t.false(durable.isThere(), 'not ready without a replica');
  t.true(given.length >= 100);
  for (const code of given) t.is(await other.store.ownerOf(code), 'TP-1');
  await change();
});

onRedis('[C122] refuses a cluster that evicts keys or has unassigned slots', async (t) => {
  const { url, masters } = await startCluster(t);
  await itemAt(masters, 2).ask('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
  const evicting = await openRedis({ url, log });
  failsWith(t, evicting, 'engine_unusable', /maxmemory-policy allkeys-lru.*set it to noeviction/);
  const down = await openRedis({ url: (await startCluster(t, { size: 1, slots: SLOTS - 1 })).url, log });
  failsWith(t, down, 'engine_unusable', /can't be used: The cluster is down: 16383 of its 16384 slots are served\.$/);
  const alone = await startRedis();
  t.teardown(() => alone.end());
  const none = await openRedis({ url: `redis-cluster://127.0.0.1:${alone.port}`, log });
  failsWith(t, none, 'engine_unusable', /can't be used: No cluster node answered: .*cluster support disabled\.$/);
});
