// The HTTP shell of the relay, byte by byte over real sockets: methods and paths, framing and limits, and persistent,
// broken and slow connections.

import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { httpCall } from '../../support/process/http-call.ts';
import {
  ask,
  chunks,
  eventually,
  hold,
  LAST_CHUNK,
  openSocket,
  requestBytes,
  signedHeaders,
  socketRelay,
  startHost,
} from '../../support/relay/relay-sockets.ts';
import { readAs } from '../../support/read-json.ts';
import { exactly } from '../../support/items.ts';

const ROUTES = ['host', 'poll', 'join', 'input'];
const BODY_BYTES_MAX = 16_384;
const START = JSON.stringify({ action: 'start', name: 'Studio' });

/** Returns a `start` body of exactly this length. */
const startOfBytes = (bytes: number): string => START + ' '.repeat(bytes - START.length);

test('[C9] answers other methods than POST with 405 and other paths with 404, in JSON', async (t) => {
  const { origin } = await socketRelay(t);
  for (const route of ROUTES)
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const answer = await httpCall(origin, `/sim/${route}`, { method });
      t.is(answer.status, 405, `${method} ${route}`);
      t.deepEqual(answer.json(), { error: 'method_not_allowed', message: `${method} is not allowed at this address.` });
      t.regex(String(answer.headers['content-type']), /^application\/json/);
    }
  const head = await httpCall(origin, '/sim/poll', { method: 'HEAD' });
  t.deepEqual([head.status, head.text], [405, '']);
  for (const path of ['/', '/sim', '/sim/', '/sim/hosts', '/sim/host/', '/SIM/HOST', '//sim/host', '/sim/%68ost%2f']) {
    const answer = await httpCall(origin, path, { method: 'POST', body: START });
    t.is(answer.status, 404, path);
    t.deepEqual(answer.json(), { error: 'not_found', message: 'Nothing at this address.' });
  }
  t.is((await httpCall(origin, '/sim/%zz', { method: 'POST' })).status, 400);
  t.is((await httpCall(origin, '/healthz')).status, 200, 'keeps running');
});

test('[C9] a 405 names the allowed method', async (t) => {
  const { origin } = await socketRelay(t);
  const answer = await httpCall(origin, '/sim/host');
  t.is(answer.status, 405);
  t.regex(String(answer.headers['allow']), /\bPOST\b/);
});

/** Content types of clients, all with a JSON body; undefined sends no header. */
const CONTENT_TYPES = [undefined, 'application/json', 'text/plain', 'application/json; charset=latin1', 'image/png'];
const NO_CONTENT_TYPES = ['x', '', '; ;', '/'];

const takesContentType = async (t: ExecutionContext, type: string | undefined): Promise<void> => {
  const { origin, enrol } = await socketRelay(t);
  const socket = await openSocket(t, origin);
  const header = type === undefined ? {} : { 'Content-Type': type };
  socket.write(requestBytes('POST /sim/host', { ...header, ...signedHeaders(enrol(), START) }, START));
  const answer = await socket.answer();
  t.is(answer.status, 200, answer.text);
  t.is(answer.headers['content-type'], 'application/json; charset=utf-8');
  t.is(answer.json()['status'], 'ok');
};

for (const type of CONTENT_TYPES)
  test(`[R93] accepts the content type ${JSON.stringify(type) ?? 'nothing'}`, takesContentType, type);

for (const type of NO_CONTENT_TYPES)
  test(`[R93] accepts the invalid content type ${JSON.stringify(type)}`, takesContentType, type);

test('[R93] accepts chunks of any size, and verifies the signature of the raw bytes', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  const host = enrol();
  const body = Buffer.from(JSON.stringify({ action: 'start', name: 'Café ⛳ "Ω"' }));
  for (const size of [1, 2, 7, body.length]) {
    const socket = await openSocket(t, origin);
    const headers = { ...signedHeaders(host, body), 'Transfer-Encoding': 'chunked' };
    socket.write(requestBytes('POST /sim/host', headers, Buffer.concat([chunks(body, size), Buffer.from(LAST_CHUNK)])));
    t.is((await socket.answer()).json()['status'], 'ok', `${size}`);
  }
});

