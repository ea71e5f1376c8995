// Sessions on a Redis or Valkey server: expired inputs are removed as new inputs arrive, which bounds a busy session,
// and nothing is written to a removed session.

import test from 'ava';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { persistedOf, newSession } from '../../../cloud-stub/relay/session/session.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { REDIS_PROGRAM, startRedis } from '../../support/redis/redis-server.ts';
import { valueOf } from '../../support/results.ts';

const HOST = 'TP-00000000000A';
const STREAM = `tapin:{${HOST}}:inputs`;
const LIFETIME_MS = 120_000;

const onRedis = REDIS_PROGRAM === null ? test.skip : test;

onRedis('[R34] [C122] removes inputs older than 120 s as new ones arrive, and none before', async (t) => {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const log = createMemoryLog(createSystemClock());
  const { store, commands } = valueOf(t, await openRedis({ url: redis.url, log }));
  t.teardown(() => store.close());
  let [tag, seq] = ['', 0];
  const add = async (count: number, now_ms: number): Promise<void> => {
    const inputs = Array.from({ length: count }, () => ({
      seq: ++seq,
      at_ms: now_ms,
      payload: { kind: 'reset', name: 'Bob' } as const,
    }));
    const facts = persistedOf({ ...newSession(HOST, 'Stout Parrot', 'ABC123'), next_seq: seq + 1 });
    const change = { expected_tag: tag, tag: `${seq}`, facts, silent: {}, clears_inputs: false, inputs };
    const rest = { polled_ms: null, seen_ms: {}, gone: [], answers: [], holds: [] };
    t.not(await store.write(HOST, { now_ms, change, ...rest }), null);
    tag = `${seq}`;
  };
  const left = async (): Promise<number> => Number(await commands.send('XLEN', STREAM));
  const start_ms = Date.now();
  await add(25, start_ms);
  await add(1, start_ms + LIFETIME_MS - 1);
  t.is(await left(), 26, 'none has expired');
  await add(1, start_ms + LIFETIME_MS);
  t.is(await left(), 17, 'removes ten of the oldest');
  await add(1, start_ms + LIFETIME_MS);
  await add(1, start_ms + LIFETIME_MS);
  t.is(await left(), 4, 'later ones remain');
});

onRedis('[C122] does not store a contact of a deleted session, which stays deleted', async (t) => {
  const redis = await startRedis();
  t.teardown(() => redis.end());
  const log = createMemoryLog(createSystemClock());
  const { store, commands } = valueOf(t, await openRedis({ url: redis.url, log }));
  t.teardown(() => store.close());
  const write = { now_ms: 1, change: null, polled_ms: 1, seen_ms: {}, gone: [], answers: [], holds: ['poll'] };
  t.is(await store.write(HOST, write), null);
  t.is(await commands.send('EXISTS', `tapin:{${HOST}}:fields`), 0);
  t.is(await store.read({ host: HOST, known_tag: '', since: null, answers: [] }), null);
});
