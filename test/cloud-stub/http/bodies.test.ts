// Bodies refused based only on their request headers, and limits on body contents.

import test, { type ExecutionContext } from 'ava';
import { formFields } from '../../../cloud-stub/http/form-body.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { openSocket, requestBytes, socketRelay } from '../../support/relay/relay-sockets.ts';
import { author, cookieLine, siteWorld } from '../../support/store/site-world.ts';
import { servedStore } from '../../support/store/store-world.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

/** Announces a body but sends none of it, and returns the response status. */
async function statusWithoutBody(t: ExecutionContext, origin: string, line: string, headers = {}): Promise<number> {
  const socket = await openSocket(t, origin);
  socket.write(requestBytes(line, { ...FORM, 'Content-Length': '1000', ...headers }));
  return (await socket.answer()).status;
}

test('[R150] answers a client without a session or token before its body arrives', async (t) => {
  const { origin } = await siteWorld(t);
  const status = (line: string) => statusWithoutBody(t, origin, line);
  t.is(await status('POST /account/name'), 303);
  t.is(await status('POST /own/7K3QZ/delete'), 303);
  t.is(await status('POST /support/people'), 303);
  t.is(await status('POST /sign-out'), 303);
  t.is(await status('POST /extensions'), 401);
  t.is(await status('PUT /extensions/7K3QZ'), 401);
  t.is(await status('PATCH /support/extensions/7K3QZ'), 401);
  t.is(await status('POST /id/interaction/x/sign-in'), 400);
  t.is(await status('POST /id/device'), 400);
  t.is(await status('POST /id/nothing'), 404);
});

test('[R150] the relay answers a request without the three signature headers before its body arrives', async (t) => {
  const { origin } = await socketRelay(t);
  for (const route of ['host', 'poll', 'join', 'input'])
    for (const query of ['', '?x=1']) t.is(await statusWithoutBody(t, origin, `POST /sim/${route}${query}`), 401);
});

test('[R150] [C35] refuses an address over its update-check limit before the body arrives', async (t) => {
  const { origin, check } = await servedStore(t, { limited: true });
  for (let i = 0; i < 60; i++) await check([], `TP-${i}`);
  t.is(await statusWithoutBody(t, origin, 'POST /e/check'), 429);
});

test('[R150] [C130] refuses the 101st form of an address without a session before its body arrives', async (t) => {
  const { origin } = await siteWorld(t, { limited: true });
  const send = (path: string) => httpCall(origin, path, { method: 'POST', headers: FORM, body: 'a=b' });
  for (let i = 0; i < 50; i++) {
    t.is((await send('/own/new')).status, 403);
    t.is((await send('/support/join')).status, 400);
  }
  for (const path of ['/own/new', '/support/join', '/id/token'])
    t.is(await statusWithoutBody(t, origin, `POST ${path}`), 429, path);
});

test('[R150] accepts a form of 64 fields and refuses 65, of either type', async (t) => {
  const world = await siteWorld(t);
  const ann = await author(world);
  const headers = { cookie: cookieLine(ann.cookies) };
  const send = async (count: number, body: (fields: readonly string[]) => BodyInit) => {
    const fields = Array.from({ length: count }, (_, i) => `f${i}`);
    const answer = await fetch(`${world.origin}/own/new`, { method: 'POST', headers, body: body(fields) });
    return [answer.status, /has more than 64 fields/.test(await answer.text())];
  };
  const urlEncoded = (fields: readonly string[]): BodyInit => new URLSearchParams(fields.map((name) => [name, '']));
  const multipart = (fields: readonly string[]): BodyInit => {
    const data = new FormData();
    for (const name of fields) data.set(name, '');
    return data;
  };
  for (const body of [urlEncoded, multipart]) {
    t.deepEqual(await send(64, body), [400, false], 'not a form of this session');
    t.deepEqual(await send(65, body), [400, true]);
  }
});

test('[R150] accepts a query of 100 fields and refuses 101', async (t) => {
  const { origin } = await siteWorld(t);
  for (const path of ['/', '/public', '/id/jwks']) {
    t.is((await httpCall(origin, `${path}?${'a=1&'.repeat(99)}a=1`)).status, 200, path);
    const refused = await httpCall(origin, `${path}?${'a=1&'.repeat(100)}a=1`);
    t.is(refused.status, 400, path);
    t.regex(refused.text, /more than 100 fields/);
  }
});

const fieldsOf = (type: string, body: string) => formFields(type, Buffer.from(body));

test('[C115] reads multipart forms as browsers write them', async (t) => {
  const data = new FormData();
  data.set('text', 'a\r\n--b\r\n\r\nc');
  data.set('file', new File(['\ufeffreturn 1'], 'a; name="x".lua', { type: 'text/plain' }));
  data.set('none', new File([], ''));
  const sent = new Response(data);
  const type = sent.headers.get('content-type') ?? '';
  const fields = formFields(type, Buffer.from(await sent.arrayBuffer()));
  t.deepEqual(fields, [
    ['text', 'a\r\n--b\r\n\r\nc'],
    ['file', 'return 1'],
    ['none', ''],
  ]);
});

test('[C115] rejects a multipart form without an end, without headers, or with oversized headers', (t) => {
  const type = 'multipart/form-data; boundary=b';
  const part = 'Content-Disposition: form-data; name="a"\r\n';
  t.deepEqual(fieldsOf(type, `--b\r\n${part}\r\nx\r\n--b--\r\n`), [['a', 'x']]);
  t.deepEqual(fieldsOf(type, '--b--\r\n'), []);
  for (const body of ['', '--b', `--b\r\n${part}\r\nx`, '--b\r\n\r\nx\r\n--b--', `--b\r\n${part}x\r\n--b--`])
    t.is(fieldsOf(type, body), null, body);
  const padded = (bytes: number): string => `${part}X: ${' '.repeat(bytes)}\r\n`;
  t.not(fieldsOf(type, `--b\r\n${padded(900)}\r\nx\r\n--b--`), null);
  t.is(fieldsOf(type, `--b\r\n${padded(1024)}\r\nx\r\n--b--`), null);
});

test('[R150] reads a plus sign as a space and leaves the body unchanged', (t) => {
  const body = Buffer.from('a+b=+c%2Bd+%20e');
  t.deepEqual(formFields(FORM['Content-Type'], body), [['a b', ' c+d  e']]);
  t.is(body.toString(), 'a+b=+c%2Bd+%20e');
});
