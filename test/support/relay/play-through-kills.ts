// Two hosts and five guests that play without a pause while the relay or its engine is killed repeatedly: acknowledged
// inputs arrive once and in order, and all devices play on.

import { EventEmitter, once } from 'node:events';
import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import { enrolDevice } from '../../../cloud-stub/devices/enrol.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { itemAt } from '../items.ts';
import { readAs } from '../read-json.ts';
import { linkOf, openGuestDevice, openHostDevice, type HostDevice, type Site } from './relay-devices.ts';
import { valueOf } from '../results.ts';

/** Enrols the playing devices in a registry file. */
export function enrolPlayers(t: ExecutionContext, file: string): readonly DeviceIdentity[] {
  const random = createSeededRandom(1031, 'identities');
  return Array.from({ length: 7 }, () => valueOf(t, enrolDevice(file, newIdentity(random))));
}

/** Kills and restarts a process. */
interface Killer {
  kill(kill: number): Promise<unknown>;
  start(kill: number): Promise<unknown>;
}

const KILLS = 5;
/** Maximum number of requests before a kill, counted from when all devices are back. */
const REQUESTS_MAX = 1000;
const PUTT_EVERY_MS = 50;
/**
 * Limit for a device to be back after a restart: its retry delay plus one control POST with the longest timeout. Five
 * times the usual duration, so other tests may run in parallel.
 */
const BACK_WITHIN_MS = 3000 + 8000;
const ALL_WITHIN_MS = 100_000;

const puttOf = (putt: unknown) => readAs(v.object({ mps: v.number(), face: v.number() }), putt);

/** Resolves when the condition holds; checks it after each event. */
async function when({ news, ended }: Site, what: string, holds: () => boolean): Promise<void> {
  while (!holds()) {
    await Promise.race([once(news, 'received', { signal: ended }), once(news, 'answered', { signal: ended })]).catch(
      () => {
        throw new Error(`timed out: ${what}`);
      },
    );
  }
}

/** Plays through all kills. `port`: port of the running relay, or of the balancer in front of several. */
export async function playThroughKills(
  t: ExecutionContext,
  port: number,
  identities: readonly DeviceIdentity[],
  killer: Killer,
): Promise<void> {
  t.timeout(2 * ALL_WITHIN_MS);
  const random = createSeededRandom(1031, 'kills');
  const ending = new AbortController();
  t.teardown(() => ending.abort());
  const ended = AbortSignal.any([ending.signal, AbortSignal.timeout(ALL_WITHIN_MS)]);
  const site: Site = { port, ended, news: new EventEmitter().setMaxListeners(0) };
  const at = (index: number) => itemAt(identities, index);
  const hosts = [0, 1].map((index) => openHostDevice(site, at(index), `Host ${index}`));
  const hostOf = (number: number): HostDevice => itemAt(hosts, number < 5 ? 0 : 1);
  const guests = [2, 3, 4, 5, 6].map((number) =>
    openGuestDevice(site, at(number), { number, host: hostOf(number), every_ms: PUTT_EVERY_MS }),
  );
  const first = itemAt(hosts, 0);
  const working = Promise.all([...hosts, ...guests].map(({ done }) => done));
  /** Returns the progress of each device. */
  const progress = (): number[] => [
    ...hosts.map(({ polls }) => polls),
    ...guests.flatMap(({ heartbeats, sent }) => [heartbeats, sent.length]),
  ];
  const furtherThan = (before: readonly number[]): boolean =>
    progress().every((count, index) => count > itemAt(before, index));
  await when(site, 'all devices play', () => furtherThan(progress().map(() => 0)));

  const old_code = itemAt(first.codes, -1);
  const late_ms: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    if (kill === 2) t.is((await first.regenerate()).status, 'ok');
    for (let requests = 1 + random.int(REQUESTS_MAX); requests > 0; requests--)
      await once(site.news, 'sent', { signal: ended });
    await killer.kill(kill);
    const before = progress();
    await killer.start(kill);
    const back_from_ms = performance.now();
    await when(site, `all devices play again after kill ${kill}`, () => furtherThan(before));
    late_ms.push(performance.now() - back_from_ms);
  }

  for (const guest of guests) await guest.rest();
  const accepted = (host: HostDevice) =>
    guests.flatMap(({ sent }, index) =>
      hostOf(index + 2) === host
        ? sent.filter(({ status }) => status === 'ok').map(({ putt, seq }) => ({ putt, seq, guest: index + 2 }))
        : [],
    );
  await when(site, 'all accepted inputs have arrived', () =>
    hosts.every((host) => host.received.length >= accepted(host).length),
  );

  for (const [index, host] of hosts.entries()) {
    const got = host.received.map(({ seq, putt }) => {
      const { mps, face } = puttOf(putt);
      return { putt: mps, seq, guest: face };
    });
    const by_seq = accepted(host).toSorted((a, b) => a.seq - b.seq);
    t.deepEqual(got, by_seq, `host ${index} received each accepted putt once, under its number`);
    t.is(new Set(got.map(({ seq }) => seq)).size, got.length);
    t.is(new Set(host.received.map(({ putt, name }) => `${name} ${puttOf(putt).face}`)).size, index ? 2 : 3);
    t.is(host.labels.size, 1);
    t.is(host.codes.length, index ? 1 : 2, host.codes.join());
  }
  for (const [index, guest] of guests.entries()) {
    const seqs = guest.sent.map(({ seq }) => seq);
    t.deepEqual(
      seqs,
      seqs.toSorted((a, b) => a - b),
    );
    t.deepEqual([...new Set(guest.sent.map(({ status }) => status))], ['ok']);
    t.deepEqual(guest.host_labels, hostOf(index + 2).labels);
    t.is(guest.code(), hostOf(index + 2).codes.at(-1) ?? '');
  }
  const moved = await linkOf(site, at(2)).control('join', { action: 'heartbeat', code: old_code });
  t.deepEqual([moved.status, moved.code], ['ok', first.codes[1]], 'the old code still leads to the new one');
  for (const back_ms of late_ms) t.true(back_ms < BACK_WITHIN_MS, `back after ${back_ms} ms`);
  t.log(
    `${hosts.map(({ received }) => received.length).join(' and ')} putts; back after ${late_ms.map(Math.round).join()} ms`,
  );
  ending.abort();
  await working;
}
