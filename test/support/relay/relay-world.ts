// A relay with devices, under the control of a test: on the virtual clock with the bytes of signed requests, or as a
// real server over HTTP. Both use the same client, so one suite covers both.

import type { ExecutionContext } from 'ava';
import { createCloud, type Cloud } from '../../../cloud-stub/cloud.ts';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import type { RelayDatabase } from '../../../cloud-stub/relay/sqlite/database.ts';
import { createSharedEngine } from '../../../cloud-stub/relay/fleet/engine-shared.ts';
import { createVirtualStore } from '../../../cloud-stub/relay/fleet/store-virtual.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import type { Clock } from '../../../hal/clock/clock.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { assertDefined } from '../../../wire/errors.ts';
import type { RequestBody, RelayRoute } from '../../../wire/relay/requests.ts';
import type { StateBlock } from '../../../wire/relay/state.ts';
import { HEADER, sign, type DeviceKey } from '../../../wire/signing.ts';
import { chosenEngine, someOf } from './relay-engines.ts';
import { startPost } from './relay-http.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { valueOf } from '../results.ts';
import { sqliteEngine } from './sqlite-engine.ts';
import { keyOf } from '../device/device-key.ts';

/** Parsed answer of the relay. */
export interface Reply {
  readonly http_status: number;
  readonly status: string;
  readonly code: string;
  readonly next_seq: number;
  readonly seq: number;
  readonly items: readonly Readonly<Record<string, unknown> & { seq: number; kind: string; name: string }>[];
  readonly host_label: string;
  readonly host_name: string;
  readonly host_stopped?: boolean;
  readonly error?: string;
  readonly server_time?: number;
  readonly state: StateBlock;
  readonly retry_after_s?: number;
  /** Unparsed body. */
  readonly text: string;
}

/** Request in flight. */
export interface Held {
  readonly answer: Promise<Reply>;
  /** Returns the answer; null if it has not arrived. */
  readonly now: () => Reply | null;
  abort(): void;
}

/** Deviations from a valid request. */
export interface Forgery {
  readonly device?: string;
  readonly timestamp?: string;
  readonly signature?: string;
  /** Bytes to send if they differ from the signed ones. */
  readonly sent?: Uint8Array;
}

export interface RelayDevice {
  readonly id: string;
  /** Sends a request and returns its answer, which must arrive immediately. */
  ask<R extends RelayRoute>(route: R, body: RequestBody[R]): Promise<Reply>;
  /** Sends a request without waiting. */
  send<R extends RelayRoute>(route: R, body: RequestBody[R]): Held;
  /** Sends any bytes to any route. */
  raw(route: RelayRoute, body: string | Uint8Array, forgery?: Forgery): Held;
}

export interface RelayWorld {
  /** Returns another enrolled device. */
  device(): RelayDevice;
  /** Returns a device that the registry does not know. */
  unknownDevice(): RelayDevice;
  readonly log: MemoryLog;
}

/** World whose time the test advances. */
export interface VirtualRelayWorld extends RelayWorld {
  readonly clock: VirtualClock;
  /** Returns all relays of the world, combined. */
  readonly relays: () => Relays;
  /** Returns the cloud of the first relay. */
  readonly cloud: () => Cloud;
  /** Advances the time by this many milliseconds, one alarm after the other. */
  pass(ms: number): Promise<void>;
  /** Kills the relay and restarts it on the same database. Held requests are never answered. */
  /** `meanwhile`: called with the database file while the relay is down. */
  restart(meanwhile?: (file: string) => void): void;
}

export const isVirtual = (world: RelayWorld): world is VirtualRelayWorld => 'clock' in world;

/** All relays of a world, combined. */
interface Relays extends Pick<Cloud, 'release' | 'close'> {
  stats(): { readonly sessions: number; readonly held: number };
}

const allOf = (running: readonly { readonly cloud: Cloud }[]): Relays => {
  const each = <T>(act: (cloud: Cloud) => T): T[] => running.map(({ cloud }) => act(cloud));
  const sum = (of: (cloud: Cloud) => number): number => each(of).reduce((total, one) => total + one, 0);
  return {
    stats: () => ({ sessions: sum((cloud) => cloud.stats().sessions), held: sum((cloud) => cloud.stats().held) }),
    release: async () => void (await Promise.all(each((cloud) => cloud.release()))),
    close: async () => void (await Promise.all(each((cloud) => cloud.close()))),
  };
};

