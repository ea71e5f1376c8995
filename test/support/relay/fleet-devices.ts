// Hosts and guests of a fleet of relays, that ask as fast as they are answered: each request goes to one of the relays, whichever. A request that is not
// answered is sent again to another, with the same body and so the same `rid`, as a device would.

import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { HEADER, sign } from '../../../wire/signing.ts';
import { keyOf } from '../device/device-key.ts';
import type { InputTally } from './input-tally.ts';
import { openConnection, type Connection } from './lean-connection.ts';
import { readAs } from '../read-json.ts';
import { replyOf, type Reply } from './relay-world.ts';

/** What its devices have in common. */
export interface FleetSite {
  /** Where its relays are. */
  readonly ports: readonly number[];
  readonly some: () => number;
  readonly ended: AbortSignal;
  /** After so many tries that were not answered, how long until the next. */
  readonly retryMs: (failures: number) => number;
  readonly tally: InputTally;
  /** Whether there is one more input to send; called once before each. */
  readonly another: () => boolean;
  /** Something was answered, or not. */
  readonly news: () => void;
}

export interface FleetDevice {
  /** How often it was answered what it is there for: a host's polls, a guest's inputs. Infinite once there is nothing left to send. */
  readonly progress: () => number;
  /** Of a host: until the fleet ends. Of a guest: until there is no other input to send. */
  readonly done: Promise<void>;
}

interface FleetHost extends FleetDevice {
  /** Its code, once guests may join. */
  readonly opened: Promise<string>;
}

export interface FleetGuest extends FleetDevice {
  /** Inputs that were answered, and not `ok`. */
  readonly refused: () => number;
  /** How often a request was sent again. */
  readonly repeated: () => number;
}

const CONTROL_TIMEOUT_MS = 8000;
const HELD_TIMEOUT_MS = 28_000;
const HOLD_MS = 20_000;

type Body = Readonly<Record<string, unknown>>;
/** One try: the answer, or null for none. */
type Ask = (port: number, route: string, text: string) => Promise<Reply | null>;

/** Sends on a connection of its own to each relay; where one does not take a connection, to another, as the balancer before them does. */
function laneOf({ ports, ended }: FleetSite, { id, secret }: DeviceIdentity, timeout_ms: number): Ask {
  const key = keyOf(secret);
  const open = new Map<number, Connection>();
  ended.addEventListener('abort', () => [...open.values()].forEach((connection) => connection.close()));
  const connected = async (port: number): Promise<Connection> => {
    const before = open.get(port);
    if (before?.isOpen()) return before;
    const connection = await openConnection(port);
    open.set(port, connection);
    if (ended.aborted) connection.close();
    return connection;
  };
  const anyFrom = async (port: number): Promise<Connection> => {
    for (const other of [port, ...ports.filter((one) => one !== port)]) {
      const connection = await connected(other).catch(() => null);
      if (connection) return connection;
    }
    throw new Error('no relay takes a connection');
  };
  return async (port, route, text) => {
    let connection: Connection | null = null;
    const late = setTimeout(() => connection?.close(), timeout_ms);
    try {
      connection = await anyFrom(port);
      const timestamp = `${Math.floor(Date.now() / 1000)}`;
      const signature = sign(key, timestamp, Buffer.from(text));
      const headers = `${HEADER.device}: ${id}\r\n${HEADER.timestamp}: ${timestamp}\r\n${HEADER.signature}: ${signature}\r\n`;
      const { http_status, body } = await connection.post(`/sim/${route}`, text, headers);
      return http_status === 503 ? null : replyOf(http_status, body, undefined);
    } catch {
      return null;
    } finally {
      clearTimeout(late);
    }
  };
}

