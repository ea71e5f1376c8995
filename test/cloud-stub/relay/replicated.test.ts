// With `?wait=1`, acknowledged data is on a replica: WAIT uses the same connection as the write; otherwise the write is
// not acknowledged.

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { EngineAway } from '../../../cloud-stub/relay/engine.ts';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import type { SessionWrite } from '../../../cloud-stub/relay/fleet/shared-store.ts';
import { newSession, persistedOf } from '../../../cloud-stub/relay/session/session.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { TIMEOUT_MS } from '../../support/process/timeouts.ts';
import { portOf } from '../../support/process/port-of.ts';
import { asking, pollUntil } from '../../support/redis/redis-client.ts';
import { REDIS_PROGRAM, startRedis, type RedisServer } from '../../support/redis/redis-server.ts';
import { valueOf } from '../../support/results.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;
const log = createMemoryLog(createVirtualClock());

/** Starts a master with a replica that is in sync. */
async function replicated(t: ExecutionContext): Promise<RedisServer> {
  const master = await startRedis(['--repl-diskless-sync-delay', '0']);
  t.teardown(() => master.end());
  const replica = await startRedis(['--replicaof', '127.0.0.1', `${master.port}`]);
  t.teardown(() => replica.end());
  const ask = await asking(t, master.port);
  await ask('SET', 'first', '1');
  await pollUntil('a replica', TIMEOUT_MS, () => ask('WAIT', '1', '1000'), (count) => count === 1); // oxfmt-ignore
  return master;
}

const WAIT = '*3\r\n$4\r\nWAIT\r\n';

/**
 * Starts a proxy between relay and server. `onRequest` receives the bytes from the relay; if it returns false, the proxy
 * drops the WAIT from them and closes the connection after the commands before it are answered.
 */
async function between(
  t: ExecutionContext,
  server_port: number,
  onRequest: (bytes: string, answersMayPass: (may: boolean) => void) => boolean,
): Promise<number> {
  const pass = (relay: Socket): void => {
    const server = connect(server_port, '127.0.0.1');
    const held: Buffer[] = [];
    let [may_pass, falls] = [true, false];
    relay.on('data', (bytes) => {
      falls ||= !onRequest(bytes.toString(), (may) => {
        may_pass = may;
        if (may) for (const answer of held.splice(0)) relay.write(answer);
      });
      server.write(falls ? (bytes.toString().split(WAIT)[0] ?? '') : bytes);
    });
    server.on('data', (bytes) => {
      if (falls) relay.end(bytes);
      else if (may_pass) relay.write(bytes);
      else held.push(bytes);
    });
    for (const [one, other] of [[relay, server], [server, relay]] as const) {
      one.on('error', () => {}); // already closed
      one.on('close', () => other.destroy());
    } // oxfmt-ignore
  };
  const proxy = createServer(pass).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  t.teardown(() => proxy.close());
  return portOf(proxy);
}

const HOST = 'TP-00000000000A';
const session: SessionWrite = {
  now_ms: 0,
  change: {
    expected_tag: '',
    tag: 'first',
    facts: persistedOf(newSession(HOST, 'Brisk Otter', 'ABC123')),
    silent: {},
    clears_inputs: false,
    inputs: [],
  },
  polled_ms: null,
  seen_ms: {},
  gone: [],
  answers: [],
  holds: [],
};

onRedis('[C122] with wait, sends WAIT together with the write, before its answer', async (t) => {
  const { port } = await replicated(t);
  const waits: string[] = [];
  const through = await between(t, port, (bytes, answersMayPass) => {
    // Holds the answer to a write until the relay has sent WAIT.
    if (/EVAL|SET\r\n.*(code|label)/s.test(bytes)) answersMayPass(false);
    if (bytes.includes(WAIT)) {
      waits.push(bytes);
      answersMayPass(true);
    }
    return true;
  });
  const { store, commands } = valueOf(t, await openRedis({ url: `redis://127.0.0.1:${through}?wait=1`, log }));
  t.teardown(() => commands.close());
  t.true(await store.giveCode('ABC123', HOST));
  t.is(await store.giveLabel(HOST, 'Brisk Otter'), 'Brisk Otter');
  t.is((await store.write(HOST, session))?.version, 1, 'by EVAL, since the server does not know the script');
  t.is(await store.write(HOST, session), null, 'by EVALSHA; the session exists already');
  t.is(waits.length, 6, 'a code, both keys of a label, EVALSHA, EVAL, EVALSHA');
});

for (const [what, write, there] of [
  ['a session', 'EVAL', `tapin:{${HOST}}:facts`],
  ['a code', 'SET', 'tapin:code:ABC123'],
] as const)
  onRedis(`[C122] does not acknowledge ${what} if the connection breaks before the replicas are counted`, async (t) => {
    const { port } = await replicated(t);
    let fell = false;
    const through = await between(t, port, (bytes) => {
      if (!bytes.includes(`\r\n${write}\r\n`) || !bytes.includes(there)) return true;
      fell = true;
      return false;
    });
    const opened = await openRedis({ url: `redis://127.0.0.1:${through}?wait=1`, log });
    const { store, commands } = valueOf(t, opened);
    t.teardown(() => commands.close());
    const again = new Promise<void>((resolve) => store.onHint((host) => host === null && resolve()));
    const written = write === 'SET' ? store.giveCode('ABC123', HOST) : store.write(HOST, session);
    await t.throwsAsync<Error>(written, { instanceOf: EngineAway });
    t.true(fell);
    await again;
    t.is(Number(await commands.send('EXISTS', there)), 1, 'the server has stored it anyway');
  });
