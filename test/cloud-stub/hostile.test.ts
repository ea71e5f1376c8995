// Attackers on the relay: each bad request gets the response of C9, C10 and C21, and never affects a running session.

import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import type { DeviceIdentity } from '../../cloud-stub/devices/device-registry.ts';
import { seatTable, type UndisturbedTable } from '../support/relay/relay-under-abuse.ts';
import { enrolMany, relayFiles, startRelay } from '../support/relay/relay-process.ts';
import {
  ask,
  openSocket,
  requestBytes,
  signedHeaders,
  socketRelay,
  unixS,
  type Answer,
  type SocketRelay,
  type Wrong,
} from '../support/relay/relay-sockets.ts';
import { EMPTY_STATE } from '../support/relay/relay-tag.ts';
import { fieldsOf, listOf, readAs } from '../support/read-json.ts';

interface Scene extends SocketRelay {
  readonly table: UndisturbedTable;
  readonly mallory: DeviceIdentity;
}

async function scene(t: ExecutionContext): Promise<Scene> {
  const relay = await socketRelay(t);
  const trio = [relay.enrol(), relay.enrol(), relay.enrol()] as const;
  return {
    ...relay,
    table: await seatTable(relay.origin, trio, () => relay.cloud.stats().held),
    mallory: relay.enrol(),
  };
}

const SENTENCE = /^[^\n]+\.$/;

function isMalformed(t: ExecutionContext, answer: Answer, what: string): void {
  t.is(answer.http_status, 400, `${what}: ${answer.text}`);
  t.deepEqual(Object.keys(answer.body), ['status', 'error'], what);
  t.is(answer.status, 'malformed', what);
  t.regex(String(answer.body['error']), SENTENCE, what);
}

function isUnauthorized(t: ExecutionContext, answer: Answer, what: string): void {
  t.is(answer.http_status, 401, `${what}: ${answer.text}`);
  t.deepEqual(Object.keys(answer.body), ['status', 'error', 'server_time'], what);
  t.is(answer.status, 'unauthorized', what);
  t.regex(String(answer.body['error']), SENTENCE, what);
  t.true(Math.abs(Number(answer.body['server_time']) - unixS()) <= 2, what);
}

function isLimited(t: ExecutionContext, { http_status, body, retry_after_s }: Answer, what: string): void {
  t.deepEqual([http_status, body], [429, { status: 'limited' }], what);
  t.true(Number.isInteger(retry_after_s) && (retry_after_s ?? 0) >= 1, what);
}

test('[R92] [C9] answers unsigned, forged and stale requests with 401 and changes nothing', async (t) => {
  const { origin, table, mallory, enrol } = await scene(t);
  const [other, unknown_device] = [enrol(), { id: 'TP-FFFFFFFFFFFF', secret: mallory.secret }];
  const body = JSON.stringify({ action: 'join', code: table.code });
  const right = signedHeaders(mallory, body)['X-Signature'];
  const wrong: Readonly<Record<string, Wrong>> = {
    'no signature': { signature: '' },
    'another secret': { signature: signedHeaders(other, body)['X-Signature'] },
    'upper case': { signature: right.toUpperCase() === right ? 'A'.repeat(64) : right.toUpperCase() },
    'one character fewer': { signature: right.slice(1) },
    'one character more': { signature: `${right}0` },
    'not hex at its end': { signature: `${right.slice(0, -1)}g` },
    'another body': { sent: Buffer.from(body.replace('join', 'leave')) },
    'one byte more': { sent: Buffer.from(`${body} `) },
    "another device's name": { device: other.id },
    'a device in lower case': { device: mallory.id.toLowerCase() },
    'no device': { device: '' },
    'a device that is a word of JavaScript': { device: '__proto__' },
    'a time 310 s ago': { timestamp: `${unixS() - 310}` },
    'a time 310 s ahead': { timestamp: `${unixS() + 310}` },
    'no time': { timestamp: '' },
    'a negative time': { timestamp: `-${unixS()}` },
    'a time with a fraction': { timestamp: `${unixS()}.0` },
    'a time as 1e9': { timestamp: '1e9' },
    'a time in hex': { timestamp: `0x${unixS().toString(16)}` },
    'no number': { timestamp: 'NaN' },
    'no end': { timestamp: 'Infinity' },
  };
  for (const [what, forgery] of Object.entries(wrong))
    isUnauthorized(t, await ask(origin, mallory, 'join', body, forgery), what);
  isUnauthorized(t, await ask(origin, unknown_device, 'join', body), 'a stranger');
  const bare = await openSocket(t, origin);
  bare.write(requestBytes('POST /sim/join', {}, body));
  t.is((await bare.answer()).status, 401, 'without the signature headers');
  await table.undisturbed(t, 'the forgeries');
  for (const timestamp of [unixS() - 290, unixS() + 290])
    t.is((await ask(origin, mallory, 'join', body, { timestamp: `${timestamp}` })).http_status, 200);
});

