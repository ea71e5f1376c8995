// Guards on every answer of the panel's server: refusals, headers, upgrades and hostile requests.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'ava';
import * as v from 'valibot';
import { httpCall } from '../../support/process/http-call.ts';
import { panelFixture, type PanelFixture } from '../../support/panel/panel-fixture.ts';
import { TIMEOUT_MS } from '../../support/process/timeouts.ts';
import { readAs, readJson } from '../../support/read-json.ts';

const refusal = v.looseObject({ error: v.string(), message: v.string() });
type Refusal = v.InferOutput<typeof refusal>;

const PATHS = ['/', '/app.js', '/api/devices', '/api/devices/0/screen.png', '/api/devices/9/state', '/nothing', '/%zz'];

test('[panel] answers 401 on every path without the token', async (t) => {
  const { origin, panel } = await panelFixture(t);
  const message = 'The token is missing or wrong: scan the code on the device, or use the address that tapin printed.';
  for (const path of PATHS)
    for (const headers of [{}, { Authorization: 'Bearer wrong' }, { Authorization: `Basic ${panel.token}` }]) {
      const answer = await httpCall(origin, path, { headers });
      t.is(answer.status, 401, path);
      t.deepEqual(answer.json(), { error: 'unauthorized', message });
    }
  t.is((await httpCall(origin, '/api/devices/0/strike', { method: 'POST', body: '{' })).status, 401);
  t.is((await httpCall(origin, `/api/devices?token=${panel.token}`)).status, 200);
});

test('[panel] shows a page with the reason to a browser without the token', async (t) => {
  const { origin } = await panelFixture(t);
  for (const path of ['/', '/?token=old', '/?token=%3Cscript%3E', '/set-up', '/set-up?token=old']) {
    const answer = await httpCall(origin, path, { headers: { Accept: 'text/html,*/*' } });
    t.is(answer.status, 401);
    t.regex(String(answer.headers['content-type']), /^text\/html/);
    t.regex(
      answer.text,
      /<p>This link is incomplete, or has ended\. Scan the code on the device again: .* use the address that tapin printed\.<\/p>/,
    );
    t.notRegex(answer.text, /script|old/);
  }
});

test('[panel] answers 403 on every path for another host or origin, even with the token', async (t) => {
  const { call } = await panelFixture(t);
  const foreign_headers = {
    forbidden_host: { Host: 'evil.example' },
    forbidden_origin: { Origin: 'http://evil.example' },
  };
  for (const path of PATHS)
    for (const [error, headers] of Object.entries(foreign_headers)) {
      const answer = await call(path, { headers });
      t.is(answer.status, 403, path);
      t.like(answer.json(), { error });
      t.regex(readAs(refusal, answer.json()).message, /^[A-Z][^\n]+\.$/);
    }
});

test('[panel] sends security headers with answers and refusals, and allows no other origin', async (t) => {
  const { call, origin } = await panelFixture(t);
  const answers = [
    await call('/'),
    await call('/api/devices'),
    await call('/api/devices/0/screen.png'),
    await call('/nothing'),
    await call('/%zz'),
    await httpCall(origin, '/'),
    await call('/api/devices', {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    }),
    await call('/', { headers: { Origin: 'http://evil.example' } }),
  ];
  for (const { headers } of answers) {
    t.regex(String(headers['content-security-policy']), /default-src 'self'/);
    t.regex(String(headers['content-security-policy']), /frame-ancestors 'none'/);
    t.notRegex(String(headers['content-security-policy']), /unsafe/);
    t.is(headers['x-content-type-options'], 'nosniff');
    t.is(headers['cache-control'], 'no-store');
    t.is(headers['referrer-policy'], 'no-referrer');
    t.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
      [],
    );
  }
});

