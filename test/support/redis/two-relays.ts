// Two relays of this process on one engine. Their clocks are frozen, so they learn only what the engine publishes.

import type { ExecutionContext } from 'ava';
import { createSharedRegistry } from '../../../cloud-stub/devices/shared-registry.ts';
import type { RelayEngine } from '../../../cloud-stub/relay/engine.ts';
import { createSharedEngine } from '../../../cloud-stub/relay/fleet/engine-shared.ts';
import { openRedis, type OpenRedis } from '../../../cloud-stub/relay/redis/open-redis.ts';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { failsWith, valueOf } from '../results.ts';

interface OneRelay extends OpenRedis {
  readonly engine: RelayEngine;
  readonly log: MemoryLog;
  /** Resolves when the engine reports that hints may have been lost. */
  missed(): Promise<void>;
}

const HOSTS = Array.from({ length: 12 }, (_, at) => `TP-0000000000${(16 + at).toString(16).toUpperCase()}`);
const START = { kind: 'host', request: { action: 'start', keep_guests: true, name: 'Ann' } } as const;

export async function openRelayOn(t: ExecutionContext, url: string, seed: number): Promise<OneRelay> {
  const clock = createVirtualClock();
  const log = createMemoryLog(clock);
  const opened = valueOf(t, await openRedis({ url, log }));
  const engine = createSharedEngine({ clock, random: createSeededRandom(seed, 'relay'), store: opened.store });
  t.teardown(() => engine.close());
  const missed = (): Promise<void> =>
    new Promise((resolve) => opened.store.onHint((host) => host === null && resolve()));
  return { ...opened, engine, log, missed };
}

/** Resolves when the relay learns of a change of this host's session. */
export const changeOf = ({ engine }: OneRelay, host: string): Promise<void> =>
  new Promise((resolve) => engine.onChange((changed) => changed === host && resolve()));

/** Resolves with the next hint about this host's session. */
const hintOf = ({ store }: OneRelay, host: string): Promise<void> =>
  new Promise((resolve) => store.onHint((about) => about === host && resolve()));

/**
 * Opens a session on one relay and watches it on the other. Returns a function that changes it and resolves when the
 * other relay knows.
 */
export async function openSession(one: OneRelay, other: OneRelay, host: string): Promise<() => Promise<void>> {
  const { new_code } = await one.engine.prepare({ device: host, session: true, new_code: true, label: true });
  await one.engine.apply({ host, operation: START });
  await other.engine.prepare({ device: 'TP-00000000000A', code: new_code, watch: true });
  await other.engine.look(host, null);
  return async () => {
    const hint = hintOf(other, host);
    await one.engine.apply({ host, operation: { kind: 'host', request: { action: 'stop' } } });
    await one.engine.apply({ host, operation: START });
    await hint;
  };
}

/** Checks all that relays need of an engine: sessions and their hints, codes, labels, devices, and the list of keys. */
export async function playOnTwoRelays(t: ExecutionContext, url: string): Promise<void> {
  const [one, other] = [await openRelayOn(t, url, 1), await openRelayOn(t, url, 2)];
  for (const host of HOSTS) {
    const change = await openSession(one, other, host);
    await change();
    t.is((await other.engine.look(host, null))?.session.host, host);
  }
  t.true(await one.store.giveCode('ABC123', 'TP-1'));
  t.false(await other.store.giveCode('ABC123', 'TP-2'));
  t.is(await other.store.ownerOf('ABC123'), 'TP-1');
  t.is(await one.store.giveLabel('TP-1', 'Brisk Otter'), 'Brisk Otter');
  t.is(await other.store.giveLabel('TP-2', 'Brisk Otter'), null);
  t.is(await other.store.labelOf('TP-1'), 'Brisk Otter');
  const registries = [one, other].map(({ commands, prefix }) => createSharedRegistry(commands, prefix, () => 0));
  for (const registry of registries)
    for (const id of HOSTS) t.true((await registry.enrol({ id, secret: 'ab'.repeat(32) })).ok);
  const [first] = registries;
  if (!first) throw new Error('no registry');
  failsWith(t, await first.enrol({ id: HOSTS[0] ?? '', secret: 'cd'.repeat(32) }), 'bad_value', /enrolled already/);
  t.is(await first.count(), HOSTS.length);
  const keys = new Set<string>();
  for await (const key of one.commands.keys('tapin:{*}:fields')) keys.add(key);
  t.deepEqual([...keys].toSorted(), HOSTS.map((host) => `tapin:{${host}}:fields`).toSorted());
}
