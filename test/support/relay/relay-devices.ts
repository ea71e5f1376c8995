// Devices that play over a real relay as the spec requires: a host that polls continuously and registers again after a
// failure, and guests with a heartbeat and inputs. A control POST is repeated with the same `rid` until it is answered,
// one POST at a time.

import { EventEmitter, once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { HEADER, sign } from '../../../wire/signing.ts';
import { replyOf, type Reply } from './relay-world.ts';
import { keyOf } from '../device/device-key.ts';
import { itemAt } from '../items.ts';

const CONTROL_TIMEOUT_MS = 8000;
const HELD_TIMEOUT_MS = 28_000;
const RETRY_MS = 3000;
const RETRY_AFTER_THREE_MS = 30_000;

type Body = Readonly<Record<string, unknown>>;

/**
 * Context that devices share: the relay's port, the end of the run, and the events `sent`, `answered` and `received`.
 */
export interface Site {
  readonly port: number;
  readonly ended: AbortSignal;
  readonly news: EventEmitter;
}

interface Link {
  /** Sends a request once; null if there is no answer. */
  ask(route: string, body: Body, timeout_ms: number): Promise<Reply | null>;
  /** Retries until there is an answer; one such request at a time. */
  control(route: string, body: Body): Promise<Reply>;
  /** Sends a held request; null if it fails. */
  held(route: string, body: Body): Promise<Reply | null>;
}

export function linkOf(site: Site, identity: DeviceIdentity): Link {
  let last: Promise<unknown> = Promise.resolve();
  const ask: Link['ask'] = (route, body, timeout_ms) => post(site, identity, route, body, timeout_ms);
  const untilAnswered = async (route: string, body: Body): Promise<Reply> => {
    for (let failures = 1; ; failures++) {
      const reply = await ask(route, body, CONTROL_TIMEOUT_MS);
      if (reply) return reply;
      await sleep(failures < 3 ? RETRY_MS : RETRY_AFTER_THREE_MS, undefined, { signal: site.ended });
    }
  };
  return {
    ask,
    control(route, body) {
      const next = last.then(() => untilAnswered(route, body));
      last = next.catch(() => {});
      return next;
    },
    held: (route, body) => ask(route, body, HELD_TIMEOUT_MS),
  };
}

function post(
  { port, ended, news }: Site,
  { id, secret }: DeviceIdentity,
  route: string,
  body: Body,
  timeout_ms: number,
): Promise<Reply | null> {
  const bytes = Buffer.from(JSON.stringify(body));
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const signature = sign(keyOf(secret), timestamp, bytes);
  const headers = { [HEADER.device]: id, [HEADER.timestamp]: timestamp, [HEADER.signature]: signature };
  const signal = AbortSignal.any([ended, AbortSignal.timeout(timeout_ms)]);
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path: `/sim/${route}`, method: 'POST', headers, agent: false, signal };
    const client_request = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve(null));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        // A 503 is retried like a missing answer.
        resolve(response.statusCode === 503 ? null : replyOf(response.statusCode ?? 0, text, undefined));
        news.emit('answered');
      });
    });
    client_request.on('error', () => resolve(null));
    client_request.end(bytes, () => news.emit('sent'));
  });
}

export interface HostDevice {
  /** Codes that the host has received, newest last. */
  readonly codes: string[];
  readonly received: Reply['items'][number][];
  /** Labels of the host in the state blocks. */
  readonly labels: Set<string>;
  /** Number of answered polls. */
  polls: number;
  regenerate(): Promise<Reply>;
  readonly done: Promise<void>;
}

