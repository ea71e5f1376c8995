// Reading without a token: the script of an extension with its headers, conditional requests, old versions, the version
// query, codes as typed, deleted codes, and CORS.

import test, { type ExecutionContext } from 'ava';
import type { HttpAnswer } from '../../support/process/http-call.ts';
import { luaOf, outcomeOf, servedStore, type StoreWorld, jsonOf } from '../../support/store/store-world.ts';

/** Starts a store with one extension of Ann, `Größe ⛳` by `Ann & Bob`. */
async function withOne(t: ExecutionContext, options = {}) {
  const world = await servedStore(t, options);
  const ann = await world.author('ann', { name: 'Ann & Böb' });
  const record = await ann.publish({ name: 'Größe ⛳', kind: 'game' }, 'One.', '-- µ\r\n');
  return { world, ann, record, code: record.id, text: luaOf({ name: 'Größe ⛳', kind: 'game' }, '-- µ\r\n') };
}

test('[C37] sends the exact bytes of a script with the seven headers', async (t) => {
  const { world, code, text, record } = await withOne(t);
  const read = await world.fetch(code);
  t.is(read.status, 200);
  t.deepEqual(read.body, Buffer.from(text));
  const { headers } = read;
  t.is(headers['content-type'], 'text/plain; charset=utf-8');
  t.is(headers['content-length'], `${Buffer.byteLength(text)}`);
  t.is(headers['x-extension-id'], code);
  t.is(headers['x-extension-code'], code);
  t.is(headers['x-extension-version'], '1');
  t.is(headers['x-extension-kind'], 'game');
  t.is(headers['x-extension-sha256'], String(record['sha256']));
  t.is(headers['x-extension-name'], 'Gr%C3%B6%C3%9Fe%20%E2%9B%B3');
  t.is(headers['x-extension-author'], 'Ann%20%26%20B%C3%B6b');
  t.is(headers['x-content-type-options'], 'nosniff');
});

test('[C37] HEAD has the headers of GET and no body', async (t) => {
  const { world, code } = await withOne(t);
  const [got, head] = [await world.fetch(code), await world.call(`/e/${code}`, { method: 'HEAD' })];
  t.is(head.status, 200);
  t.is(head.body.length, 0);
  const { date: _got, ...got_headers } = got.headers;
  const { date: _head, ...head_headers } = head.headers;
  t.deepEqual(head_headers, got_headers);
  t.is((await world.call('/e/ZZZZZ', { method: 'HEAD' })).status, 404);
});

test('[R100] finds a code in any spelling', async (t) => {
  const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const { world, code, ann } = await withOne(t, {
    random: { bytes: () => Uint8Array.from('K01XZ', (symbol) => symbols.indexOf(symbol)) },
  });
  t.is(code, 'K01XZ');
  for (const typed of ['k01xz', 'KOIXZ', 'koLxz', 'K0-1XZ', ' K01 XZ ', 'k%2D0lxz']) {
    const read = await world.fetch(typed.replaceAll(' ', '%20'));
    t.deepEqual([read.status, read.headers['x-extension-code']], [200, 'K01XZ'], typed);
    t.is((await world.fetch(`${typed.replaceAll(' ', '%20')}/version`)).status, 200, typed);
  }
  for (const typed of ['K01X', 'K01XZZ', 'U01XZ', 'K01X%00', 'K01XÜ'.normalize('NFD'), '__proto__'])
    t.deepEqual(outcomeOf(await world.fetch(encodeURI(typed).replaceAll('%2500', '%00'))), [404, 'not_found'], typed);
  t.is((await ann.patch('koixz', { request_listing: true })).status, 200);
});