interface CloudOptions {
  readonly limited?: boolean;
  readonly seed?: number;
  /** Database file. Default: in memory, lost on a restart. */
  readonly file?: string;
}

const ADDRESS = '192.0.2.1';

/** Returns a relay on the virtual clock, which starts at 0 ms. */
export function virtualRelay(t: ExecutionContext, options: CloudOptions = {}): VirtualRelayWorld {
  const clock = createVirtualClock();
  const identities = createIdentities(options.seed);
  const log = createMemoryLog(clock);
  const start = starting(t, clock, log, identities, options);
  let running = start();
  let some = someOf(running);
  const raw = (identity: DeviceIdentity): RelayDevice['raw'] => {
    return (route, body, forgery = {}) => {
      const { sent, headers } = signed(identity, body, clock, forgery);
      const [all, chosen] = [running, some()];
      return heldOf((respond) =>
        chosen.cloud.endpoint.call({
          route,
          device: headers[HEADER.device],
          timestamp: headers[HEADER.timestamp],
          signature: headers[HEADER.signature],
          body: sent,
          address: ADDRESS,
          respond({ http_status, text, retry_after_s }) {
            if (running === all) respond(replyOf(http_status, text, retry_after_s)); // a killed relay does not answer
          },
        }),
      );
    };
  };
  const deviceOf = (identity: DeviceIdentity): RelayDevice =>
    deviceOn(identity, raw(identity), async (held) => {
      await clock.advance(0);
      const reply = held.now();
      if (!reply) throw new Error('the relay holds this request');
      return reply;
    });
  return {
    clock,
    log,
    relays: () => allOf(running),
    cloud: () => assertDefined(running[0], 'a relay').cloud,
    device: () => deviceOf(identities.enrol()),
    unknownDevice: () => deviceOf(identities.unknown()),
    pass: (ms) => clock.advance(ms),
    restart(meanwhile) {
      for (const { kill } of running) kill();
      meanwhile?.(options.file ?? ':memory:');
      running = start();
      some = someOf(running);
    },
  };
}

interface Running {
  readonly cloud: Cloud;
  kill(): void;
}

/**
 * Returns a function that starts the relays of a world: one on its database, or two on a shared store that outlives
 * them.
 */
function starting(
  t: ExecutionContext,
  clock: VirtualClock,
  log: MemoryLog,
  registry: Identities,
  options: CloudOptions,
): () => readonly Running[] {
  const shared = createVirtualStore(() => clock.unix_s() * 1000 + (clock.now_ms() % 1000));
  const { limited = true, seed = 1 } = options;
  let starts = 0;
  const sharing = (): Running => {
    const mortal = mortalClock(clock);
    const random = createSeededRandom(seed * 1000 + starts++, 'relay');
    const engine = createSharedEngine({ clock: mortal, random, store: shared.connect(mortal) });
    return { cloud: createCloud({ clock: mortal, log, engine, registry, limited }), kill: mortal.kill };
  };
  const alone = (): Running => {
    const mortal = mortalClock(clock);
    const soon = (run: () => void): void => void mortal.setTimeout(run, 0);
    const { cloud, database } = startCloud(t, mortal, log, registry, options, soon);
    const kill = (): void => {
      mortal.kill();
      database.close();
    };
    return { cloud, kill };
  };
  return () => (chosenEngine().kind === 'sqlite' ? [alone()] : [sharing(), sharing()]);
}

/** Returns a clock whose alarms end with the process that set them. */
function mortalClock(clock: Clock): Clock & { kill(): void } {
  let dead = false;
  return {
    ...clock,
    setTimeout: (fire, delay_ms) => clock.setTimeout(() => !dead && fire(), delay_ms),
    kill: () => void (dead = true),
  };
}