test('[C9] accepts 16,384 body bytes and answers one more with 413, with a length or chunked', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  const host = enrol();
  for (const [bytes, status] of [
    [BODY_BYTES_MAX, 200],
    [BODY_BYTES_MAX + 1, 413],
  ] as const) {
    const body = Buffer.from(startOfBytes(bytes));
    const headers = signedHeaders(host, body);
    const whole = requestBytes('POST /sim/host', headers, body);
    const chunked = requestBytes(
      'POST /sim/host',
      { ...headers, 'Transfer-Encoding': 'chunked' },
      Buffer.concat([chunks(body, 1000), Buffer.from(LAST_CHUNK)]),
    );
    for (const [framing, request] of Object.entries({ whole, chunked })) {
      const socket = await openSocket(t, origin);
      socket.write(request);
      const answer = await socket.answer();
      t.is(answer.status, status, `${bytes} ${framing}`);
      t.is(answer.json()['status'], status === 200 ? 'ok' : 'malformed', `${bytes} ${framing}`);
      if (status === 413) t.is(answer.json()['state'], undefined);
    }
  }
});

test('[C9] answers an oversized or endless body with 413 before it ends', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  const announced = await openSocket(t, origin);
  announced.write(requestBytes('POST /sim/host', { 'Content-Length': '100000000' }));
  t.is((await announced.answer()).status, 413);

  const endless = await openSocket(t, origin);
  const signed = signedHeaders(enrol(), '');
  endless.write(requestBytes('POST /sim/host', { ...signed, 'Transfer-Encoding': 'chunked' }));
  const piece = chunks(Buffer.alloc(1000, 0x20), 1000);
  for (let i = 0; i < 17; i++) endless.write(piece);
  const answer = await endless.answer();
  t.deepEqual([answer.status, answer.json()['status']], [413, 'malformed']);
});

test('[C9] answers oversized headers with 431 and non-HTTP with 400', async (t) => {
  const { origin } = await socketRelay(t);
  const long = await openSocket(t, origin);
  long.write(requestBytes('POST /sim/host', { 'X-Long': 'x'.repeat(40_000) }));
  const refused = await long.answer();
  t.deepEqual([refused.status, refused.json()['message']], [431, 'The headers of the request are too long.']);
  await long.closed;
  for (const nonsense of ['Dear Ann,\r\n\r\n', '\u0016\u0003\u0001\u0002\u0000', 'POST /sim/host HTTP/9.9\r\n\r\n']) {
    const socket = await openSocket(t, origin);
    socket.write(nonsense);
    const answer = await socket.answer();
    t.deepEqual([answer.status, answer.json()['message']], [400, 'This is not a valid HTTP request.']);
    await socket.closed;
  }
  t.is((await httpCall(origin, '/healthz')).status, 200, 'keeps running');
});

test('[C9] refuses a body framed in two ways, to prevent request smuggling', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  const headers = signedHeaders(enrol(), START);
  const inner = requestBytes('GET /healthz', {});
  const both = { ...headers, 'Content-Length': '5', 'Transfer-Encoding': 'chunked' };
  const socket = await openSocket(t, origin);
  socket.write(requestBytes('POST /sim/host', both, Buffer.concat([Buffer.from(LAST_CHUNK), inner])));
  t.is((await socket.answer()).status, 400);
  await socket.closed;
  await t.throwsAsync(socket.answer());
});

test('[R92] refuses a repeated signature header, even with the same value', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  const host = enrol();
  for (const name of ['X-Device-Id', 'X-Timestamp', 'X-Signature'] as const)
    for (const again of ['the same', 'another']) {
      const headers = signedHeaders(host, START);
      const twice = `${name.toLowerCase()}: ${again === 'another' ? '0' : headers[name]}\r\n`;
      const request = requestBytes('POST /sim/host', headers, START).toString();
      const socket = await openSocket(t, origin);
      socket.write(request.replace('Host: relay\r\n', `Host: relay\r\n${twice}`));
      const answer = await socket.answer();
      t.deepEqual([answer.status, answer.json()['status']], [401, 'unauthorized'], `${name} ${again}`);
    }
});

