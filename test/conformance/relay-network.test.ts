// Two relays on one Redis or Valkey server whose network fails: one relay is cut off and reconnected, and a replica
// takes over during play. Acknowledged inputs are stored once and in order.

import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { enrolOn, openWithReplica, sendCommands } from '../support/redis/failing-engine.ts';
import { exactly } from '../support/items.ts';
import { readAs } from '../support/read-json.ts';
import { REDIS_PROGRAM, startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { ask, eventually, hold, startHost } from '../support/relay/relay-sockets.ts';
import {
  acknowledgedMore,
  openSharedRelay,
  playOn,
  playsToItsEnd,
  type SharedRelay,
} from '../support/redis/shared-relays.ts';
import { openTcpProxy, type TcpProxy } from '../support/process/tcp-proxy.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;

const answer = v.object({ items: v.optional(v.array(v.object({ seq: v.number(), kind: v.string() })), []) });
const itemsOf = (body: unknown) => readAs(answer, body).items;
/** A command times out after 2 s. */
const AWAY_WITHIN_MS = 3000;

interface CutOff {
  readonly redis: RedisServer;
  readonly network: TcpProxy;
  /** Relay that reaches the server over this network only. */
  readonly relay: SharedRelay;
}

async function openCutOff(t: ExecutionContext): Promise<CutOff> {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const network = await openTcpProxy(redis.port);
  t.teardown(() => network.close());
  return { redis, network, relay: await openSharedRelay(t, `redis://127.0.0.1:${network.port}`) };
}

onRedis(
  '[R31] [R28] [C122] a relay cut off from the engine reports it, keeps held requests, and resumes once it is reconnected',
  async (t) => {
    const { redis, network, relay } = await openCutOff(t);
    const other = await openSharedRelay(t, redis.url);
    const fleet = await playOn(t, redis.url, [relay, other]);
    const [host, guest] = exactly(2, await enrolOn(redis.url, 2));
    const { code, st } = await startHost(relay.origin, host);
    const players = [{ n: 'Ann', h: 3 }];
    let answered = false;
    const held = hold(relay.origin, host, 'poll', { code, since: 0, wait_ms: 20_000, st, players });
    void held.answer.then(() => (answered = true));
    t.true(await eventually(other.origin, () => relay.held() > 0));

    network.cut();
    const join = { action: 'join', code, players };
    const start_ms = performance.now();
    const refused = await ask(relay.origin, guest, 'join', join);
    t.deepEqual([refused.http_status, refused.retry_after_s, refused.body], [503, 3, { status: 'away' }]);
    t.true(performance.now() - start_ms < AWAY_WITHIN_MS);
    await acknowledgedMore(fleet, 20);
    t.false(answered);

    network.heal();
    t.true(await eventually(relay.origin, async () => (await ask(relay.origin, guest, 'poll', { code, since: 0 })).http_status === 200)); // oxfmt-ignore
    t.false(answered);
    t.is((await ask(other.origin, guest, 'join', join)).status, 'ok');
    t.is((await held.answer).status, 'ok');
    await playsToItsEnd(t, fleet);
  },
);

onRedis('[C122] a relay cut off from the engine is not ready until it is reconnected', async (t) => {
  const { network, relay, redis } = await openCutOff(t);
  const [host] = exactly(1, await enrolOn(redis.url, 1));
  network.cut();
  // The first timeout makes the relay look for the server; that look-up has timed out by the end of the second request.
  for (let attempt = 0; attempt < 2; attempt++)
    t.is((await ask(relay.origin, host, 'host', { action: 'start' })).http_status, 503);
  t.true(await eventually(relay.origin, async () => (await relay.readiness()) === 503));
  network.heal();
  t.true(await eventually(relay.origin, async () => (await relay.readiness()) === 200));
});

onRedis(
  '[R31] [R28] [C14] [C122] with wait, a replica that takes over during play has all acknowledged inputs',
  async (t) => {
    const engine = await openWithReplica('everysec');
    t.teardown(() => engine.end());
    const relays = [await openSharedRelay(t, engine.url), await openSharedRelay(t, engine.url)];
    const fleet = await playOn(t, engine.url, relays);
    await engine.kill();
    await engine.recover();
    await playsToItsEnd(t, fleet);
  },
);

onRedis(
  '[R31] [C14] [C122] with wait, an input acknowledged after a failover reaches a host that has seen one that the replica lacks',
  async (t) => {
    const first = await startRedis();
    const link = await openTcpProxy(first.port);
    const replica = (of: number): Promise<RedisServer> => startRedis(['--repl-diskless-sync-delay', '0', '--replicaof', '127.0.0.1', `${of}`]); // oxfmt-ignore
    const second = await replica(link.port);
    const network = await openTcpProxy(first.port);
    t.teardown(async () => {
      for (const proxy of [link, network]) proxy.close();
      for (const server of [first, second]) await server.end();
    });
    await sendCommands(first, ['SET', 'begun', '1'], ['WAIT', '1', '30000']);
    const engine = `redis://127.0.0.1:${network.port}?wait=1`;
    const { origin, held } = await openSharedRelay(t, engine);
    const [host, gone, guest] = exactly(3, await enrolOn(engine, 3));
    const { code } = await startHost(origin, host);
    for (const one of [gone, guest]) await ask(origin, one, 'join', { action: 'join', code });
    const { st } = await ask(origin, host, 'poll', { code, since: 0 });
    const polled = hold(origin, host, 'poll', { code, since: 0, wait_ms: 20_000, st });
    t.true(await eventually(origin, () => held() > 0));

    link.cut();
    t.is((await ask(origin, gone, 'input', { code, kind: 'reset', rid: 'a' })).http_status, 503);
    first.process.kill('SIGKILL');
    await sendCommands(second, ['REPLICAOF', 'NO', 'ONE']);
    network.pointTo(second.port);
    const third = await replica(second.port);
    t.teardown(() => third.end());
    const input = { code, kind: 'mulligan', rid: 'b' };
    const acknowledged = async (): Promise<boolean> => (await ask(origin, guest, 'input', input)).status === 'ok';
    t.true(await eventually(origin, acknowledged));
    const items = itemsOf((await polled.answer).body);
    const { body } = await ask(origin, host, 'poll', { code, since: items.at(-1)?.seq ?? 0 });
    t.deepEqual(
      [...items, ...itemsOf(body)].map(({ kind }) => kind),
      ['mulligan'],
    );
  },
);
