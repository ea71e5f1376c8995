// Hosts and guests of a relay fleet that send the next request as soon as one is answered, each to any of the relays.
// An unanswered request is sent again to another relay, with the same body and so the same `rid`, as a device does.

import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { HEADER, sign } from '../../../wire/signing.ts';
import { keyOf } from '../device/device-key.ts';
import type { InputTally } from './input-tally.ts';
import { openConnection, type Connection } from './lean-connection.ts';
import { readAs } from '../read-json.ts';
import { replyOf, type Reply } from './relay-world.ts';

/** Context that the devices of a fleet share. */
export interface FleetSite {
  /** Ports of the relays. */
  readonly ports: readonly number[];
  readonly some: () => number;
  readonly ended: AbortSignal;
  /** Delay until the next try after this many failures, in milliseconds. */
  readonly retryMs: (failures: number) => number;
  readonly tally: InputTally;
  /** Returns whether to send one more input; called once before each. */
  readonly another: () => boolean;
  /** Called after each answered or failed request. */
  readonly news: () => void;
}

export interface FleetDevice {
  /** Returns the number of answered polls (host) or inputs (guest). Infinite once a guest has nothing left to send. */
  readonly progress: () => number;
  /** Resolves for a host when the fleet ends, for a guest when it has no input left to send. */
  readonly done: Promise<void>;
}

interface FleetHost extends FleetDevice {
  /** Code of the session, once guests may join. */
  readonly opened: Promise<string>;
}

export interface FleetGuest extends FleetDevice {
  /** Returns the number of inputs that were answered with another status than `ok`. */
  readonly refused: () => number;
  /** Returns the number of repeated requests. */
  readonly repeated: () => number;
}

const CONTROL_TIMEOUT_MS = 8000;
const HELD_TIMEOUT_MS = 28_000;
const HOLD_MS = 20_000;

type Body = Readonly<Record<string, unknown>>;
/** Sends a request once; null if there is no answer. */
type Ask = (port: number, route: string, text: string) => Promise<Reply | null>;

/**
 * Sends on one connection per relay; if a relay refuses the connection, uses another relay, as the balancer in front of
 * them does.
 */
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

/** Sends a control POST until it is answered. `onFailure`: called after each failed try. */
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

/** Runs `work` until the fleet ends; throws its earlier errors. */
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
  /** Returns false if the poll failed and the host registered again. */
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
  /** Index of the host, which identifies its inputs in the tally. */
  readonly host: number;
  readonly number: number;
  readonly opened: Promise<string>;
}

/** Opens a guest of that host: it numbers its putts by `mps` and sends its own number as `face`. */
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