/** Returns production relays with HTTP, sockets and the system clock: one on SQLite, or two on a shared engine. */
export async function servedRelay(t: ExecutionContext, options: CloudOptions = {}): Promise<RelayWorld> {
  const clock = createSystemClock();
  const identities = createIdentities(options.seed);
  const log = createMemoryLog(clock);
  const engine = chosenEngine();
  const clouds: Cloud[] = [];
  if (engine.kind === 'redis') {
    const connect = engine.openStore();
    for (const seed of [1, 2]) {
      const store = await connect();
      const shared = createSharedEngine({ clock, random: createSeededRandom(seed, 'relay'), store });
      clouds.push(createCloud({ clock, log, engine: shared, registry: identities, limited: options.limited ?? true }));
    }
  } else clouds.push(startCloud(t, clock, log, identities, options, (run) => void setImmediate(run)).cloud);
  const urls = await Promise.all(clouds.map(async (cloud) => served(t, cloud, log)));
  const some = someOf(urls);
  const deviceOf = (identity: DeviceIdentity): RelayDevice => {
    const raw: RelayDevice['raw'] = (route, body, forgery = {}) => {
      const { sent, headers } = signed(identity, body, clock, forgery);
      return heldOf((respond) =>
        startPost(some(), `/sim/${route}`, headers, sent, (status, text, retry_after_s) =>
          respond(replyOf(status, text, retry_after_s)),
        ),
      );
    };
    return deviceOn(identity, raw, (held) => held.answer);
  };
  return { log, device: () => deviceOf(identities.enrol()), unknownDevice: () => deviceOf(identities.unknown()) };
}

async function served(t: ExecutionContext, cloud: Cloud, log: MemoryLog): Promise<string> {
  const server = valueOf(t, await openCloudServer(cloud, { host: '127.0.0.1', port: 0, log }));
  t.teardown(async () => {
    await server.close();
    await cloud.close();
  });
  return server.url;
}

/** Returns the path of a new database file, for a relay that restarts. */
export const databaseFile = async (t: ExecutionContext): Promise<string> => `${await temporaryFolder(t)}/relay.sqlite`;

function startCloud(
  t: ExecutionContext,
  clock: Clock,
  log: MemoryLog,
  registry: Identities,
  { limited = true, seed = 1, file = ':memory:' }: CloudOptions,
  soon: (run: () => void) => void,
): { readonly cloud: Cloud; readonly database: RelayDatabase } {
  const random = createSeededRandom(seed, 'relay');
  const { engine, database } = sqliteEngine(t, { clock, random, file, soon });
  return { cloud: createCloud({ clock, log, engine, registry, limited }), database };
}

interface Identities {
  keyOf(id: string): DeviceKey | null;
  enrol(): DeviceIdentity;
  unknown(): DeviceIdentity;
}

function createIdentities(seed = 1): Identities {
  const random = createSeededRandom(seed, 'identities');
  const keys = new Map<string, DeviceKey>();
  return {
    keyOf: (id) => keys.get(id) ?? null,
    enrol() {
      const identity = newIdentity(random);
      keys.set(identity.id, keyOf(identity.secret));
      return identity;
    },
    unknown: () => newIdentity(random),
  };
}

function signed({ id, secret }: DeviceIdentity, body: string | Uint8Array, clock: Clock, forgery: Forgery) {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const timestamp = forgery.timestamp ?? `${clock.unix_s()}`;
  const signature = forgery.signature ?? sign(keyOf(secret), timestamp, bytes);
  const headers = {
    [HEADER.device]: forgery.device ?? id,
    [HEADER.timestamp]: timestamp,
    [HEADER.signature]: signature,
  };
  return { sent: forgery.sent ?? bytes, headers };
}

function deviceOn(
  { id }: DeviceIdentity,
  raw: RelayDevice['raw'],
  answered: (held: Held) => Promise<Reply>,
): RelayDevice {
  return {
    id,
    raw,
    send: (route, body) => raw(route, JSON.stringify(body)),
    ask: (route, body) => answered(raw(route, JSON.stringify(body))),
  };
}

function heldOf(start: (respond: (reply: Reply) => void) => () => void): Held {
  let now: Reply | null = null;
  let abort = (): void => {};
  const answer = new Promise<Reply>((resolve) => {
    abort = start((reply) => {
      now = reply;
      resolve(reply);
    });
  });
  return { answer, now: () => now, abort: () => abort() };
}

/** Parses a received answer. */
export function replyOf(http_status: number, text: string, retry_after_s: number | undefined): Reply {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields depend on the request; each test checks those it expects
  const fields = JSON.parse(text) as Omit<Reply, 'http_status' | 'text'>;
  return { ...fields, http_status, text, ...(retry_after_s === undefined ? {} : { retry_after_s }) };
}