test('[C33] ?v=N serves that version even if there is a newer one', async (t) => {
  const { world, ann, code, text } = await withOne(t);
  await ann.put(code, { text: luaOf({ name: 'Two', version: 5 }) });
  const old = await world.call(`/e/${code}?v=1`);
  t.deepEqual(old.body, Buffer.from(text));
  t.is(old.headers['x-extension-version'], '1');
  t.is((await world.fetch(code)).headers['x-extension-version'], '5');
  t.is((await world.call(`/e/${code}?v=5`)).headers['x-extension-name'], 'Two');
  for (const v of ['2', '4', '6', '2147483647'])
    t.deepEqual(outcomeOf(await world.call(`/e/${code}?v=${v}`)), [404, 'not_found'], v);
  for (const v of ['0', '-1', '1.0', '', 'one', '2147483648', '1e1', '%31%20'])
    t.deepEqual(outcomeOf(await world.call(`/e/${code}?v=${v}`)), [400, 'bad_request'], v);
});

test('[C32] the version query returns the version that a fetch would get', async (t) => {
  const { world, ann, code, record } = await withOne(t);
  const answer = await world.call(`/e/${code}/version`);
  t.is(answer.status, 200);
  const first = { c: code, id: code, v: 1, name: 'Größe ⛳', kind: 'game', sha256: record['sha256'], default: false };
  t.deepEqual(jsonOf(answer), first);
  const second = jsonOf(await ann.put(code, { text: luaOf({ name: 'Two', kind: 'drill' }) }));
  t.deepEqual(jsonOf(await world.call(`/e/${code}/version`)), {
    ...first,
    v: 2,
    name: 'Two',
    kind: 'drill',
    sha256: second['sha256'],
  });
  t.deepEqual(outcomeOf(await world.call('/e/ZZZZZ/version')), [404, 'not_found']);
});

test('[C36] answers 304 with the headers until the script changes', async (t) => {
  const { world, ann, code, record } = await withOne(t);
  const tag = `"${String(record['sha256'])}"`;
  t.is((await world.fetch(code)).headers['etag'], tag);
  for (const names of [tag, `W/${tag}`, `"x", ${tag}`, `"x",W/${tag} `, '*']) {
    const again = await world.fetch(code, { 'If-None-Match': names });
    t.deepEqual([again.status, again.body.length], [304, 0], names);
    t.is(again.headers['etag'], tag);
    t.is(again.headers['x-extension-version'], '1');
  }
  for (const names of ['"x"', '', tag.slice(1, -1), `"${tag}"`, `${tag}x`])
    t.is((await world.fetch(code, { 'If-None-Match': names })).status, 200, names);
  await ann.put(code, { text: luaOf({ name: 'Two' }) });
  const changed = await world.fetch(code, { 'If-None-Match': tag });
  t.deepEqual([changed.status, changed.headers['x-extension-version']], [200, '2']);
});

test('[C34] answers 410 for a deleted code on every route, and 404 for an unknown one', async (t) => {
  const { world, ann, code } = await withOne(t);
  const removed = await ann.remove(code);
  t.deepEqual([removed.status, removed.body.length], [204, 0]);
  const bob = await world.author('bob');
  for (const path of [`/e/${code}`, `/e/${code}?v=1`, `/e/${code}/version`, `/e/${code.toLowerCase()}`])
    t.deepEqual(outcomeOf(await world.call(path)), [410, 'gone'], path);
  for (const author of [ann, bob]) {
    t.deepEqual(outcomeOf(await author.put(code, { text: luaOf() })), [410, 'gone']);
    t.deepEqual(outcomeOf(await author.patch(code, { request_listing: true })), [410, 'gone']);
    t.deepEqual(outcomeOf(await author.remove(code)), [410, 'gone']);
  }
  t.deepEqual(outcomeOf(await world.decide(code, { listing: 'none' })), [410, 'gone']);
  t.deepEqual(jsonOf(await ann.list())['extensions'], []);
  t.deepEqual(outcomeOf(await world.fetch('ZZZZZ')), [404, 'not_found']);
});

