// A relay and its clients at the socket level: requests are signed and serialized by hand, and answers parsed from
// bytes. The signature follows the spec and does not use the relay's code.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ExecutionContext } from 'ava';
import * as v from 'valibot';
import { createCloud, type Cloud } from '../../../cloud-stub/cloud.ts';
import type { DeviceIdentity } from '../../../cloud-stub/devices/device-registry.ts';
import { newIdentity } from '../../../cloud-stub/devices/new-identity.ts';
import { openCloudServer, openMetricsServer } from '../../../cloud-stub/http/server.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { createSystemRandom } from '../../../hal/random/random-system.ts';
import type { DeviceKey } from '../../../wire/signing.ts';
import { startPost } from './relay-http.ts';
import { httpCall } from '../process/http-call.ts';
import { valueOf } from '../results.ts';
import { sqliteEngine } from './sqlite-engine.ts';
import { keyOf } from '../device/device-key.ts';
import { fieldsOf, fieldsIn, readAs } from '../read-json.ts';

/** Deviations from a valid request. */
export interface Wrong {
  readonly device?: string;
  readonly timestamp?: string;
  readonly signature?: string;
  /** Bytes to send if they differ from the signed ones. */
  readonly sent?: Uint8Array;
}

export const unixS = (): number => Math.floor(Date.now() / 1000);

/** Returns the three headers of a request (relay §5). */
export function signedHeaders({ id, secret }: DeviceIdentity, body: string | Uint8Array, wrong: Wrong = {}) {
  const timestamp = wrong.timestamp ?? `${unixS()}`;
  const key = Buffer.from(secret, 'hex');
  const signature = wrong.signature ?? createHmac('sha256', key).update(`${timestamp}.`).update(body).digest('hex');
  return { 'X-Device-Id': wrong.device ?? id, 'X-Timestamp': timestamp, 'X-Signature': signature };
}