const entriesOf = (count: number): string => Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join(',');
const experience = (cfg: string): string => `{"action":"experience","exp":{"mode":9,"gen":1,"cfg":${cfg}}}`;
const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const list = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** Signed but malformed bodies. `CODE` stands for the session code. */
const MALFORMED: readonly (readonly [route: string, body: string | Uint8Array])[] = [
  ['host', ''],
  ['host', 'null'],
  ['host', '[]'],
  ['host', '"start"'],
  ['host', '{'],
  ['host', '{}'],
  ['host', '\uFEFF{"action":"start"}'],
  ['host', "{'action':'start'}"],
  ['host', '{"action":"start"}}'],
  ['host', Buffer.from('{"action":"start","name":"\xff"}', 'latin1')],
  ['host', Buffer.from('{"action":"start","name":"\xc0\xaf"}', 'latin1')],
  ['host', Buffer.from('{"action":"start","name":"\xed\xa0\x80"}', 'latin1')],
  ['host', Buffer.from('{"action":"start"}', 'utf16le')],
  ['host', '{"action":"constructor"}'],
  ['host', '{"action":"__proto__"}'],
  ['host', '{"__proto__":{"action":"stop"}}'],
  ['host', '{"action":["start"]}'],
  ['host', '{"action":"heartbeat"}'],
  ['host', '{"action":"start","keep_guests":0}'],
  ['host', '{"action":"start","name":7}'],
  ['host', '{"action":"regenerate","rid":""}'],
  ['host', `{"action":"regenerate","rid":"${'r'.repeat(37)}"}`],
  ['host', experience(`{${entriesOf(25)}}`)],
  ['host', experience('{"thirteen_char":1}')],
  ['host', experience('{"a":1.5}')],
  ['host', experience('{"a":1e309}')],
  ['host', experience('{"a":"1"}')],
  ['host', experience('{"__proto__":"1"}')],
  ['host', experience('[1]')],
  ['host', experience('null')],
  ['host', experience(deep(2000))],
  ['host', '['.repeat(16_384)],
  ['host', list(8192)],
  ['host', '{"a":'.repeat(3276)],
  ['host', `{"action":${list(8000)}}`],
  ['host', `{"action":"round","round":${deep(2000)}}`],
  ['poll', '{"code":"CODE"}'],
  ['poll', '{"code":"CODE","since":-1}'],
  ['poll', '{"code":"CODE","since":0.5}'],
  ['poll', '{"code":"CODE","since":"0"}'],
  ['poll', '{"code":"CODE","since":1e309}'],
  ['poll', '{"code":"CODE","since":9007199254740992}'],
  ['poll', '{"code":"CODE","since":0,"wait_ms":-1}'],
  ['poll', '{"code":"CODE","since":0,"wait_ms":0.5}'],
  ['poll', '{"code":["CODE"],"since":0}'],
  ['poll', `{"code":"CODE","since":0,"players":${list(4000)}}`],
  ['poll', '{"code":"CODE","since":0,"players":{"length":1}}'],
  ['poll', '{"code":"CODE","since":0,"ev":{"seq":1,"kind":"reset"}}'],
  ['join', '{"action":"join"}'],
  ['join', '{"action":"kick","code":"CODE"}'],
  ['join', '{"action":"join","code":"CODE","fol":null}'],
  ['join', '{"action":"join","code":"CODE","players":[{"n":"Mallory"}]}'],
  ['join', '{"action":"join","code":"CODE","players":[{"n":"seventeen letters","h":1}]}'],
  ['join', '{"action":"join","code":"CODE","players":[{"n":"M","h":55}]}'],
  ['join', '{"action":"join","code":"CODE","players":[{"n":"M","__proto__":{"h":5}}]}'],
  ['input', '{"code":"CODE"}'],
  ['input', '{"code":"CODE","kind":"jump"}'],
  ['input', '{"code":"CODE","kind":"toString"}'],
  ['input', '{"code":"CODE","kind":"aim"}'],
  ['input', '{"code":"CODE","kind":"aim","steps":51}'],
  ['input', '{"code":"CODE","kind":"aim","steps":-51}'],
  ['input', '{"code":"CODE","kind":"club","club":32}'],
  ['input', '{"code":"CODE","kind":"club","club":-1}'],
  ['input', '{"code":"CODE","kind":"putt","putt":{"mps":1e309,"face":0,"aoa":0,"ratio":1.6}}'],
  ['input', '{"code":"CODE","kind":"putt","putt":{"mps":null,"face":0,"aoa":0,"ratio":1.6}}'],
  ['input', '{"code":"CODE","kind":"putt","putt":{"mps":1,"face":-1e309,"aoa":0,"ratio":1.6}}'],
];