/** Opens a host that runs until the site ends. */
export function openHostDevice(site: Site, identity: DeviceIdentity, name: string): HostDevice {
  const link = linkOf(site, identity);
  const players = [{ n: name, h: 0 }];
  let since: number | null = null;
  let st = '';
  const adopt = ({ code, state }: Reply): void => {
    if (code && code !== device.codes.at(-1)) device.codes.push(code);
    if (!state) return;
    st = state.st;
    for (const listed of state.players) if (listed.host) device.labels.add(listed.name);
  };
  const register = async (): Promise<void> => {
    const started = await link.control('host', { action: 'start', sim: 'none', name });
    adopt(started);
    since = Math.min(since ?? Infinity, started.next_seq - 1);
  };
  const poll = async (): Promise<void> => {
    const code = device.codes.at(-1);
    const reply = await link.held('poll', { code, since, wait_ms: 20_000, name, st, replay: false, players });
    if (site.ended.aborted) return;
    if (!reply) await sleep(RETRY_MS, undefined, { signal: site.ended });
    if (reply?.status !== 'ok') return register();
    device.polls++;
    adopt(reply);
    device.received.push(...reply.items);
    since = reply.items.at(-1)?.seq ?? since;
    site.news.emit('received');
  };
  const device: HostDevice = {
    codes: [],
    received: [],
    labels: new Set(),
    polls: 0,
    async regenerate() {
      const moved = await link.control('host', { action: 'regenerate', keep_guests: true, rid: 'a new code' });
      adopt(moved);
      return moved;
    },
    done: untilEnded(site, register, poll),
  };
  return device;
}

interface GuestDevice {
  /** Answered putts in order. */
  readonly sent: { readonly putt: number; readonly status: string; readonly seq: number }[];
  /** Labels of its host in the state blocks. */
  readonly host_labels: Set<string>;
  heartbeats: number;
  code(): string;
  /** Stops sending putts; resolves when all sent ones are answered. */
  rest(): Promise<void>;
  readonly done: Promise<void>;
}

/**
 * Opens a guest that putts every `every_ms` milliseconds; it numbers its putts by `mps` and sends its own number as
 * `face`.
 */
export function openGuestDevice(
  site: Site,
  identity: DeviceIdentity,
  { number, host, every_ms }: { readonly number: number; readonly host: HostDevice; readonly every_ms: number },
): GuestDevice {
  const link = linkOf(site, identity);
  const presence = { name: `Guest ${number}`, players: [{ n: `G${number}`, h: 9 }], fol: true };
  let code = '';
  let st = '';
  const resting = new AbortController();
  const adopt = (reply: Reply): void => {
    code = reply.code ?? code;
    st = reply.state?.st ?? st;
    if (reply.host_label) device.host_labels.add(reply.host_label);
  };
  const putt = async (putts: number): Promise<void> => {
    const putted = { mps: putts, face: number, aoa: 0, ratio: 1.6 };
    const body = { code, name: presence.name, kind: 'putt', putt: putted, rid: `putt ${putts}` };
    const reply = await link.control('input', body);
    adopt(reply);
    device.sent.push({ putt: putts, status: reply.status, seq: reply.seq });
  };
  const play = async (): Promise<void> => {
    for (let putts = 1; !resting.signal.aborted; putts++) {
      await putt(putts);
      await sleep(every_ms, undefined, { signal: site.ended });
    }
  };
  let playing: Promise<void> = Promise.resolve();
  const join = async (): Promise<void> => {
    while (host.codes.length === 0 || host.polls === 0) await once(site.news, 'received', { signal: site.ended });
    code = itemAt(host.codes, -1);
    adopt(await link.control('join', { action: 'join', code, wait_ms: 0, st: '', ...presence }));
    playing = play();
  };
  const heartbeat = async (): Promise<void> => {
    const reply = await link.held('join', { action: 'heartbeat', code, wait_ms: 20_000, st, ...presence });
    if (site.ended.aborted) return;
    if (!reply) await sleep(RETRY_MS, undefined, { signal: site.ended });
    if (!reply) return;
    if (reply.status !== 'ok') throw new Error(`a heartbeat was answered ${reply.text}`);
    device.heartbeats++;
    adopt(reply);
  };
  const device: GuestDevice = {
    sent: [],
    host_labels: new Set(),
    heartbeats: 0,
    code: () => code,
    rest: async () => {
      resting.abort();
      await playing;
    },
    done: untilEnded(site, join, heartbeat),
  };
  return device;
}

/** Runs `begin`, then `again` repeatedly until the site ends. */
async function untilEnded({ ended }: Site, begin: () => Promise<void>, again: () => Promise<void>): Promise<void> {
  try {
    await begin();
    while (!ended.aborted) await again();
  } catch (thrown) {
    if (!ended.aborted) throw thrown;
  }
}