/** Sends a control POST until it is answered; `onFailure`: each time that it is not. */
function controlOf(site: FleetSite, identity: DeviceIdentity, onFailure: () => void = () => {}) {
  const { ports, some, ended, retryMs } = site;
  const ask = laneOf(site, identity, CONTROL_TIMEOUT_MS);
  return async (route: string, body: Body): Promise<Reply> => {
    const text = JSON.stringify(body);
    let port = some();
    for (let failures = 1; ; failures++) {
      const reply = await ask(port, route, text);
      if (reply) return reply;
      onFailure();
      site.news();
      await sleep(retryMs(failures), undefined, { signal: ended });
      const failed = port;
      while (port === failed && ports.length > 1) port = some();
    }
  };
}

/** Does this until the fleet ends; what fails before is thrown. */
async function untilEnded({ ended }: FleetSite, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    if (!ended.aborted) throw thrown;
  }
}

const receivedPutt = v.object({ mps: v.number(), face: v.number() });

export function openFleetHost(site: FleetSite, identity: DeviceIdentity, number: number): FleetHost {
  const control = controlOf(site, identity);
  const ask = laneOf(site, identity, HELD_TIMEOUT_MS);
  const opened = Promise.withResolvers<string>();
  const players = [{ n: 'Host', h: 0 }];
  let [code, since, st, polls] = ['', Number.POSITIVE_INFINITY, '', 0];
  const register = async (): Promise<void> => {
    const started = await control('host', { action: 'start', sim: 'none', name: `Host ${number}` });
    code = started.code;
    since = Math.min(since, started.next_seq - 1);
  };
  const adopt = ({ items, next_seq, state }: Reply): void => {
    for (const { seq, putt } of items) {
      const { mps, face } = readAs(receivedPutt, putt);
      site.tally.received(number, face, mps, seq);
      since = seq;
    }
    if (next_seq <= since) since = next_seq - 1; // C14
    st = state.st;
    polls++;
  };
  /** False where it was not answered as it should be, and is registered again. */
  const poll = async (wait_ms: number): Promise<boolean> => {
    const reply = await ask(site.some(), 'poll', JSON.stringify({ code, since, wait_ms, st, players }));
    if (reply?.status === 'ok') {
      adopt(reply);
      site.news();
      return true;
    }
    site.ended.throwIfAborted();
    if (!reply) await sleep(site.retryMs(1), undefined, { signal: site.ended });
    await register();
    return false;
  };
  const work = async (): Promise<void> => {
    await register();
    while (!(await poll(0)));
    opened.resolve(code);
    for (;;) await poll(HOLD_MS);
  };
  return { opened: opened.promise, progress: () => polls, done: untilEnded(site, work) };
}

interface GuestOptions {
  /** Which host, and how its inputs are told from others. */
  readonly host: number;
  readonly number: number;
  readonly opened: Promise<string>;
}

/** A guest of that host: its inputs are putts that it counts by `mps`, with its own number as `face`. */
export function openFleetGuest(
  site: FleetSite,
  identity: DeviceIdentity,
  { host, number, opened }: GuestOptions,
): FleetGuest {
  let [refused, repeated, answered] = [0, 0, 0];
  const control = controlOf(site, identity, () => repeated++);
  const name = `Guest ${number}`;
  const players = [{ n: 'Guest', h: 9 }];
  const join = async (code: string): Promise<void> => {
    await control('join', { action: 'join', code, wait_ms: 0, st: '', name, players, fol: true });
  };
  const work = async (): Promise<void> => {
    let code = await opened;
    await join(code);
    for (let input = 1; site.another(); input++) {
      const putt = { mps: input, face: number, aoa: 0, ratio: 1.6 };
      const reply = await control('input', { code, name, kind: 'putt', putt, rid: `${input}` });
      if (reply.code) code = reply.code;
      answered++;
      if (reply.status === 'ok') site.tally.acknowledged(host, number, input, reply.seq);
      else {
        refused++;
        await sleep(site.retryMs(1), undefined, { signal: site.ended });
        await join(code);
      }
      site.news();
    }
    answered = Number.POSITIVE_INFINITY;
    site.news();
  };
  return {
    progress: () => answered,
    refused: () => refused,
    repeated: () => repeated,
    done: untilEnded(site, work),
  };
}
