// No unauthenticated request blocks other requests: measures the longest event-loop stall for every path of a cloud,
// with the worst bodies and headers.

import { connect } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openCloud } from '../../bin/cloud/open-cloud.ts';
import { formFields } from '../../cloud-stub/http/form-body.ts';
import type { Route } from '../../cloud-stub/http/route.ts';
import { bodyBytesMax } from '../../cloud-stub/http/route.ts';
import { IDENTITY_POSTS } from '../../cloud-stub/accounts/endpoint.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { BODY_BYTES_MAX } from '../../wire/limits.ts';
import { createVisitor } from '../support/store/identity-world.ts';
import { requestBytes } from '../support/relay/relay-sockets.ts';
import { longestTurn } from '../support/process/longest-turn.ts';
import { valueOf } from '../support/results.ts';
import { cookieLine } from '../support/store/site-world.ts';
import { fakeCheck, SUPPORT_KEY } from '../support/store/store-world.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { bytesOf, WORST_HEADS, worstBodies, type WorstBody } from '../support/store/worst-requests.ts';

const LIMIT_MS = 50;
/** The first run of any code is the slowest. */
const TRIES = 6;

interface AnonymousClient {
  readonly origin: string;
  readonly routes: readonly Route[];
  /** Cookies of a browser that has started to sign in. */
  readonly cookie: string;
  readonly uid: string;
}

async function openAnonymousClient(t: ExecutionContext): Promise<AnonymousClient> {
  const clock = createSystemClock();
  const log = createMemoryLog(clock);
  log.onLine(({ level, text }) => level === 'error' && t.fail(text));
  const data = await temporaryFolder(t);
  const opened = await openCloud({
    clock,
    log,
    host: '127.0.0.1',
    port: 0,
    data,
    devices: join(data, 'devices.json'),
    limited: false,
    store: { check: fakeCheck, support_key: SUPPORT_KEY, issuer: null },
  });
  const { cloud, url: origin, close } = valueOf(t, opened);
  t.teardown(close);
  const visitor = createVisitor(origin);
  await visitor.open('/id/device');
  await visitor.open('/support');
  const { url } = await visitor.open('/own/new');
  const uid = url.pathname.split('/').at(-1) ?? '';
  t.true(uid.length > 20);
  return { origin, routes: cloud.router.routes, cookie: cookieLine(visitor.cookies), uid };
}

async function send(origin: string, bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // the server may close during a long body
  socket.on('data', () => {});
  socket.write(bytes);
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.on('close', () => resolve());
  await promise;
}

/** Returns the shortest of several tries; one suffices if it is far below the limit. */
async function stallOf(work: () => Promise<void>): Promise<number> {
  let least_ms = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && least_ms > LIMIT_MS / 2; tries++)
    least_ms = Math.min(least_ms, await longestTurn(work));
  return least_ms;
}

interface RequestCase {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sent?: WorstBody;
  /** Fills one socket read with repetitions of the request. */
  readonly pipelined?: boolean;
  readonly what: string;
}

/** Bytes that a server reads from a socket in one read. */
const READ_BYTES = 65_536;

function pipelinedBytes(line: string, headers: RequestCase['headers']): Buffer {
  const one = requestBytes(line, headers);
  const last = bytesOf(line, headers);
  const count = Math.floor((READ_BYTES - last.length) / one.length);
  return Buffer.concat([Buffer.alloc(count * one.length, one), last]);
}

/** Asserts the limit, and logs the longest stall of each path. */
async function staysBelow(t: ExecutionContext, origin: string, requests: readonly RequestCase[]): Promise<void> {
  const stalls: { readonly ms: number; readonly name: string }[] = [];
  for (const { line, headers, sent, pipelined, what } of requests) {
    const bytes = pipelined ? pipelinedBytes(line, headers) : bytesOf(line, headers, sent);
    const ms = await stallOf(() => send(origin, bytes));
    stalls.push({ ms, name: `${line.slice(0, 60)}: ${what}` });
  }
  stalls.sort((one, other) => other.ms - one.ms);
  for (const { ms, name } of stalls.slice(0, 5)) t.log(`${ms.toFixed(1)} ms  ${name}`);
  t.deepEqual(
    stalls.filter(({ ms }) => ms > LIMIT_MS),
    [],
  );
}

