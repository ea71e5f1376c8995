// Tests of real HTTP over the loopback interface in real time; they wait for events only.

import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createUndiciHttp, type UndiciHttp } from '../../../hal/http/http-undici.ts';
import { valueOf } from '../../support/results.ts';
import {
  ask,
  fetched,
  httpConformance,
  post,
  refusesLargeBodies,
  statusIsEnough,
  type HttpFactory,
  type ServedCall,
} from './http-conformance.ts';
import { portOf } from '../../support/process/port-of.ts';

const LOOPBACK = '127.0.0.1';
const until = <T>(done: Promise<T>): Promise<T> => done;

/** Starts a server that closes after the test. @returns Its origin. */
async function listen(t: ExecutionContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, LOOPBACK);
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://${LOOPBACK}:${portOf(server)}`;
}

function open(t: ExecutionContext): UndiciHttp {
  const http = createUndiciHttp();
  t.teardown(() => http.close());
  return http;
}

/** Sends half of the announced body, then closes the connection. */
function breakOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': '10' });
  response.write('{"sta', () => response.destroy());
}

const serve = (t: ExecutionContext, onCall: (call: ServedCall) => void): Promise<string> =>
  listen(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () =>
      onCall({
        method: request.method,
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        respond(answer) {
          const location = 'location' in answer ? answer.location : undefined;
          const headers = 'headers' in answer ? answer.headers : {};
          response.writeHead(answer.status, location === undefined ? headers : { location });
          response.end('bytes' in answer ? answer.bytes : answer.text);
        },
        breakOff: () => breakOff(response),
        gone: new Promise((resolve) => response.on('close', () => !response.writableEnded && resolve())),
      }),
    );
  });

const loopback: HttpFactory = (t) =>
  Promise.resolve({
    http: open(t),
    until,
    // Port below 1024, so that no user program listens there by chance.
    closed: `http://${LOOPBACK}:1`,
    serve: (onCall) => serve(t, onCall),
  });

httpConformance(test, loopback);
test('[http] refuses an oversized body with a one-line error', refusesLargeBodies(loopback));
test('[http] does not wait for the body if the status is enough', statusIsEnough(loopback));

test('[http] sends a POST with its content length', async (t) => {
  const received: (string | undefined)[] = [];
  const origin = await listen(t, ({ method, headers }, response) => {
    received.push(method, headers['content-length'], headers['transfer-encoding']);
    response.end();
  });
  await ask({ http: open(t) }, post(`${origin}/a`, '{"a":1}')).answered;
  t.deepEqual(received, ['POST', '7', undefined]);
});

test('[http] joins characters split across chunks and survives invalid UTF-8', async (t) => {
  const pieces = [Buffer.from([0x67, 0xc3]), Buffer.from([0xbc, 0xe2, 0x9b]), Buffer.from([0xb3, 0xff, 0x21])];
  const origin = await listen(t, (_, response) => {
    const [first, second, last] = pieces;
    response.write(first, () => response.write(second, () => response.end(last)));
  });
  const answer = await ask({ http: open(t) }, post(`${origin}/a`)).answered;
  t.is(valueOf(t, answer).text, 'gü⛳\ufffd!');
});

test('[http] refuses an endless body once it is too large and closes the connection', async (t) => {
  let closed: () => void = () => {};
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const origin = await listen(t, (_, response) => {
    response.on('close', closed);
    const more = (): void => void (response.writable && response.write('x'.repeat(10_000), more));
    more();
  });
  const answer = await ask({ http: open(t) }, post(`${origin}/a`)).answered;
  t.is(answer.ok ? '' : answer.error.code, 'http_too_large');
  await gone;
  t.pass();
});

test('[http] fails if the server hangs up before answering or does not speak HTTP', async (t) => {
  let calls = 0;
  const origin = await listen(t, (request) => {
    calls++;
    request.socket.resetAndDestroy();
  });
  const hung_up = await ask({ http: open(t) }, post(`${origin}/a`)).answered;
  t.is(hung_up.ok ? '' : hung_up.error.code, 'http_failed', 'the request may have arrived');
  t.is(hung_up.ok ? '' : hung_up.error.message, `${new URL(origin).host} closed the connection.`);
  t.is(calls, 1);
  const nonsense = await listen(t, (request) => void request.socket.end('SSH-2.0-OpenSSH_9.9\r\n'));
  const spoken = await ask({ http: open(t) }, post(`${nonsense}/a`)).answered;
  t.is(spoken.ok ? '' : spoken.error.code, 'http_failed');
  t.regex(spoken.ok ? '' : spoken.error.message, /^127\.0\.0\.1:\d+ [^\n]+\.$/);
});

test('[http] returns a status whose body never ends and closes the connection', async (t) => {
  let closed: () => void = () => {};
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const origin = await listen(t, (_, response) => {
    response.on('close', closed);
    response.writeHead(200);
    response.write('x');
  });
  const answer = await ask({ http: open(t) }, { ...post(`${origin}/a`), wants_body: false }).answered;
  t.deepEqual(valueOf(t, answer), { status: 200, text: '' });
  await gone;
});