test('[R93] answers Expect: 100-continue, then the body', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  const socket = await openSocket(t, origin);
  const headers = { ...signedHeaders(enrol(), START), Expect: '100-continue', 'Content-Length': `${START.length}` };
  socket.write(requestBytes('POST /sim/host', headers));
  t.is((await socket.answer()).status, 100);
  socket.write(START);
  const answer = await socket.answer();
  t.deepEqual([answer.status, answer.json()['status']], [200, 'ok']);
});

test('[R46] answers pipelined requests in order, even held ones', async (t) => {
  const { origin, enrol, cloud } = await socketRelay(t);
  const [host, guest] = [enrol(), enrol()];
  const { code } = await startHost(origin, host);
  const joined = await ask(origin, guest, 'join', { action: 'join', code, players: [{ n: 'Bob', h: 9 }] });
  const socket = await openSocket(t, origin);
  const beat = JSON.stringify({ action: 'heartbeat', code, wait_ms: 20_000, st: joined.st });
  const names = ['First', 'Second'].map((name) => JSON.stringify({ action: 'start', name }));
  socket.write(
    Buffer.concat([
      requestBytes('POST /sim/join', signedHeaders(guest, beat), beat),
      ...names.map((name) => requestBytes('POST /sim/host', signedHeaders(host, name), name)),
      requestBytes('GET /nowhere', {}),
      requestBytes('GET /healthz', {}),
    ]),
  );
  t.true(await eventually(origin, () => cloud.stats().held === 1));
  t.is((await ask(origin, guest, 'input', { code, kind: 'aim', steps: 5 })).status, 'ok');
  const woken = (await socket.answer()).json();
  t.is(readAs(v.object({ ev: v.object({ steps: v.number() }) }), woken['state']).ev.steps, 5);
  t.deepEqual([(await socket.answer()).json()['status'], (await socket.answer()).json()['next_seq']], ['ok', 1]);
  t.deepEqual([(await socket.answer()).status, (await socket.answer()).status], [404, 200]);
});

test('[C9] refuses a request with two Host headers', async (t) => {
  const { origin } = await socketRelay(t);
  const socket = await openSocket(t, origin);
  socket.write('GET /healthz HTTP/1.1\r\nHost: relay\r\nHost: another\r\n\r\n');
  t.is((await socket.answer()).status, 400);
  socket.write('GET /healthz HTTP/1.1\r\nHost: relay\r\n\r\n');
  t.is((await socket.answer()).status, 200);
});

test('[R58] keeps an idle connection for longer than a hold and a retry', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  const socket = await openSocket(t, origin);
  socket.write(requestBytes('POST /sim/host', signedHeaders(enrol(), START), START));
  const { headers } = await socket.answer();
  t.is(headers['connection'], 'keep-alive');
  t.true(Number(/timeout=(\d+)/.exec(headers['keep-alive'] ?? '')?.[1]) > 50, headers['keep-alive']);
  socket.write(requestBytes('GET /healthz', { Connection: 'close' }));
  t.is((await socket.answer()).headers['connection'], 'close');
  await socket.closed;
});

test('[R57] clients that disconnect during a hold leave nothing behind', async (t) => {
  const { origin, enrol, cloud } = await socketRelay(t, false);
  const hosts = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const host = enrol();
      return { host, ...(await startHost(origin, host)) };
    }),
  );
  const bodyOf = ({ code, st }: { code: string; st: string }) =>
    JSON.stringify({ code, since: 0, wait_ms: 20_000, st });
  const sockets = await Promise.all(
    hosts.map(async (each) => {
      const socket = await openSocket(t, origin);
      const body = bodyOf(each);
      socket.write(requestBytes('POST /sim/poll', signedHeaders(each.host, body), body));
      return socket;
    }),
  );
  t.true(await eventually(origin, () => cloud.stats().held === 50));
  for (const [i, { socket }] of sockets.entries()) {
    if (i % 3 === 0) socket.destroy();
    else if (i % 3 === 1) socket.resetAndDestroy();
    else socket.end(); // half closed: still writable
  }
  t.true(await eventually(origin, () => cloud.stats().held === 0));

  const hasty = hosts.map((each) => {
    const held = hold(origin, each.host, 'poll', bodyOf(each));
    held.abort();
    return each;
  });
  await Promise.all(
    hasty.map(async (each) => {
      const { socket } = await openSocket(t, origin);
      const body = bodyOf(each);
      socket.write(requestBytes('POST /sim/poll', signedHeaders(each.host, body), body), () => socket.destroy());
      await once(socket, 'close');
    }),
  );
  t.true(await eventually(origin, () => cloud.stats().held === 0));
});

