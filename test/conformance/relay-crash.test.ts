// A relay that is killed, and started again on its data: what it has acknowledged is there, and everybody plays on.

import { testOfOneRelay } from '../support/relay-table.ts';
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { present } from '../../wire/errors.ts';
import * as v from 'valibot';
import { enrolDevice, newIdentity } from '../../cloud-stub/devices/enrol.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import type { Route } from '../../wire/relay/requests.ts';
import { linkOf, openGuestDevice, openHostDevice, type HostDevice, type Site } from '../support/relay-devices.ts';
import { databaseFile, virtualRelay, type Reply } from '../support/relay-world.ts';
import { valueOf } from '../support/results.ts';
import { someRound } from '../support/some-round.ts';
import { startTapin, type TapinProcess } from '../support/tapin-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { portOf } from '../support/port-of.ts';
import { itemAt } from '../support/items.ts';
import { readAs } from '../support/read-json.ts';
import { stopwatch } from '../support/stopwatch.ts';

const KILLS = 5;
/** A kill comes when so many requests were sent, at most, since all were back. */
const REQUESTS_MAX = 1000;
const PUTT_EVERY_MS = 50;
/** After a restart: a device's retry delay, and one control POST that takes its longest. */
const BACK_WITHIN_MS = 3000 + 8000;
const ALL_WITHIN_MS = 100_000;

const puttOf = (putt: unknown) => readAs(v.object({ mps: v.number(), face: v.number() }), putt);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** Resolves when this holds; looked at whenever there is news. */
async function when({ news, ended }: Site, what: string, holds: () => boolean): Promise<void> {
  while (!holds()) {
    await Promise.race([once(news, 'received', { signal: ended }), once(news, 'answered', { signal: ended })]).catch(
      () => {
        throw new Error(`not in time: ${what}`);
      },
    );
  }
}

test('[R31] [R28] [R1] [R17] [R40] [R41] [C14] a relay that is killed under load loses nothing that it acknowledged', async (t) => {
  t.timeout(2 * ALL_WITHIN_MS);
  const random = createSeededRandom(1031, 'kills');
  const folder = await temporaryFolder(t);
  const devices = join(folder, 'devices.json');
  const identities = Array.from({ length: 7 }, () => valueOf(t, enrolDevice(devices, newIdentity(random))));
  const ending = new AbortController();
  t.teardown(() => ending.abort());
  const ended = AbortSignal.any([ending.signal, AbortSignal.timeout(ALL_WITHIN_MS)]);
  const site: Site = { port: await freePort(), ended, news: new EventEmitter().setMaxListeners(0) };
  const data = join(folder, 'data');
  const args = ['cloud', 'serve', '--port', `${site.port}`, '--metrics-port', '0', '--limits', 'off'];
  const start = (): Promise<TapinProcess> => startTapin(t, [...args, '--data', data, '--devices', devices]);
  let relay = await start();

  const at = (index: number) => itemAt(identities, index);
  const hosts = [0, 1].map((index) => openHostDevice(site, at(index), `Host ${index}`));
  const hostOf = (number: number): HostDevice => itemAt(hosts, number < 5 ? 0 : 1);
  const guests = [2, 3, 4, 5, 6].map((number) =>
    openGuestDevice(site, at(number), { number, host: hostOf(number), every_ms: PUTT_EVERY_MS }),
  );
  const first = itemAt(hosts, 0);
  const working = Promise.all([...hosts, ...guests].map(({ done }) => done));
  /** How far everybody has come, and whether all have come further since. */
  const progress = (): number[] => [
    ...hosts.map(({ polls }) => polls),
    ...guests.flatMap(({ heartbeats, sent }) => [heartbeats, sent.length]),
  ];
  const furtherThan = (before: readonly number[]): boolean =>
    progress().every((count, index) => count > itemAt(before, index));
  await when(site, 'everybody plays', () => furtherThan(progress().map(() => 0)));

  const old_code = itemAt(first.codes, -1);
  const late_ms: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    if (kill === 2) t.is((await first.regenerate()).status, 'ok');
    for (let requests = 1 + random.int(REQUESTS_MAX); requests > 0; requests--)
      await once(site.news, 'sent', { signal: ended });
    await relay.end('SIGKILL');
    const before = progress();
    relay = await start();
    const taken_ms = stopwatch();
    await when(site, `everybody is back after kill ${kill}`, () => furtherThan(before));
    late_ms.push(taken_ms());
  }

  for (const guest of guests) await guest.rest();
  const accepted = (host: HostDevice) =>
    guests.flatMap(({ sent }, index) =>
      hostOf(index + 2) === host
        ? sent.filter(({ status }) => status === 'ok').map(({ putt, seq }) => ({ putt, seq, guest: index + 2 }))
        : [],
    );
  await when(site, 'all that was accepted has arrived', () =>
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
});

type Actor = 'host' | 'guest' | 'friend';
interface Request {
  readonly by: Actor;
  readonly route: Route;
  readonly body: Readonly<Record<string, unknown>>;
}
/** What a host or guest must carry from one request to the next. */
interface Memory {
  code: string;
  since: number;
  items: unknown[];
}
interface Outcome {
  readonly items: readonly unknown[];
  readonly last: Reply;
  readonly statuses: readonly string[];
}

const exp = (gen: number) => ({ mode: 4, gen, cfg: { stimp: 10 } });
const input = (by: Actor, rid: string, body: object): Request => ({ by, route: 'input', body: { ...body, rid } });
const poll = (more = {}): Request => ({ by: 'host', route: 'poll', body: { players: [{ n: 'Ann', h: 3 }], ...more } });