test('[http] lets the server finish its body if the caller cancels after the status', async (t) => {
  const ports = new Set<number | undefined>();
  let finish: () => void = () => {};
  let written: () => void = () => {};
  const origin = await listen(t, (request, response) => {
    ports.add(request.socket.remotePort);
    request.resume();
    response.flushHeaders();
    // The body follows long after the caller has the status.
    finish = () => response.end('the rest', written);
  });
  const http = open(t);
  for (let n = 0; n < 8; n++) {
    const whole = new Promise<void>((resolve) => (written = resolve));
    const request = ask({ http }, { ...post(`${origin}/a`), wants_body: false });
    t.is(valueOf(t, await request.answered).status, 200);
    request.cancel();
    await new Promise((resolve) => setImmediate(resolve));
    finish();
    await whole;
  }
  // The next request may start before the last one has released its connection.
  t.true(ports.size <= 2, `${ports.size}`);
});

test('[C55] reaches an origin through its route, under its own host name', async (t) => {
  const received: (string | undefined)[] = [];
  const there = await listen(t, (request, response) => {
    received.push(request.url, request.headers.host);
    response.end('there');
  });
  const http = createUndiciHttp({ routes: { 'http://192.168.1.20:8080': there } });
  t.teardown(() => http.close());
  const answer = await ask({ http }, post('http://192.168.1.20:8080/service/shot?a=1')).answered;
  t.is(valueOf(t, answer).text, 'there');
  t.deepEqual(received, ['/service/shot?a=1', '192.168.1.20:8080']);
});

test('[http] fails on an unknown host name', async (t) => {
  // Longer than a DNS label may be, so that no name server is queried.
  const host = `${'a'.repeat(64)}.invalid`;
  const answer = await ask({ http: open(t) }, post(`http://${host}/a`)).answered;
  t.is(answer.ok ? '' : answer.error.message, `${host} was not found.`);
});

test('[http] reuses connections for later requests', async (t) => {
  const ports = new Set<number | undefined>();
  const origin = await listen(t, (request, response) => {
    ports.add(request.socket.remotePort);
    request.resume().on('end', () => response.end('yes'));
  });
  const http = open(t);
  for (let n = 0; n < 20; n++) await ask({ http }, post(`${origin}/a`)).answered;
  // The next request may start before the last one has released its connection.
  t.true(ports.size <= 2, `${ports.size}`);
});

test('[http] close ends pending requests once, and later ones fail', async (t) => {
  const http = open(t);
  let arrived: (call: ServedCall) => void = () => {};
  const call = new Promise<ServedCall>((resolve) => (arrived = resolve));
  const origin = await serve(t, (each) => arrived(each));
  const pending = ask({ http }, post(`${origin}/a`));
  const held = await call;
  await http.close();
  await held.gone;
  const afterwards = ask({ http }, post(`${origin}/a`));
  for (const request of [pending, afterwards]) {
    const answer = await request.answered;
    t.is(answer.ok ? '' : answer.error.code, 'http_failed');
    t.is(request.answers.length, 1);
    t.false(request.early());
  }
});

/** Starts a server that answers each connection with these bytes and closes it. */
async function answersRaw(t: ExecutionContext, bytes: string): Promise<string> {
  const server = createTcpServer((socket) => socket.on('error', () => {}).end(bytes)).listen(0, LOOPBACK);
  await once(server, 'listening');
  t.teardown(() => server.close());
  return `${LOOPBACK}:${portOf(server)}`;
}

for (const [answer, bytes] of [
  ['a greeting that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a status that is not a number', 'HTTP/1.1 abc OK\r\n\r\n'],
  ['a header without a name', 'HTTP/1.1 200 OK\r\n: x\r\n\r\n'],
  ['a length that is not a number', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'],
  ['a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'],
  ['headers without an end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`],
] as const)
  test(`[ui] reports ${answer} in plain words, without parser terms`, async (t) => {
    const host = await answersRaw(t, bytes);
    const failed = await fetched({ http: open(t) }, `http://${host}/`).answered;
    t.false(failed.ok);
    t.is(failed.ok ? '' : failed.error.message, `${host} does not speak HTTP.`);
  });

test('[ui] reports a server without TLS and an impossible port', async (t) => {
  const host = await answersRaw(t, 'HTTP/1.1 400 Bad Request\r\n\r\n');
  const failed = await fetched({ http: open(t) }, `https://${host}/`).answered;
  t.is(failed.ok ? '' : failed.error.message, `${host} does not speak HTTPS.`);
  for (const url of [`http://${LOOPBACK}:99999/`, 'ftp://127.0.0.1/']) {
    const odd = await fetched({ http: open(t) }, url).answered;
    t.regex(odd.ok ? '' : odd.error.message, /cannot be reached at this address\.$/, url);
  }
});
