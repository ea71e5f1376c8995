// What the section "Capacity" of docs/relay.md reckons with: what a held request costs that runs out and is asked again, on SQLite and on an engine;
// what an engine keeps in memory; and how many bytes a device's own requests and their answers have on the wire.

import type { DeviceIdentity } from '../cloud-stub/devices/device-registry.ts';
import { newIdentity } from '../cloud-stub/devices/enrol.ts';
import { openRedis } from '../cloud-stub/relay/redis/open-redis.ts';
import { createSystemClock } from '../hal/clock/clock-system.ts';
import { createUndiciHttp } from '../hal/http/http-undici.ts';
import { createMemoryLog } from '../hal/log/log-memory.ts';
import { createSeededRandom } from '../hal/random/random-seeded.ts';
import { REDIS_PROGRAM } from '../test/support/redis/redis-server.ts';
import { assert, present } from '../wire/errors.ts';
import { HEADER, readSecret, sign } from '../wire/signing.ts';
import { countedPort } from './counted-bytes.ts';
import { thousands, type Figure, type Settings, type Size } from './figures.ts';
import { sleep } from './relay/drive.ts';
import { enrolAll, startFleet } from './relay/fleet.ts';
import { startLoad } from './relay/load.ts';
import { roundOf, seat, SEATS } from './relay/table.ts';
import { balancedOver } from './relay/way.ts';
import { wait } from './waits.ts';

const COUNTS = {
  whole: { tables: 1000, seconds: 40, sessions: 10_000 },
  tiny: { tables: 2, seconds: 1, sessions: 4 },
} as const;
const HOLD_S = 20;
const SEATED_AT_ONCE = 50;

export async function* benchCapacity(size: Size, settings: Settings): AsyncGenerator<Figure> {
  const { tables, seconds, sessions } = { ...COUNTS[size], ...settings };
  yield* await idleFigures('sqlite', tables, seconds);
  yield* await byteFigures();
  if (REDIS_PROGRAM === null) {
    process.stderr.write('NOT MEASURED: Redis is not there, so nothing of an engine.\n');
    return;
  }
  yield* await idleFigures(1, tables, seconds);
  yield* await memoryFigures(sessions);
}

const identitiesOf = (tables: number): readonly DeviceIdentity[] => {
  const random = createSeededRandom(tables);
  return Array.from({ length: tables * SEATS }, () => newIdentity(random));
};

/** Of tables at which nothing happens. */
async function idleFigures(on: 1 | 'sqlite', tables: number, seconds: number): Promise<readonly Figure[]> {
  const name = on === 'sqlite' ? 'SQLite' : 'Redis';
  process.stderr.write(`${thousands(tables * SEATS)} devices hold on ${name} for ${seconds} s …\n`);
  const identities = identitiesOf(tables);
  const fleet = await startFleet(on, identities);
  try {
    const [relay] = fleet.relays;
    assert(relay, 'a relay');
    const load = await startLoad({ ports: [relay.port], spread: 'code', identities });
    const read = async () => ({
      relay_ms: relay.cpu_ms(),
      engine_ms: fleet.engine?.cpu_ms() ?? 0,
      renewed: await load.renewed(),
    });
    const before = await read();
    await sleep(1000 * seconds);
    const after = await read();
    await load.end();
    // A run that is shorter than a hold has none that ran out.
    const renewed = after.renewed - before.renewed || (tables * SEATS * seconds) / HOLD_S;
    const each = (of: 'relay_ms' | 'engine_ms'): string =>
      `${((1000 * (after[of] - before[of])) / renewed).toFixed(0)} µs`;
    const beside = `${thousands(renewed / seconds)} a second, in sessions of ${SEATS}`;
    const what = 'for a hold that runs out and is asked again';
    return [
      { what: `${name}: the relay ${what}`, value: each('relay_ms'), beside },
      ...(fleet.engine ? [{ what: `${name}: the server ${what}`, value: each('engine_ms'), beside }] : []),
    ];
  } finally {
    await fleet.end();
  }
}

const PLAYERS = [{ n: 'Player', h: 0 }];

