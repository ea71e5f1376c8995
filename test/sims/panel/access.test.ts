// Access to the front panel: facts/security.md, "Local web page", as a table.

import { hostname, networkInterfaces } from 'node:os';
import test from 'ava';
import { checkAccess, hostsOf } from '../../../sims/panel/access.ts';
import { STATUS_OF } from '../../../sims/panel/api/status.ts';

const TOKEN = 'AbCdEfGhIjKlMnOpQrStUv_-';
const LOOPBACK = hostsOf('127.0.0.1');

interface RequestChanges {
  readonly host?: string | undefined;
  readonly origin?: string;
  readonly authorization?: string;
  readonly url?: string;
}

/** Returns 'ok' or the refusal code for a valid request with these changes. */
function verdict(changes: RequestChanges, hosts = LOOPBACK): string {
  const { host = '127.0.0.1:8321', origin, authorization, url = `/?token=${TOKEN}` } = changes;
  const headers = {
    ...('host' in changes && changes.host === undefined ? {} : { host }),
    ...(origin === undefined ? {} : { origin }),
    ...(authorization === undefined ? {} : { authorization }),
  };
  const checked = checkAccess({ headers, rawHeaders: [], url }, { token: TOKEN, hosts });
  return checked.ok ? 'ok' : checked.error.code;
}

const GOOD_HOSTS = [
  '127.0.0.1',
  '127.0.0.1:8321',
  '127.0.0.1:1',
  'localhost',
  'localhost:65535',
  'LOCALHOST:8321',
  'LocalHost',
  '[::1]',
  '[::1]:8321',
];
const BAD_HOSTS = [
  '',
  'evil.example',
  'evil.example:8321',
  '127.0.0.1.evil.example',
  '127.0.0.1.evil.example:8321',
  'localhost.evil.example',
  'evil.example.localhost',
  'localhost.',
  '127.0.0.1@evil.example',
  'evil.example@127.0.0.1',
  '127.0.0.1:8321@evil.example',
  '127.0.0.1:8321:8321',
  '127.0.0.1:',
  '127.0.0.1:x',
  '127.0.0.1:123456',
  '127.1',
  '0.0.0.0',
  '127.0.0.2',
  '2130706433',
  '::1',
  '[::1',
  '[::ffff:127.0.0.1]',
  '192.168.1.20',
  ' 127.0.0.1',
  '127.0.0.1, evil.example',
  '__proto__',
  'constructor',
];

for (const host of GOOD_HOSTS) test(`[access] allows the host ${host}`, (t) => t.is(verdict({ host }), 'ok'));
for (const host of BAD_HOSTS)
  test(`[access] rejects the host ${JSON.stringify(host)}`, (t) => t.is(verdict({ host }), 'forbidden_host'));

test('[access] rejects a request without a host', (t) => t.is(verdict({ host: undefined }), 'forbidden_host'));

test('[access] requires the called address as origin, or none', (t) => {
  const host = '127.0.0.1:8321';
  t.is(verdict({ host }), 'ok');
  t.is(verdict({ host, origin: 'http://127.0.0.1:8321' }), 'ok');
  t.is(verdict({ host: 'LocalHost:8321', origin: 'http://localhost:8321' }), 'ok');
  t.is(verdict({ host: '[::1]:8321', origin: 'http://[::1]:8321' }), 'ok');
  t.is(verdict({ host: 'localhost', origin: 'http://localhost' }), 'ok');
  const others = [
    '',
    'null',
    'http://127.0.0.1',
    'http://127.0.0.1:8322',
    'https://127.0.0.1:8321',
    'http://localhost:8321',
    'http://evil.example',
    'http://127.0.0.1:8321.evil.example',
    'http://127.0.0.1:8321/',
    'http://evil.example@127.0.0.1:8321',
    'ws://127.0.0.1:8321',
    'file://',
    'chrome-extension://abcdefghijklmnop',
  ];
  for (const origin of others) t.is(verdict({ host, origin }), 'forbidden_origin', origin);
});

test('[access] accepts only the right token in the address', (t) => {
  t.is(verdict({ url: `/api/devices?token=${TOKEN}` }), 'ok');
  t.is(verdict({ url: `/ws?device=0&token=${TOKEN}` }), 'ok');
  const wrong = [
    '',
    TOKEN.slice(1),
    TOKEN.slice(0, -1),
    `${TOKEN}x`,
    `${TOKEN}%20`,
    `${TOKEN}%00`,
    TOKEN.toLowerCase(),
    'x'.repeat(TOKEN.length),
    'x'.repeat(100_000),
    'é'.repeat(TOKEN.length),
    `é${TOKEN.slice(2)}`,
    encodeURIComponent('\u{1F3CC}'.repeat(6)),
    '%ff%fe',
    '%',
  ];
  for (const token of wrong) t.is(verdict({ url: `/?token=${token}` }), 'unauthorized', token.slice(0, 40));
  for (const url of ['/', '/?', `/?Token=${TOKEN}`, `/#token=${TOKEN}`, `/${TOKEN}`, '', `?token[]=${TOKEN}`])
    t.is(verdict({ url }), 'unauthorized', url);
});