test('[C9] [R38] [R71] answers a signed malformed body with 400 and changes nothing', async (t) => {
  const { origin, table, mallory, log } = await scene(t);
  const started = await ask(origin, mallory, 'host', { action: 'start' });
  for (const [route, body] of MALFORMED) {
    const sent = typeof body === 'string' ? body.replace('CODE', table.code) : body;
    isMalformed(t, await ask(origin, mallory, route, sent), `${route} ${sent.toString().slice(0, 80)}`);
  }
  const again = await ask(origin, mallory, 'host', { action: 'start' });
  t.is(again.text, started.text, "Mallory's own session is unchanged");
  await table.undisturbed(t, 'the malformed bodies');
  t.deepEqual(log.lines(), []);
});

test('[C9] answers an oversized body with 413 before parsing it', async (t) => {
  const { origin, table, mallory } = await scene(t);
  for (const body of ['['.repeat(100_000), '['.repeat(16_385), `{"action":"stop"}${' '.repeat(20_000)}`]) {
    const answer = await ask(origin, mallory, 'host', body);
    t.deepEqual([answer.http_status, answer.status], [413, 'malformed']);
    t.deepEqual(Object.keys(answer.body), ['status', 'error']);
  }
  await table.undisturbed(t, 'the long bodies');
});

/** Returns a round of one seat, with fields in the documented order, padded by its note to this length. */
function roundOf(characters: number): string {
  const shot = {
    seq: 1,
    p: 0,
    hole: 1,
    mps: 1.5,
    face: 0,
    aoa: 0,
    ratio: 1.6,
    v: '',
    holed: false,
    x: 1,
    y: 0,
    rem: 9,
  };
  const text = (t: string): string =>
    JSON.stringify({
      id: 1,
      ph: 'play',
      hole: 1,
      turn: 0,
      n: 1,
      nh: 1,
      ro: [{ n: 'Mallory', d: '', c: 0, h: 0 }],
      ho: [10],
      sc: [[0]],
      rem: [10],
      hd: [0],
      td: [0],
      ord: [0],
      shot,
      note: { seq: 1, t },
    });
  return text('é'.repeat(characters - text('').length));
}

test('[R79] [R71] refuses a round of 1601 characters and a cfg of 25 keys; takes 1600 and 24', async (t) => {
  const { origin, table, mallory } = await scene(t);
  await ask(origin, mallory, 'host', { action: 'start' });
  const publish = (round: string): Promise<Answer> =>
    ask(origin, mallory, 'host', `{"action":"round","round":${round}}`);
  t.is(roundOf(1600).length, 1600);
  isMalformed(t, await publish(roundOf(1601)), '1601');
  const taken = await publish(roundOf(1600));
  t.is(taken.status, 'ok', taken.text);
  t.is(JSON.stringify(fieldsOf(taken.body['state'])['round']), roundOf(1600));
  isMalformed(t, await ask(origin, mallory, 'host', experience(`{${entriesOf(25)}}`)), '25');
  t.is((await ask(origin, mallory, 'host', experience(`{${entriesOf(24)}}`))).status, 'ok');
  await table.undisturbed(t, 'the long round');
});