/** A session with everything in it that a relay must not lose. */
const SCRIPT: readonly Request[] = [
  { by: 'host', route: 'host', body: { action: 'start', name: 'Studio', exp: exp(1), rid: 'h1' } },
  poll(),
  { by: 'guest', route: 'join', body: { action: 'join', players: [{ n: 'Bob', h: 9 }] } },
  { by: 'friend', route: 'join', body: { action: 'join', players: [{ n: 'Cy', h: 0 }], fol: true } },
  input('guest', 'g1', { kind: 'aim', steps: -3 }),
  poll({ ev: { seq: 1, kind: 'putt', name: 'Ann', steps: 0 } }),
  input('friend', 'f1', { kind: 'club', club: 31 }),
  input('guest', 'g2', { kind: 'mulligan' }),
  { by: 'friend', route: 'join', body: { action: 'heartbeat', fol: false } },
  { by: 'host', route: 'host', body: { action: 'experience', exp: exp(2), rid: 'h2' } },
  { by: 'host', route: 'host', body: { action: 'regenerate', rid: 'h3' } },
  input('guest', 'g3', { kind: 'aim', steps: 50 }),
  poll(),
  { by: 'host', route: 'host', body: { action: 'round', round: someRound({ ph: 'play' }), rid: 'h4' } },
  poll({ replay: true }),
  input('guest', 'g4', { kind: 'repeat' }),
  poll({ replay: false }),
  input('guest', 'g5', { kind: 'repeat_aim' }),
  { by: 'friend', route: 'join', body: { action: 'leave' } },
  input('friend', 'f2', { kind: 'reset' }),
  poll(),
];

/** When a relay dies: before the request's turn is over, or after it, the answer lost on its way. */
interface Crash {
  readonly at: number;
  readonly when: 'before it is done' | 'before it is answered';
}

async function play(t: ExecutionContext, crash: Crash | null): Promise<Outcome> {
  const world = virtualRelay(t, { file: await databaseFile(t) });
  const devices = { host: world.device(), guest: world.device(), friend: world.device() };
  const memories = new Map<Actor, Memory>();
  const statuses: string[] = [];
  let shared = '';
  let last: Reply | null = null;
  const memoryOf = (by: Actor): Memory => {
    const memory = memories.get(by) ?? { code: shared, since: 0, items: [] };
    memories.set(by, memory);
    return memory;
  };
  const bytesOf = ({ by, route, body }: Request): string => {
    const { code, since } = memoryOf(by);
    const more = route === 'host' ? {} : route === 'poll' ? { code, since, wait_ms: 0 } : { code };
    return JSON.stringify({ ...body, ...more });
  };
  const told = ({ by }: Request, reply: Reply): void => {
    const memory = memoryOf(by);
    memory.code = reply.code ?? memory.code;
    memory.items.push(...(reply.items ?? []));
    memory.since = reply.items?.at(-1)?.seq ?? memory.since;
    if (by === 'host' && shared === '') shared = reply.code;
    last = reply;
  };

  for (const [index, request] of SCRIPT.entries()) {
    const device = devices[request.by];
    if (index === crash?.at) {
      device.raw(request.route, bytesOf(request));
      if (crash.when === 'before it is answered') await world.pass(0);
      world.restart();
      await world.pass(3000);
      // A host whose poll failed registers again; its other requests, and a guest's, are sent again as they were.
      if (request.route === 'poll') await device.ask('host', { action: 'start', name: 'Studio' });
    }
    const held = device.raw(request.route, bytesOf(request));
    await world.pass(0);
    const reply = present(held.now(), 'answer');
    statuses.push(`${request.by} ${request.route} ${reply.status} ${reply.seq ?? ''}`);
    told(request, reply);
    await world.pass(1000);
  }
  return { items: memoryOf('host').items, last: present(last as Reply | null, 'answer'), statuses };
}

for (const when of ['before it is done', 'before it is answered'] as const)
  testOfOneRelay(
    `[R1] [R3] [R28] [R29] [R31] [R41] [R89] [C13] [C14] a relay that dies at any request, ${when}, ends where one that lives does`,
    async (t) => {
      const lived = await play(t, null);
      t.deepEqual(
        lived.statuses.filter((status) => !/ ok /.test(status)),
        ['guest input busy 0', 'friend input invalid 0'],
      );
      t.is(lived.items.length, 5);
      for (const at of SCRIPT.keys()) {
        const died = await play(t, { at, when });
        const about = JSON.stringify(SCRIPT[at]);
        t.deepEqual(died.statuses, lived.statuses, about);
        t.deepEqual(died.items, lived.items, about);
        t.is(died.last.text, lived.last.text, about);
      }
    },
  );

/** The names on the list after two restarts with two minutes between them, in which somebody looked at the session or not. */
async function listedAfter(t: ExecutionContext, looked: boolean): Promise<readonly string[]> {
  const world = virtualRelay(t, { file: await databaseFile(t) });
  const [host, guest, onlooker] = [world.device(), world.device(), world.device()];
  const { code } = await host.ask('host', { action: 'start' });
  await host.ask('poll', { code, since: 0 });
  await guest.ask('join', { action: 'join', code });
  world.restart();
  await world.pass(120_000);
  if (looked) await onlooker.ask('input', { code, kind: 'reset' });
  world.restart();
  const { state } = await host.ask('poll', { code, since: 0 });
  return state.players.map(({ name }) => name);
}

test('[R22] [C14] who is listed after a restart does not depend on whether anybody looked before it', async (t) => {
  t.deepEqual(await listedAfter(t, true), await listedAfter(t, false));
});
