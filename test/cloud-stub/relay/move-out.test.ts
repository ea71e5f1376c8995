// Migration of relays from a shared engine to one database: hosts keep their codes, guests their seats, and queued
// inputs survive.

import test, { type ExecutionContext } from 'ava';
import { createSharedEngine } from '../../../cloud-stub/relay/fleet/engine-shared.ts';
import { moveIn } from '../../../cloud-stub/relay/fleet/move-in.ts';
import { moveOut } from '../../../cloud-stub/relay/fleet/move-out.ts';
import { openRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import type { SharedStore } from '../../../cloud-stub/relay/fleet/shared-store.ts';
import { createVirtualStore } from '../../../cloud-stub/relay/fleet/store-virtual.ts';
import { openRelayDatabase, type RelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { REDIS_PROGRAM, startRedis } from '../../support/redis/redis-server.ts';
import type { PresenceRequest } from '../../../wire/relay/requests.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const clock = createSystemClock();
const [HOST, GUEST] = ['TP-00000000000A', 'TP-00000000000B'];

function emptyDatabase(t: ExecutionContext): RelayDatabase {
  const database = valueOf(t, openRelayDatabase(':memory:'));
  t.teardown(() => database.close());
  return database;
}

/** Plays a host with two codes, a guest, and more inputs than fit in one poll, each with its answer. */
async function played(store: SharedStore) {
  const engine = createSharedEngine({ clock, random: createSeededRandom(1, 'relay'), store });
  const start = { kind: 'host', request: { action: 'start', keep_guests: true, name: 'Ann' } } as const;
  await engine.prepare({ device: HOST, session: true });
  const { code } = (await engine.apply({ host: HOST, operation: start })).snapshot.session;
  const poll = {
    kind: 'poll',
    code,
    request: { code, since: 0, wait_ms: 0, st: '', replay: false, ev: null },
  } as const;
  await engine.apply({ host: HOST, operation: poll, since: 0 });
  const { label } = await engine.prepare({ device: GUEST, label: true });
  const presence: PresenceRequest = {
    action: 'join',
    code,
    wait_ms: 0,
    st: '',
    players: [{ n: 'Bob', h: 9 }],
    fol: true,
  };
  await engine.apply({ host: HOST, operation: { kind: 'join', code, device: GUEST, label, request: presence } });
  for (let steps = 1; steps <= 30; steps++) {
    const request = { code, kind: 'aim', steps } as const;
    const memo = { device: GUEST, rid: `tap ${steps}`, fingerprint: `${steps}`, answerOf: () => ({ status: 'ok' }) };
    await engine.apply({ host: HOST, operation: { kind: 'input', code, device: GUEST, request }, memo });
  }
  const { new_code } = await engine.prepare({ device: HOST, new_code: true });
  const renewal = { action: 'regenerate', keep_guests: true, code: new_code } as const;
  await engine.apply({ host: HOST, operation: { kind: 'host', request: renewal } });
  return { code, new_code, label };
}

async function movesBack(t: ExecutionContext, store: SharedStore): Promise<void> {
  const { code, new_code, label } = await played(store);
  const database = emptyDatabase(t);
  const progress: string[] = [];
  t.deepEqual(await moveOut(store, database, (moved, of) => void progress.push(`${moved}/${of}`)), {
    sessions: 1,
    codes: 2,
    labels: 2,
  });
  t.deepEqual(progress, ['1/1']);
  const [session] = database.sessions();
  t.is(session?.facts.code, new_code);
  t.deepEqual(session?.facts.retired.map((old) => old.code), [code]); // oxfmt-ignore
  t.is(session?.facts.guests[0]?.label, label);
  t.true(session?.polled);
  t.deepEqual(database.inputs(HOST).map(({ payload }) => 'steps' in payload && payload.steps), Array.from({ length: 30 }, (_, at) => at + 1)); // oxfmt-ignore
  t.is(database.answers().filter(({ host, device }) => host === HOST && device === GUEST).length, 30);
  t.not(database.contacts().get(HOST)?.seen_ms[GUEST], undefined);

  // Exported data imports again unchanged.
  const again = createVirtualStore(() => Date.now()).connect(clock);
  valueOf(t, await moveIn(database, again, Date.now()));
  // Importing older data over it is refused.
  const older = emptyDatabase(t);
  for (const { facts, polled } of database.sessions()) older.saveSession({ ...facts, name: 'Older' }, polled);
  for (const old of database.codes()) older.addCode(old.code, old.host);
  older.commit();
  failsWith(t, await moveIn(older, again, Date.now()), 'data_foreign', /already has a session of TP-/);
  const copy = emptyDatabase(t);
  await moveOut(again, copy);
  for (const read of ['sessions', 'codes', 'labels'] as const) t.deepEqual(copy[read](), database[read]());
  t.deepEqual(copy.inputs(HOST), database.inputs(HOST));
}

test('[C14] [C122] moves shared memory to the database of one relay', (t) =>
  movesBack(t, createVirtualStore(() => Date.now()).connect(clock)));

(REDIS_PROGRAM === null ? test.skip : test)(
  '[C14] [C122] moves only the data under the prefix from a server to a database',
  async (t) => {
    const redis = await startRedis();
    t.teardown(() => redis.end());
    const log = createMemoryLog(clock);
    const open = async (prefix: string): Promise<SharedStore> => {
      const { store } = valueOf(t, await openRedis({ url: `${redis.url}?prefix=${prefix}`, log }));
      t.teardown(() => store.close());
      return store;
    };
    await played(await open('another:'));
    await movesBack(t, await open('one:'));
  },
);