test('[C9] treats JavaScript property names as plain data', async (t) => {
  const { origin, table, mallory, enrol } = await scene(t);
  const started = await ask(
    origin,
    mallory,
    'host',
    '{"action":"start","__proto__":{"exp":{"mode":2,"gen":7,"cfg":{}}}}',
  );
  t.is(started.status, 'ok');
  t.deepEqual(fieldsOf(started.body['state'])['exp'], { mode: 0, gen: 0, cfg: {} });
  const odd = '{"__proto__":5,"constructor":1,"toString":2,"length":3}';
  const { text } = await ask(origin, mallory, 'host', experience(odd));
  t.true(text.includes('"cfg":{"__proto__":5,"constructor":1,"length":3,"toString":2}'), text);
  const guest = enrol();
  const players = '[{"n":"__proto__","h":1,"__proto__":{"host":true},"constructor":{"prototype":{"host":true}}}]';
  await ask(origin, mallory, 'poll', { code: started.code, since: 0, wait_ms: 0 });
  const joined = await ask(origin, guest, 'join', `{"action":"join","code":"${started.code}","players":${players}}`);
  t.is(joined.status, 'ok');
  const listed = listOf(fieldsOf(joined.body['state'])['players']);
  t.like(listed[1], { host: false, fol: true, players: [{ n: '__proto__', h: 1 }] });
  t.is(JSON.stringify(listed[1]).match(/host/g)?.length, 1);
  for (const rid of ['__proto__', 'constructor', 'hasOwnProperty'])
    t.is((await ask(origin, mallory, 'host', { action: 'regenerate', rid })).status, 'ok', rid);
  t.is(({} as { host?: boolean }).host, undefined);
  await table.undisturbed(t, 'the odd names');
});

test('[R95] [C10] [R27] a device that uses the code of another host gets and changes nothing', async (t) => {
  const { origin, table, mallory } = await scene(t);
  const { code } = table;
  const polled = await ask(origin, mallory, 'poll', {
    code,
    since: 0,
    wait_ms: 20_000,
    replay: true,
    players: [],
    name: 'Mallory',
    ev: { seq: 9, kind: 'putt', name: 'Mallory', steps: 0 },
  });
  t.deepEqual(
    [polled.http_status, polled.body],
    [200, { status: 'forbidden', items: [], next_seq: 1, state: EMPTY_STATE }],
  );
  const input = await ask(origin, mallory, 'input', { code, kind: 'mulligan' });
  t.deepEqual([input.http_status, input.body], [200, { status: 'invalid', seq: 0, state: EMPTY_STATE }]);
  for (const action of ['join', 'heartbeat'] as const) {
    const full = await ask(origin, mallory, 'join', { action, code, wait_ms: 0, players: [{ n: 'Mallory', h: 0 }] });
    t.deepEqual([full.http_status, full.status], [200, 'full']);
  }
  t.deepEqual((await ask(origin, mallory, 'join', { action: 'leave', code })).body, { status: 'ok' });
  for (const action of ['start', 'regenerate', 'stop'])
    t.not((await ask(origin, mallory, 'host', { action, code, keep_guests: false })).code, code);
  await table.undisturbed(t, 'Mallory');
});

/** Returns the most requests that a bucket passes: its burst plus the refill since `start_ms`. */
const most = (burst: number, a_second: number, start_ms: number): number =>
  burst + a_second * (1 + Math.floor((performance.now() - start_ms) / 1000));

const codeOf = (i: number): string => `ZZ${`${i}`.padStart(4, '0')}`;

test('[C21] answers 60 guessed codes with ’invalid’, then 429 even for the right one', async (t) => {
  const { origin, table, mallory } = await scene(t);
  let [answered, start_ms] = [0, performance.now()];
  const guess = (): Promise<Answer> =>
    ask(origin, mallory, 'join', { action: 'heartbeat', code: codeOf(answered), wait_ms: 0 });
  let answer = await guess();
  for (; answer.status === 'invalid'; answer = await guess()) answered++;
  t.true(answered >= 60 && answered <= most(60, 1, start_ms), `${answered}`);
  isLimited(t, answer, 'a wrong code');
  // Sent in one write behind a wrong guess, which uses up any guess refilled by then.
  const socket = await openSocket(t, origin);
  const last = [codeOf(answered), table.code].map((code) => JSON.stringify({ action: 'join', code }));
  socket.write(Buffer.concat(last.map((body) => requestBytes('POST /sim/join', signedHeaders(mallory, body), body))));
  const [, { status, headers, json }] = [await socket.answer(), await socket.answer()];
  const retry_after_s = Number(headers['retry-after']);
  isLimited(t, { ...answer, http_status: status, body: json(), retry_after_s }, 'the right code');
  await table.undisturbed(t, 'the guesses');
});