test('[C34] answers a wrong method with 405 and the allowed ones, and an unknown path with 404', async (t) => {
  const { world, code } = await withOne(t);
  for (const [path, allow] of [
    ['/extensions', 'GET, POST'],
    [`/extensions/${code}`, 'PUT, PATCH, DELETE'],
    ['/public', 'GET, HEAD'],
    [`/e/${code}`, 'GET, HEAD'],
    [`/e/${code}/version`, 'GET, HEAD'],
    ['/e/check', 'POST'],
    ['/support/extensions', 'GET, HEAD'],
    [`/support/extensions/${code}`, 'PATCH'],
  ] as const)
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (each) => !allow.split(', ').includes(each),
    )) {
      const answer = await world.call(path, { method });
      t.deepEqual(outcomeOf(answer), [405, 'method_not_allowed'], `${method} ${path}`);
      t.is(answer.headers['allow'], allow);
    }
  for (const path of ['/extensions/', '/e', '/e/', `/e/${code}/`, `/e/${code}/v`, '/scripts', '/support', '/Public'])
    t.is((await world.call(path)).status, 404, path);
});

const ORIGIN = { Origin: 'https://site.example' };

test('[C34] allows pages of any origin to use a token and read every response', async (t) => {
  const { world, ann, code } = await withOne(t);
  const authorization = { Authorization: `Bearer ${ann.token}` };
  const answers: readonly (readonly [string, Promise<HttpAnswer>])[] = [
    ['list', world.call('/public', { headers: ORIGIN })],
    ['text', world.fetch(code, ORIGIN)],
    ['304', world.fetch(code, { ...ORIGIN, 'If-None-Match': '*' })],
    ['404', world.fetch('ZZZZZ', ORIGIN)],
    ['version', world.call(`/e/${code}/version`, { headers: ORIGIN })],
    ['own', world.call('/extensions', { headers: { ...ORIGIN, ...authorization } })],
    ['401', world.call('/extensions', { headers: ORIGIN })],
    ['405', world.call('/extensions', { headers: ORIGIN, method: 'PUT' })],
    ['413', world.call('/extensions', { headers: ORIGIN, method: 'POST', body: ' '.repeat(600_000) })],
  ];
  for (const [about, answer] of answers) {
    const { headers } = await answer;
    t.is(headers['access-control-allow-origin'], '*', about);
    t.regex(String(headers['access-control-expose-headers']), /X-Extension-Sha256/, about);
    t.is(headers['access-control-allow-credentials'], undefined);
  }
});

async function preflight(world: StoreWorld, path: string, method: string): Promise<HttpAnswer> {
  const headers = {
    ...ORIGIN,
    'Access-Control-Request-Method': method,
    'Access-Control-Request-Headers': 'authorization',
  };
  return world.call(path, { method: 'OPTIONS', headers });
}

test('[C34] answers a preflight with the methods and headers that a page may send', async (t) => {
  const { world, code } = await withOne(t);
  for (const [path, methods] of [
    ['/extensions', ['GET', 'POST']],
    [`/extensions/${code}`, ['PUT', 'PATCH', 'DELETE']],
    ['/public', ['GET']],
    [`/e/${code}`, ['GET']],
  ] as const)
    for (const method of methods) {
      const { status, headers } = await preflight(world, path, method);
      t.is(status, 204);
      t.is(headers['access-control-allow-origin'], '*');
      t.true(String(headers['access-control-allow-methods']).split(', ').includes(method), `${method} ${path}`);
      const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
      t.true(['authorization', 'content-type'].every((name) => allowed.includes(name)));
      t.false(allowed.includes('x-service-device'), 'pages cannot count installs');
    }
});

test('[C34] does not allow pages to use support routes or the update check', async (t) => {
  const { world, code } = await withOne(t);
  for (const path of ['/support/extensions', `/support/extensions/${code}`, '/e/check']) {
    const { headers } = await preflight(world, path, 'POST');
    t.is(headers['access-control-allow-origin'], undefined, path);
    t.is(headers['access-control-allow-methods'], undefined, path);
  }
  t.is((await world.check([])).headers['access-control-allow-origin'], undefined);
});

test('[C34] refuses an undecodable path like any bad request', async (t) => {
  const { call } = await servedStore(t);
  for (const path of ['/e/%zz', '/extensions/%ff/versions', `/e/${'A'.repeat(200)}`])
    t.deepEqual(outcomeOf(await call(path)), [400, 'bad_request'], path);
});