test('[R57] a client that disconnects with several held requests leaves none behind', async (t) => {
  const { origin, enrol, cloud } = await socketRelay(t, false);
  const socket = await openSocket(t, origin);
  for (let i = 0; i < 10; i++) {
    const host = enrol();
    const { code, st } = await startHost(origin, host);
    const body = JSON.stringify({ code, since: 0, wait_ms: 20_000, st });
    socket.write(requestBytes('POST /sim/poll', signedHeaders(host, body), body));
  }
  t.true(await eventually(origin, () => cloud.stats().held === 10));
  socket.socket.destroy();
  t.true(await eventually(origin, () => cloud.stats().held === 0));
});

test('[R57] cuts off slow headers and bodies, but not a held request', async (t) => {
  const { origin, enrol, cloud } = await socketRelay(t);
  const host = enrol();
  const { code, st } = await startHost(origin, host);
  const poll = hold(origin, host, 'poll', { code, since: 0, wait_ms: 20_000, st });
  const dawdlers = await Promise.all(['', 'POST /sim/ho', 'head', 'body', 'chunks'].map(() => openSocket(t, origin)));
  const [silent, line, head, body, chunked] = exactly(5, dawdlers);
  line.write('POST /sim/ho');
  head.write('POST /sim/host HTTP/1.1\r\nHost: relay\r\nX-Long: ');
  const signed = signedHeaders(host, '');
  body.write(requestBytes('POST /sim/host', { ...signed, 'Content-Length': '100' }, '{"action"'));
  chunked.write(requestBytes('POST /sim/host', { ...signed, 'Transfer-Encoding': 'chunked' }));
  const drip = setInterval(() => {
    head.write('x');
    chunked.write(chunks(Buffer.from(' '), 1));
  }, 500);
  t.teardown(() => clearInterval(drip));
  for (const dawdler of [line, head, body, chunked]) t.is((await dawdler.answer()).status, 408);
  for (const { closed } of [silent, line, head, body, chunked]) await closed;
  t.is(cloud.stats().held, 1);
  t.is((await ask(origin, host, 'host', { action: 'start', exp: { mode: 9, gen: 2, cfg: {} } })).status, 'ok');
  t.is((await poll.answer).status, 'ok');
});

test('[R57] a closing server answers held requests and closes all other connections', async (t) => {
  const { origin, enrol, cloud, close, log } = await socketRelay(t);
  const host = enrol();
  const { code, st } = await startHost(origin, host);
  const poll = hold(origin, host, 'poll', { code, since: 0, wait_ms: 20_000, st });
  const idle = await openSocket(t, origin);
  const started = await openSocket(t, origin);
  started.write('POST /sim/host HTTP/1.1\r\n');
  t.true(await eventually(origin, () => cloud.stats().held === 1));
  await close();
  const answer = await poll.answer;
  t.deepEqual([answer.http_status, answer.status, answer.st], [200, 'ok', st]);
  await Promise.all([idle.closed, started.closed]);
  t.deepEqual(log.lines(), []);
  await t.throwsAsync(openSocket(t, origin));
});

test('[cli] serves metrics only at /metrics, without a signature', async (t) => {
  const { origin, metrics } = await socketRelay(t);
  t.is((await httpCall(metrics, '/metrics')).status, 200);
  t.is((await httpCall(metrics, '/')).status, 404);
  t.is((await httpCall(metrics, '/metrics', { method: 'POST' })).status, 405);
  t.is((await httpCall(origin, '/metrics')).status, 404);
});