/** Returns a request as bytes, with `Content-Length` unless `headers` frame the body themselves. */
export function requestBytes(
  line: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array = '',
): Buffer {
  const framed = 'Transfer-Encoding' in headers || 'Content-Length' in headers;
  const all = { Host: 'relay', ...headers, ...(framed ? {} : { 'Content-Length': `${Buffer.byteLength(body)}` }) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${line} HTTP/1.1\r\n${head.join('')}\r\n`), Buffer.from(body)]);
}

/** Returns a body in chunks of this many bytes, without the terminating chunk. */
export function chunks(body: Uint8Array, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const part = Buffer.from(body.subarray(at, at + size));
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat(parts);
}

export const LAST_CHUNK = '0\r\n\r\n';

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** Parses the body as JSON. @throws If it is not JSON. */
  json(): Readonly<Record<string, unknown>>;
}

interface RawSocket {
  readonly socket: Socket;
  write(data: string | Uint8Array): void;
  /** Resolves with the next answer, in order of arrival; rejects if the connection ends first. */
  answer(): Promise<RawAnswer>;
  /** Resolves when either end has closed the connection. */
  readonly closed: Promise<unknown>;
}

/** Opens a connection that is closed after the test. */
export async function openSocket(t: ExecutionContext, origin: string): Promise<RawSocket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  t.teardown(() => socket.destroy());
  let bytes = Buffer.alloc(0);
  let ended = false;
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {}); // reset by the server; `closed` resolves too
  socket.on('data', (data: Buffer) => (bytes = Buffer.concat([bytes, data])));
  socket.on('end', () => socket.end());
  socket.on('close', () => (ended = true));
  await once(socket, 'connect');
  const answer = async (): Promise<RawAnswer> => {
    for (;;) {
      const read = firstAnswer(bytes);
      if (read) {
        bytes = bytes.subarray(read.length);
        return read.answer;
      }
      if (ended) throw new Error(`the connection ended after ${JSON.stringify(bytes.toString())}`);
      await Promise.race([once(socket, 'data'), closed]);
    }
  };
  return { socket, write: (data) => void socket.write(data), answer, closed };
}

/** Parses the first answer in these bytes and its length; null if it is incomplete. */
function firstAnswer(bytes: Buffer): { readonly answer: RawAnswer; readonly length: number } | null {
  const head_end = bytes.indexOf('\r\n\r\n');
  if (head_end < 0) return null;
  const [line = '', ...fields] = bytes.subarray(0, head_end).toString().split('\r\n');
  const status = Number(line.split(' ')[1]);
  const headers = Object.fromEntries(
    fields.map((field) => {
      const at = field.indexOf(':');
      return [field.slice(0, at).toLowerCase(), field.slice(at + 1).trim()];
    }),
  );
  const length = head_end + 4 + Number(headers['content-length'] ?? 0);
  if (bytes.length < length) return null;
  const text = bytes.subarray(head_end + 4, length).toString();
  return { answer: { status, headers, text, json: () => fieldsIn(text) }, length };
}

/** Parsed answer of the relay. */
export interface Answer {
  readonly http_status: number;
  readonly retry_after_s: number | undefined;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly status: string;
  readonly code: string;
  readonly st: string;
}

export interface Pending {
  readonly answer: Promise<Answer>;
  abort(): void;
}

/** Sends a signed request on a connection of its own. */
export function hold(
  origin: string,
  identity: DeviceIdentity,
  route: string,
  data: object | string | Uint8Array,
  wrong: Wrong = {},
): Pending {
  const body = typeof data === 'string' || data instanceof Uint8Array ? Buffer.from(data) : JSON.stringify(data);
  const bytes = Buffer.from(body);
  let abort = (): void => {};
  const answer = new Promise<Answer>((resolve) => {
    abort = startPost(
      origin,
      `/sim/${route}`,
      signedHeaders(identity, bytes, wrong),
      wrong.sent ?? bytes,
      (http_status, text, retry_after_s) => resolve(answerOf(http_status, text, retry_after_s)),
    );
  });
  return { answer, abort };
}

export const ask = (
  origin: string,
  identity: DeviceIdentity,
  route: string,
  data: object | string | Uint8Array,
  wrong: Wrong = {},
): Promise<Answer> => hold(origin, identity, route, data, wrong).answer;

function answerOf(http_status: number, text: string, retry_after_s: number | undefined): Answer {
  const body = fieldsIn(text);
  const state = fieldsOf(body['state'] ?? {});
  return {
    http_status,
    retry_after_s,
    text,
    body,
    status: String(body['status']),
    code: String(body['code']),
    st: readAs(v.optional(v.string(), ''), state['st']),
  };
}

/** Starts a host that has registered and polled once, so that guests may join. */
export async function startHost(origin: string, host: DeviceIdentity): Promise<Answer> {
  const { code } = await ask(origin, host, 'host', { action: 'start', name: 'Studio' });
  const polled = await ask(origin, host, 'poll', { code, since: 0, wait_ms: 0, players: [{ n: 'Ann', h: 3 }] });
  return { ...polled, code };
}

export interface SocketRelay {
  readonly origin: string;
  readonly metrics: string;
  readonly cloud: Cloud;
  readonly log: MemoryLog;
  /** Enrols a device. */
  enrol(): DeviceIdentity;
  close(): Promise<void>;
}

/** Starts a relay in this process, served over real sockets, whose held requests can be counted. */
export async function socketRelay(t: ExecutionContext, limited = true): Promise<SocketRelay> {
  const clock = createSystemClock();
  const log = createMemoryLog(clock);
  const random = createSystemRandom();
  const keys = new Map<string, DeviceKey>();
  const cloud = createCloud({
    clock,
    log,
    engine: sqliteEngine(t, { clock, random, soon: (run) => void setImmediate(run) }).engine,
    registry: { keyOf: (id) => keys.get(id) ?? null },
    limited,
  });
  const local = { host: '127.0.0.1', port: 0, log };
  const relay = valueOf(t, await openCloudServer(cloud, local));
  const metrics = valueOf(t, await openMetricsServer(cloud.metrics, local));
  const close = async (): Promise<void> => {
    await relay.close();
    await metrics.close();
    await cloud.close();
  };
  t.teardown(close);
  return {
    origin: relay.url,
    metrics: metrics.url,
    cloud,
    log,
    enrol() {
      const identity = newIdentity(random);
      keys.set(identity.id, keyOf(identity.secret));
      return identity;
    },
    close,
  };
}

const ATTEMPTS_MAX = 2000;

/** Calls the server's health check until the condition holds; false if it never does. */
export async function eventually(origin: string, holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts++) {
    if (await holds()) return true;
    await httpCall(origin, '/healthz');
  }
  return false;
}