/** Returns the server's answer to bytes that no HTTP client would send. */
async function raw({ origin }: PanelFixture, request: string): Promise<{ status: number; refusal: Refusal | null }> {
  const socket = open(origin);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(request);
  await once(socket, 'close', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
  return { status, refusal: body === '' ? null : readJson(refusal, body) };
}

function open(origin: string): Socket {
  const { hostname, port } = new URL(origin);
  return connect(Number(port), hostname).on('error', () => {});
}

const upgradeOf = ({ origin }: PanelFixture, target: string, more: Readonly<Record<string, string>> = {}): string => {
  const headers = {
    Host: new URL(origin).host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
};

test('[panel] requires token, host, origin, the right path and a device for an upgrade', async (t) => {
  const fixture = await panelFixture(t);
  const good = `/ws?token=${fixture.panel.token}`;
  const cases = [
    ['/ws', {}, 401, 'unauthorized'],
    ['/ws?token=wrong', {}, 401, 'unauthorized'],
    ['/ws?token=%', {}, 401, 'unauthorized'],
    [good, { Host: 'evil.example' }, 403, 'forbidden_host'],
    [good, { Origin: 'http://evil.example' }, 403, 'forbidden_origin'],
    [good, { Origin: 'null' }, 403, 'forbidden_origin'],
    [`/?token=${fixture.panel.token}`, {}, 404, 'not_found'],
    [`/ws/?token=${fixture.panel.token}`, {}, 404, 'not_found'],
    [`//?token=${fixture.panel.token}`, {}, 404, 'not_found'],
    [`//ws?token=${fixture.panel.token}`, {}, 404, 'not_found'],
    [`http://x/ws?token=${fixture.panel.token}`, {}, 404, 'not_found'],
    [`/%zz?token=${fixture.panel.token}`, {}, 404, 'not_found'],
    [`${good}&device=1`, {}, 404, 'not_found'],
    [`${good}&device=-1`, {}, 404, 'not_found'],
    [`${good}&device=length`, {}, 404, 'not_found'],
    [`${good}&device=__proto__`, {}, 404, 'not_found'],
    ['//', {}, 401, 'unauthorized'],
    ['http://x/ws', {}, 401, 'unauthorized'],
    ['*', {}, 401, 'unauthorized'],
  ] as const;
  for (const [target, headers, status, error] of cases) {
    const answer = await raw(fixture, upgradeOf(fixture, target, headers));
    t.is(answer.status, status, `${target} ${JSON.stringify(headers)}`);
    t.is(answer.refusal?.error, error, target);
    t.regex(answer.refusal?.message ?? '', /^[A-Z][^\n]+\.$/);
  }
  t.is((await fixture.call('/api/devices')).status, 200);
});

test('[panel] survives a caller that hangs up on a refused upgrade', async (t) => {
  const fixture = await panelFixture(t);
  for (let round = 0; round < 60; round++) {
    const socket = open(fixture.origin);
    await once(socket, 'connect');
    socket.write(upgradeOf(fixture, round % 2 ? '/ws' : `/nothing?token=${fixture.panel.token}`), () =>
      socket.resetAndDestroy(),
    );
    await once(socket, 'close');
  }
  t.is((await fixture.call('/api/devices')).status, 200);
});

test('[panel] treats an upgrade to another protocol as an ordinary call', async (t) => {
  const { call } = await panelFixture(t);
  const headers = {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAMAAABkAAQCAAAAAAIAAAAA',
  };
  t.is((await call('/api/devices', { headers })).status, 200);
});

test('[panel] rejects malformed HTTP with a message', async (t) => {
  const fixture = await panelFixture(t);
  const { host } = new URL(fixture.origin);
  const token = `Authorization: Bearer ${fixture.panel.token}`;
  for (const request of [
    'BREW / HTTP/1.1\r\n\r\n',
    `GET / HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
    `POST /api/devices/0/key HTTP/1.1\r\nHost: ${host}\r\n${token}\r\nContent-Length: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: ${host}\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    '\u0000\u0001\u0002\r\n\r\n',
  ]) {
    const answer = await raw(fixture, request);
    t.is(answer.status, 400, request.slice(0, 30));
    t.is(answer.refusal?.error, 'bad_request', request.slice(0, 30));
  }
  t.is((await fixture.call('/api/devices')).status, 200);
});

test('[panel] never logs the token, and never refuses with an internal error', async (t) => {
  const fixture = await panelFixture(t);
  const { panel, call, post } = fixture;
  for (const path of PATHS) await call(`${path}?token=${panel.token}`);
  await post('/api/devices/0/strike', `{"token":"${panel.token}"`);
  await post(`/api/devices/0/strike?token=${panel.token}`, { [panel.token]: 1 });
  await raw(fixture, upgradeOf(fixture, `/nothing?token=${panel.token}`));
  const written = fixture.fixture.log.lines().map((line) => JSON.stringify(line));
  t.deepEqual(
    written.filter((line) => line.includes(panel.token)),
    [],
  );
  t.deepEqual(fixture.fixture.complaints(), []);
});

test('[panel] creates a new token of at least 128 bits on each startup', async (t) => {
  const tokens = [(await panelFixture(t)).panel.token, (await panelFixture(t)).panel.token];
  t.not(tokens[0], tokens[1]);
  for (const token of tokens) t.regex(token, /^[\w-]{22,}$/);
});