/** As our own device sends them: by its HTTP client and with its headers, in a session of four with a round. */
async function byteFigures(): Promise<readonly Figure[]> {
  const identities = identitiesOf(1);
  const fleet = await startFleet('sqlite', identities);
  const http = createUndiciHttp();
  const port = present(fleet.relays[0], 'relay').port;
  const counter = await countedPort(port);
  try {
    const way = balancedOver([port], 'code');
    const { host, guests, code } = await seat(way, identities);
    await host.control('host', { action: 'round', round: roundOf(1) });
    const [hosts, guest] = identities;
    const bytes = async (identity: DeviceIdentity | undefined, route: string, body: object): Promise<Figure> => {
      await postAsDevice(http, counter.origin, present(identity, 'device'), route, body);
      const { sent, received } = counter.counted();
      const beside = `request ${thousands(sent)}, answer ${thousands(received)}; without TCP and IP`;
      return { what: `bytes of a device's /sim/${route}, with its answer`, value: thousands(sent + received), beside };
    };
    const figures = [
      await bytes(hosts, 'poll', { code, since: 0, wait_ms: 0, st: '00000000', players: PLAYERS }),
      await bytes(guest, 'join', {
        action: 'heartbeat',
        code,
        wait_ms: 0,
        st: '00000000',
        players: PLAYERS,
        fol: true,
      }),
      await bytes(guest, 'input', { kind: 'club', code, club: 1, rid: 'a2b6e0a4-7f0c-4b62-9d18-0c0d5b1f3a11' }),
    ];
    for (const device of [host, ...guests]) device.close();
    return figures;
  } finally {
    await http.close();
    counter.close();
    await fleet.end();
  }
}

async function postAsDevice(
  http: ReturnType<typeof createUndiciHttp>,
  origin: string,
  { id, secret }: DeviceIdentity,
  route: string,
  fields: object,
): Promise<void> {
  const body = new TextEncoder().encode(JSON.stringify(fields));
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const signature = sign(present(readSecret(secret), 'secret'), timestamp, body);
  const headers = {
    'content-type': 'application/json',
    [HEADER.device]: id,
    [HEADER.timestamp]: timestamp,
    [HEADER.signature]: signature,
  };
  const answer = new Promise<number>((resolve) => {
    http.post({ url: `${origin}/sim/${route}`, headers, body }, (result) =>
      resolve(result.ok ? result.value.status : 0),
    );
  });
  assert((await wait(`an answer of ${route}`, answer)) === 200, `${route} is answered`);
}

/** What a server keeps of devices, of sessions and of inputs. */
async function memoryFigures(sessions: number): Promise<readonly Figure[]> {
  process.stderr.write(`${thousands(sessions)} sessions in the engine …\n`);
  const fleet = await startFleet(1, []);
  const { url } = present(fleet.engine, 'engine');
  const opened = await openRedis({ url, log: createMemoryLog(createSystemClock()) });
  assert(opened.ok, opened.ok ? '' : opened.error.message);
  const { commands, store } = opened.value;
  const used = async (): Promise<number> =>
    Number(/^used_memory_dataset:(\d+)/m.exec(String(await commands.send('INFO', 'memory')))?.[1]);
  try {
    const identities = identitiesOf(sessions);
    const way = balancedOver(
      fleet.relays.map(({ port }) => port),
      'code',
    );
    const empty = await used();
    await enrolAll(url, identities);
    // Labels of words have to be drawn again and again once most are given.
    await atOnce(identities.length, (at) => store.giveLabel(present(identities[at], 'device').id, `Some Label ${at}`));
    const enrolled = await used();
    const seated = await atOnce(sessions, async (at) => {
      const table = await seat(way, identities.slice(at * SEATS, (at + 1) * SEATS));
      await table.host.control('host', { action: 'round', round: roundOf(1) });
      return table;
    });
    const in_session = await used();
    await atOnce(sessions, async (at) => {
      const { host, guests, code } = present(seated[at], 'table');
      await host.control('poll', { code, since: 0, wait_ms: 0, players: PLAYERS }); // it may have been silent for too long
      const guest = present(guests[0], 'guest');
      for (let club = 0; club < INPUTS; club++)
        await guest.control('input', { kind: 'club', code, club, rid: `input-${club}` });
    });
    const after = await used();
    const figure = (what: string, bytes: number, beside: string): Figure => ({
      what: `Redis: memory of ${what}`,
      value: `${thousands(bytes)} B`,
      beside,
    });
    return [
      figure(
        'a device that is enrolled, with its label',
        (enrolled - empty) / identities.length,
        `${thousands(identities.length)} of them`,
      ),
      figure(`a session of ${SEATS} with a round`, (in_session - enrolled) / sessions, 'with its code'),
      figure('an input and its answer', (after - in_session) / sessions / INPUTS, 'kept for 120 s and 600 s'),
    ];
  } finally {
    await commands.close();
    await fleet.end();
  }
}

const INPUTS = 3;

/** Does something for each of so many, some at a time. */
async function atOnce<T>(count: number, act: (at: number) => Promise<T>): Promise<readonly T[]> {
  const done: T[] = [];
  for (let first = 0; first < count; first += SEATED_AT_ONCE) {
    const some = Array.from({ length: Math.min(SEATED_AT_ONCE, count - first) }, (_, at) => act(first + at));
    done.push(...(await wait('sessions', Promise.all(some))));
  }
  return done;
}