const pathOf = (path: string, { uid }: AnonymousClient): string =>
  path.replace(':code', '7K3QZ').replace(':hash', 'a'.repeat(64)).replace(':uid', uid);

/** Returns every route of the cloud that accepts a body, with its size limit. */
function takingBodies(visited: AnonymousClient): readonly (readonly [line: string, bytes: number])[] {
  const of_routes = visited.routes.flatMap((route) =>
    Object.keys(route.methods)
      .filter((method) => method !== 'GET' && method !== 'HEAD')
      .map((method) => [`${method} ${pathOf(route.path, visited)}`, bodyBytesMax(route)] as const),
  );
  const of_identity = IDENTITY_POSTS.map((path) => [`POST /id${pathOf(path, visited)}`, BODY_BYTES_MAX] as const);
  return [...of_routes, ...of_identity];
}

test.serial('[R150] no unauthenticated body blocks the event loop for 50 ms, on any route', async (t) => {
  const visited = await openAnonymousClient(t);
  const lines = takingBodies(visited);
  t.true(lines.length > 50);
  const headers = { Cookie: visited.cookie, 'Sec-Fetch-Site': 'same-origin' };
  const bodies = new Map([...new Set(lines.map(([, bytes]) => bytes))].map((bytes) => [bytes, worstBodies(bytes)]));
  const requests = lines.flatMap(([line, bytes]) =>
    (bodies.get(bytes) ?? []).map((sent) => ({ line, headers, sent, what: sent.what })),
  );
  t.log(`${lines.length} addresses, ${requests.length} bodies`);
  await staysBelow(t, visited.origin, requests);
});

/** Returns every route of the cloud, with one method. */
function readable(visited: AnonymousClient): readonly string[] {
  const of_routes = visited.routes.flatMap(({ path, methods }) =>
    Object.keys(methods)
      .slice(0, 1)
      .map((method) => `${method} ${pathOf(path, visited)}`),
  );
  const of_identity = ['/auth', '/auth/x', '/device', '/jwks', '/session/end', '/interaction/:uid', '/outbox', ''].map(
    (path) => `GET /id${pathOf(path, visited)}`,
  );
  return [...of_routes, ...of_identity, 'GET /nothing'];
}

test.serial('[R150] [C170] pipelined unauthenticated requests block the event loop for less than 50 ms', async (t) => {
  const visited = await openAnonymousClient(t);
  const lines = new Set([...readable(visited), ...takingBodies(visited).map(([line]) => line)]);
  t.true(lines.size > 100);
  const { cookie } = visited;
  const requests = [...lines].flatMap((line) => [
    { line, headers: {}, pipelined: true, what: 'pipelined' },
    { line, headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' }, pipelined: true, what: 'with cookies' },
  ]);
  await staysBelow(t, visited.origin, requests);
});

test.serial('[R150] no unauthenticated header block holds the event loop for 50 ms, on any route', async (t) => {
  const visited = await openAnonymousClient(t);
  const requests = readable(visited).flatMap((line) =>
    WORST_HEADS.map(({ what, more = '', headers = {} }) => ({
      line,
      more,
      headers: { Cookie: visited.cookie, ...headers },
      what,
    })),
  );
  t.log(`${requests.length} heads`);
  await staysBelow(
    t,
    visited.origin,
    requests.map(({ line, more, ...rest }) => ({ ...rest, line: `${line}${more}` })),
  );
});

/** Half a megabyte, the most in a form that publishes a script. */
const FORM_BYTES = 524_000;

for (const unit of ['+', '%20', '%ff', '+%20', '+%', 'ü+'])
  test.serial(`[R150] parses five of the longest forms in less than 50 ms: a=${unit}${unit}…`, async (t) => {
    const body = Buffer.from(`a=${unit.repeat(FORM_BYTES / Buffer.byteLength(unit))}`);
    const ms = await stallOf(async () => {
      for (let i = 0; i < 5; i++) t.is(formFields('application/x-www-form-urlencoded', body)?.length, 1);
    });
    t.true(ms < LIMIT_MS, `${ms} ms`);
  });