test('[access] accepts only the right token as a bearer', (t) => {
  const url = '/api/devices';
  t.is(verdict({ url, authorization: `Bearer ${TOKEN}` }), 'ok');
  const wrong = ['', 'Bearer', 'Bearer ', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN];
  const odd = [`Bearer ${'é'.repeat(24)}`, `Bearer ${'x'.repeat(100_000)}`, `Bearer ${TOKEN}, Bearer ${TOKEN}`];
  for (const authorization of [...wrong, ...odd]) t.is(verdict({ url, authorization }), 'unauthorized', authorization);
});

test('[access] rejects a wrong bearer even if the address has the right token', (t) => {
  t.is(verdict({ authorization: 'Bearer wrong', url: `/?token=${TOKEN}` }), 'unauthorized');
  t.is(verdict({ authorization: `Bearer ${TOKEN}`, url: '/?token=wrong' }), 'ok');
});

test('[access] checks host before origin, and origin before token', (t) => {
  const wrong = { host: 'evil.example', origin: 'http://evil.example', url: '/' };
  t.is(verdict(wrong), 'forbidden_host');
  t.is(verdict({ ...wrong, host: '127.0.0.1:8321' }), 'forbidden_origin');
  t.is(verdict({ url: '/' }), 'unauthorized');
  t.deepEqual([STATUS_OF['forbidden_host'], STATUS_OF['forbidden_origin'], STATUS_OF['unauthorized']], [403, 403, 401]);
});

test('[access] repeats little of the request in a refusal, and never the token', (t) => {
  const checked = checkAccess(
    { rawHeaders: [], headers: { host: 'e'.repeat(5000) }, url: `/?token=${TOKEN}` },
    { token: TOKEN, hosts: LOOPBACK },
  );
  t.false(checked.ok);
  if (checked.ok) return;
  t.true(checked.error.message.length < 200);
  t.false(checked.error.message.includes(TOKEN));
});

test('[access] allows only loopback names when bound to loopback', (t) => {
  for (const address of ['127.0.0.1', 'localhost', '::1', '[::1]'])
    t.deepEqual([...hostsOf(address)].sort(), ['127.0.0.1', '[::1]', 'localhost'], address);
});

test('[access] adds only the machine’s own addresses and name when bound to every address', (t) => {
  const hosts = hostsOf('0.0.0.0');
  for (const name of LOOPBACK) t.true(hosts.has(name), name);
  for (const entry of Object.values(networkInterfaces()).flatMap((entries) => entries ?? []))
    t.is(verdict({ host: `${entry.family === 'IPv6' ? `[${entry.address}]` : entry.address}:8321` }, hosts), 'ok');
  for (const host of ['evil.example', '127.0.0.1.evil.example', '', '203.0.113.7'])
    t.is(verdict({ host }, hosts), 'forbidden_host', host);
});

test('[access] allows the name that mDNS gives a second machine of the same name', (t) => {
  const hosts = hostsOf('0.0.0.0');
  const name = hostname();
  for (const host of [`${name}.local`, `${name}-2.local:8321`, `${name}-10.LOCAL`])
    t.is(verdict({ host }, hosts), 'ok', host);
  for (const host of [
    'evil-2.local',
    `${name}-2.local.evil.example`,
    `${name}-2`,
    `${name}--2.local`,
    `${name}-x.local`,
  ])
    t.is(verdict({ host }, hosts), 'forbidden_host', host);
});

test('[access] adds the address that it is bound to', (t) => {
  const hosts = hostsOf('192.0.2.20');
  t.is(verdict({ host: '192.0.2.20:8321' }, hosts), 'ok');
  t.is(verdict({ host: '192.0.2.21:8321' }, hosts), 'forbidden_host');
});

test('[panel] rejects a request with two hosts, even allowed ones', (t) => {
  const rawHeaders = ['Host', '127.0.0.1:8321', 'Accept', '*/*', 'host', 'example.org'];
  const access = { token: TOKEN, hosts: hostsOf('127.0.0.1') };
  const request = { headers: { host: '127.0.0.1:8321' }, url: `/?token=${TOKEN}` };
  t.true(checkAccess({ ...request, rawHeaders: rawHeaders.slice(0, 4) }, access).ok);
  const twice = checkAccess({ ...request, rawHeaders }, access);
  t.is(twice.ok ? '' : twice.error.code, 'forbidden_host');
});
