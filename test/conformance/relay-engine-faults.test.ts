// Two relays on one Redis or Valkey server that hangs, has a slow disk or is out of memory: acknowledged inputs are
// stored once and in order, and no relay acknowledges an input that is not stored.

import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { enrolOn, sendCommands } from '../support/redis/failing-engine.ts';
import { exactly } from '../support/items.ts';
import { readAs } from '../support/read-json.ts';
import { REDIS_PROGRAM, startRedis, type RedisServer } from '../support/redis/redis-server.ts';
import { ask, startHost } from '../support/relay/relay-sockets.ts';
import {
  acknowledgedMore,
  FLEET_MS,
  openSharedRelay,
  playOn,
  playsToItsEnd,
  type SharedRelay,
} from '../support/redis/shared-relays.ts';

const onRedis = REDIS_PROGRAM === null ? test.skip : test;

interface Site {
  readonly redis: RedisServer;
  readonly relays: readonly [SharedRelay, SharedRelay];
}

async function openSite(t: ExecutionContext, ...settings: readonly string[]): Promise<Site> {
  const redis = await startRedis(settings);
  t.teardown(() => redis.end());
  return { redis, relays: [await openSharedRelay(t, redis.url), await openSharedRelay(t, redis.url)] };
}

const putt = { mps: 1, face: 0, aoa: 0, ratio: 1.6 };
const players = [{ n: 'Ann', h: 3 }];

/**
 * Opens a host with one guest. The returned functions build an input with a given `rid` and list the inputs that wait
 * for the host.
 */
async function openGuest({ relays: [relay] }: Site, [host, guest]: readonly [DeviceIdentity, DeviceIdentity]) {
  const { code } = await startHost(relay.origin, host);
  await ask(relay.origin, guest, 'join', { action: 'join', code, players });
  return {
    input: (rid: string) => ({ code, kind: 'putt', putt, rid }),
    /** Returns the items that wait for the host. */
    waiting: async () => (await ask(relay.origin, host, 'poll', { code, since: 0, players })).body['items'],
  };
}

/** Opens a site with a fleet that plays, plus one more host with a guest. */
async function openPlayed(t: ExecutionContext) {
  const site = await openSite(t);
  const { redis, relays } = site;
  const fleet = await playOn(t, redis.url, relays);
  const [host, guest] = exactly(2, await enrolOn(redis.url, 2));
  return { ...site, fleet, guest, ...(await openGuest(site, [host, guest])) };
}

onRedis(
  '[R31] [R28] [C13] [C122] loses and doubles no input while the server blocks writes, and a repeated rid keeps its seq',
  async (t) => {
    const { redis, relays, fleet, guest, input, waiting } = await openPlayed(t);
    const [first, second] = relays;

    await sendCommands(redis, ['CLIENT', 'PAUSE', '3000', 'WRITE']);
    const unknown = await ask(first.origin, guest, 'input', input('a'));
    t.deepEqual([unknown.http_status, unknown.retry_after_s, unknown.body], [503, 3, { status: 'away' }]);
    const seqs: unknown[] = [];
    const origins = [second.origin, first.origin];
    while (seqs.length < 3) {
      const { http_status, body } = await ask(origins[seqs.length % 2] ?? '', guest, 'input', input('a'));
      if (http_status === 200) seqs.push(body['seq']);
      else t.is(http_status, 503);
    }
    t.deepEqual(seqs, [1, 1, 1]);
    t.like(await waiting(), { length: 1, 0: { seq: 1, kind: 'putt' } });
    await playsToItsEnd(t, fleet);
  },
);

const WRITE_US = 300_000;

/** Returns how many writes changed a session: each raises its version, and a contact does not. */
async function changes(redis: RedisServer): Promise<number> {
  const [keys] = await sendCommands(redis, ['KEYS', 'tapin:{*}:fields']);
  const versions = await sendCommands(
    redis,
    ...readAs(v.array(v.string()), keys).map((key) => ['HGET', key, 'version']),
  );
  return versions.reduce<number>((sum, version) => sum + Number(version), 0);
}

onRedis('[R31] [R28] [C122] batches inputs while each write takes 300 ms, and loses none', async (t) => {
  const always = ['--appendonly', 'yes', '--appendfsync', 'always', '--enable-debug-command', 'local'];
  const { redis, relays } = await openSite(t, ...always);
  const fleet = await playOn(t, redis.url, relays.slice(0, 1)); // a second relay would have to retry after each conflict
  await sendCommands(redis, ['DEBUG', 'AOF-FLUSH-SLEEP', `${WRITE_US}`]);
  const [inputs_before, changes_before] = [fleet.tally.acknowledged_count, await changes(redis)];
  await acknowledgedMore(fleet, 24);
  await sendCommands(redis, ['DEBUG', 'AOF-FLUSH-SLEEP', '0']);
  const [inputs, written] = [fleet.tally.acknowledged_count - inputs_before, (await changes(redis)) - changes_before];
  t.log(`${inputs} inputs by ${written} writes`);
  // Each of the six guests may have one input that was written before the count and acknowledged after it.
  t.true(inputs - 6 > written, `${inputs} inputs, ${written} writes`);
  await playsToItsEnd(t, fleet);
});

onRedis(
  '[R31] [R28] [C122] acknowledges nothing while the server is out of memory, and resumes once it has some',
  async (t) => {
    const { redis, relays, fleet, guest, input, waiting } = await openPlayed(t);

    await sendCommands(redis, ['CONFIG', 'SET', 'maxmemory', '1']);
    const acknowledged_before = fleet.tally.acknowledged_count;
    const repeated_before = fleet.repeated();
    const refused = await ask(relays[0].origin, guest, 'input', input('a'));
    t.deepEqual([refused.http_status, refused.retry_after_s, refused.body], [503, 3, { status: 'away' }]);
    await fleet.until('all devices were told to retry', () => fleet.repeated() > repeated_before + 20, FLEET_MS);
    t.true(fleet.tally.acknowledged_count <= acknowledged_before + 6, 'only pending inputs');
    await sendCommands(redis, ['CONFIG', 'SET', 'maxmemory', '0']);
    t.deepEqual(await waiting(), []);
    t.is((await ask(relays[1].origin, guest, 'input', input('a'))).body['seq'], 1);
    await playsToItsEnd(t, fleet);
  },
);