test('[C21] parallel guesses get no more answers than sequential ones', async (t) => {
  const { origin, table, mallory } = await scene(t);
  const guesses = Array.from({ length: 120 }, (_, i) => {
    const body = JSON.stringify({ code: codeOf(i), since: 0, wait_ms: 0 });
    return requestBytes('POST /sim/poll', signedHeaders(mallory, body), body);
  });
  const sockets = await Promise.all(Array.from({ length: 8 }, () => openSocket(t, origin)));
  const start_ms = performance.now();
  sockets.forEach((socket, i) => socket.write(Buffer.concat(guesses.slice(15 * i, 15 * (i + 1)))));
  let answered = 0;
  for (const socket of sockets) for (let n = 0; n < 15; n++) if ((await socket.answer()).status === 200) answered++;
  t.true(answered >= 60 && answered <= most(60, 1, start_ms), `${answered}`);
  await table.undisturbed(t, 'the guesses');
});

test('[C21] limits a flood of forgeries from an address with 429; real devices there play on', async (t) => {
  const { origin, table, mallory } = await scene(t);
  const start_ms = performance.now();
  const flood = await Promise.all(
    Array.from({ length: 300 }, () => ask(origin, mallory, 'join', '{}', { signature: '0'.repeat(64) })),
  );
  const unauthorized = flood.filter(({ http_status }) => http_status === 401).length;
  t.true(unauthorized >= 100 && unauthorized <= most(100, 20, start_ms), `${unauthorized}`);
  for (const answer of flood.filter(({ http_status }) => http_status !== 401)) isLimited(t, answer, 'a forgery');
  await table.undisturbed(t, 'the forgeries');
});

/** 10,000, or half of the file descriptors that a process may have, as the relay needs as many. */
const HALF_OPEN = Math.min(10_000, descriptorsMax() / 2);
const BATCH = 500;
const MEMORY_BYTES_MAX = 200e6;

test('[R57] 10,000 half-open sockets use bounded memory and are closed, while a session plays on', async (t) => {
  const files = await relayFiles(t);
  const trio = await enrolMany(files.devices, 3);
  const relay = await startRelay(t, files);
  const table = await seatTable(relay.origin, trio, () => relay.figure('held_requests'));
  const before = await relay.figure('resident_memory_bytes');
  const sockets: Socket[] = [];
  t.teardown(() => sockets.forEach((socket) => socket.destroy()));
  while (sockets.length < HALF_OPEN) {
    const batch = await Promise.all(Array.from({ length: BATCH }, () => halfOpen(relay.origin)));
    sockets.push(...batch);
    if (sockets.length % 2500 === 0) await table.undisturbed(t, `${sockets.length} half-open sockets`);
  }
  const closed = sockets.filter((socket) => !socket.closed).map((socket) => once(socket, 'close'));
  const grown = (await relay.figure('resident_memory_bytes')) - before;
  t.true(grown < MEMORY_BYTES_MAX, `${grown}`);
  t.is(await relay.figure('held_requests'), 3);
  await Promise.all(closed);
  await table.undisturbed(t, 'the end of all sockets');
  t.log(`${closed.length} sockets; ${Math.round(grown / 1e6)} MB`);
  t.is((await relay.end('SIGTERM')).code, 0);
});

function descriptorsMax(): number {
  const limits = v.object({ open_files: v.object({ soft: v.union([v.number(), v.literal('unlimited')]) }) });
  const { userLimits } = readAs(v.object({ userLimits: limits }), process.report.getReport());
  const { soft } = userLimits.open_files;
  return soft === 'unlimited' ? Infinity : soft;
}

async function halfOpen(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {}); // expected: the relay resets it in the end
  socket.resume();
  await once(socket, 'connect');
  socket.write('POST /sim/poll HTTP/1.1\r\nHost: relay\r\nContent-Le');
  return socket;
}
