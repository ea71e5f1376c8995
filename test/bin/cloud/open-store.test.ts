// The store of a cloud over its data folder: present only on request, with tokens of `tapin cloud token` or of an
// external issuer, and unchanged after a restart.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { openCloud, type OpenCloud } from '../../../bin/cloud/open-cloud.ts';
import { readIssuer, type StoreSettings } from '../../../bin/cloud/open-store.ts';
import { createSystemClock } from '../../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../../hal/log/log-memory.ts';
import { httpCall, type HttpAnswer } from '../../support/process/http-call.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { fakeCheck, issuerKey, luaOf, signedToken, SUPPORT_KEY, jsonOf } from '../../support/store/store-world.ts';
import { callTapin } from '../../support/process/call-tapin.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const SETTINGS: StoreSettings = { check: fakeCheck, support_key: SUPPORT_KEY, issuer: null };

async function opened(folder: string, store?: StoreSettings) {
  const clock = createSystemClock();
  const log = createMemoryLog(clock);
  const [data, devices] = [`${folder}/data`, `${folder}/devices.json`];
  const host = '127.0.0.1';
  return openCloud({ clock, log, host, port: 0, data, devices, limited: true, ...(store ? { store } : {}) });
}

async function cloudIn(t: ExecutionContext, folder: string, store?: StoreSettings): Promise<OpenCloud> {
  const cloud = valueOf(t, await opened(folder, store));
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await cloud.close();
    closed = true;
  };
  t.teardown(close);
  return { ...cloud, close };
}

const publish = (url: string, token: string): Promise<HttpAnswer> =>
  httpCall(url, '/extensions', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token.trim()}` },
    body: JSON.stringify({ text: luaOf(), description: 'Text.' }),
  });

test('[C30] a cloud without a token check has no store', async (t) => {
  const folder = await temporaryFolder(t);
  const { url } = await cloudIn(t, folder);
  for (const path of ['/public', '/e/ABCDE', '/extensions', '/support/extensions'])
    t.is((await httpCall(url, path)).status, 404, path);
  t.false(existsSync(`${folder}/data/store.sqlite`));
  t.false(existsSync(`${folder}/data/author-key.json`));
});

test('[C30] keeps an extension published with a printed token across a restart', async (t) => {
  const folder = await temporaryFolder(t);
  const data = `${folder}/data`;
  const first = await cloudIn(t, folder, SETTINGS);
  const token = await callTapin(['cloud', 'token', '--author', 'Ann Miller', '--data', data]);
  t.deepEqual([token.code, token.stderr], [0, ''], 'a token of a cloud that is running');
  const created = await publish(first.url, token.stdout);
  t.is(created.status, 201, created.text);
  const { id, author } = jsonOf(created);
  t.is(author, 'Ann Miller');
  await first.close();
  const second = await cloudIn(t, folder, SETTINGS);
  t.is((await httpCall(second.url, `/e/${String(id)}`)).text, luaOf());
  t.is((await publish(second.url, token.stdout)).status, 201, 'the token is still valid');
});

test('[C30] prints a token before the first run of the cloud', async (t) => {
  const folder = await temporaryFolder(t);
  const { stdout } = await callTapin(['cloud', 'token', '--author', 'Ann', '--data', `${folder}/data`]);
  t.regex(stdout, /^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  const { url } = await cloudIn(t, folder, SETTINGS);
  t.is((await publish(url, stdout)).status, 201);
});

test('[C30] with an external issuer, accepts its tokens and refuses printed ones', async (t) => {
  const folder = await temporaryFolder(t);
  const key = await issuerKey();
  writeFileSync(`${folder}/keys.json`, JSON.stringify({ keys: [key.public_jwk] }));
  const named = { issuer: 'https://login.example', audience: 'store', jwks: `${folder}/keys.json` };
  const issuer = valueOf(t, readIssuer(named));
  const { stdout } = await callTapin(['cloud', 'token', '--author', 'Ann', '--data', `${folder}/data`]);
  const { url } = await cloudIn(t, folder, { ...SETTINGS, issuer });
  const exp = Math.floor(Date.now() / 1000) + 60;
  const claims = { sub: '7', name: 'Ann', iss: named.issuer, aud: named.audience, exp };
  t.is((await publish(url, await signedToken(key, claims))).status, 201);
  t.is((await publish(url, stdout)).status, 401);
});

test('[C34] requires the issuer options together, and loads keys from a file or over https', async (t) => {
  const folder = await temporaryFolder(t);
  const file = `${folder}/keys.json`;
  const [issuer, audience] = ['https://login.example', 'store'];
  t.is(valueOf(t, readIssuer({})), null);
  for (const some of [{ issuer }, { audience }, { jwks: file }, { issuer, audience }, { issuer, jwks: file }])
    failsWith(t, readIssuer(some), 'bad_value', /go together/);
  for (const jwks of ['http://login.example/keys', 'http://192.168.1.20/keys', 'http://localhost.example/keys'])
    failsWith(t, readIssuer({ issuer, audience, jwks }), 'bad_value', /a file or an https address/);
  for (const jwks of ['https://login.example/keys', 'http://127.0.0.1:9/keys', 'http://[::1]/k', 'http://localhost/k'])
    t.truthy(valueOf(t, readIssuer({ issuer, audience, jwks })), jwks);
  for (const text of [null, '', '{}', '{"keys":7}']) {
    if (text !== null) writeFileSync(file, text);
    failsWith(t, readIssuer({ issuer, audience, jwks: file }), 'bad_value', /can't be (read|used)/);
  }
});

test('[C34] an unusable key or database stops the start and releases the folder', async (t) => {
  const folder = await temporaryFolder(t);
  await (await cloudIn(t, folder, SETTINGS)).close();
  const key = readFileSync(`${folder}/data/author-key.json`);
  writeFileSync(`${folder}/data/author-key.json`, '{}');
  failsWith(t, await opened(folder, SETTINGS), 'author_key_unusable', /can't be used/);
  writeFileSync(`${folder}/data/author-key.json`, key);
  const database = readFileSync(`${folder}/data/store.sqlite`);
  writeFileSync(`${folder}/data/store.sqlite`, 'x'.repeat(5000));
  failsWith(t, await opened(folder, SETTINGS), 'data_unusable', /is damaged or not a database/);
  writeFileSync(`${folder}/data/store.sqlite`, database);
  await cloudIn(t, folder, SETTINGS);
});

test('[cli] cloud token changes nothing in a folder of another program', async (t) => {
  const folder = await temporaryFolder(t);
  writeFileSync(`${folder}/letter.txt`, 'Dear Ann');
  const { code, stdout, stderr } = await callTapin(['cloud', 'token', '--author', 'Ann', '--data', folder]);
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, /not empty.*left unchanged/);
  t.false(existsSync(`${folder}/author-key.json`));
});
