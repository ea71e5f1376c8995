// `tapin cloud serve` as a process: its first line, ports, exit and data folder, and a full disk.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import { httpCall } from '../../support/process/http-call.ts';
import {
  enrolMany,
  relayFiles,
  serveArgs,
  startRelay,
  startRelayOnFullDisk,
} from '../../support/relay/relay-process.ts';
import { ask, startHost } from '../../support/relay/relay-sockets.ts';
import { runTapin } from '../../support/process/tapin-process.ts';
import { listOf, readAs } from '../../support/read-json.ts';
import { portOf } from '../../support/process/port-of.ts';

const ONE_SENTENCE = /^tapin: [^\n]+\.\n$/;

test.serial('[cli] the relay listens on loopback only, and serves its metrics on a separate port', async (t) => {
  const relay = await startRelay(t, await relayFiles(t));
  const metrics = new URL(String(relay.listening['metrics']));
  t.not(new URL(relay.origin).port, metrics.port);
  const health = await httpCall(relay.origin, '/healthz');
  t.deepEqual([health.status, health.json()], [200, { status: 'ok' }]);
  t.is((await httpCall(relay.origin, '/metrics')).status, 404);
  const figures = await httpCall(metrics.origin, '/metrics');
  t.is(figures.status, 200);
  t.regex(String(figures.headers['content-type']), /^text\/plain; version=0\.0\.4/);
  t.regex(figures.text, /^tapin_relay_sessions 0$/m);
  for (const path of ['/sim/host', '/healthz'])
    t.is((await httpCall(metrics.origin, path, { method: 'POST' })).status, 404, path);
  const elsewhere = relay.origin.replace('127.0.0.1', '127.0.0.2');
  await t.throwsAsync(httpCall(elsewhere, '/healthz'), { message: /ECONNREFUSED|EADDRNOTAVAIL/ });
});

test.serial('[cli] a public relay still serves its metrics on loopback only', async (t) => {
  if (process.platform !== 'linux') return void t.pass('only Linux has all of 127.0.0.0/8');
  const relay = await startRelay(t, await relayFiles(t), '--host', '0.0.0.0');
  const metrics = String(relay.listening['metrics']);
  t.regex(relay.origin, /^http:\/\/127\.0\.0\.1:\d+$/);
  t.regex(metrics, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const elsewhere = (url: string): string => url.replace('127.0.0.1', '127.0.0.2');
  const [everywhere, here] = [elsewhere(relay.origin), elsewhere(new URL(metrics).origin)];
  t.is((await httpCall(everywhere, '/healthz')).status, 200);
  await t.throwsAsync(httpCall(here, '/metrics'), { message: /ECONNREFUSED/ });
});

test.serial('[cli] reports a second relay on the same folder, or a taken port, with exit code 1', async (t) => {
  const files = await relayFiles(t);
  const relay = await startRelay(t, files);
  const second = await runTapin(serveArgs(files));
  t.deepEqual([second.code, second.stdout], [1, '']);
  t.regex(second.stderr, /^tapin: The data folder .+ is in use by process \d+; [^\n]+--data\.\n$/);
  t.true(second.stderr.includes(` ${relay.child.pid};`));
  const other = await relayFiles(t);
  const same_port = await runTapin([...serveArgs(other), '--port', new URL(relay.origin).port]);
  t.deepEqual([same_port.code, same_port.stdout], [1, '']);
  t.regex(same_port.stderr, /^tapin: Port \d+ is in use: [^\n]+--port[^\n]+\.$/m);
  t.false((await readdir(other.data)).includes('lock'));
  t.is((await httpCall(relay.origin, '/healthz')).status, 200, 'the first relay keeps running');
});

test.serial('[cli] reports a taken metrics port and names the option that changes it', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  t.teardown(() => taken.close());
  const port = portOf(taken);
  const { code, stdout, stderr } = await runTapin([...serveArgs(await relayFiles(t)), '--metrics-port', `${port}`]);
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, new RegExp(`^tapin: Port ${port} is in use: [^\n]+--metrics-port[^\n]+\\.$`, 'm'));
});

test.serial('[C14] keeps acknowledged data after a kill, and prints the same first line again', async (t) => {
  const files = await relayFiles(t);
  const [host, guest] = await enrolMany(files.devices, 2);
  const relay = await startRelay(t, files);
  const { code } = await startHost(relay.origin, host);
  await ask(relay.origin, guest, 'join', { action: 'join', code, players: [{ n: 'Bob', h: 9 }] });
  const sent = await ask(relay.origin, guest, 'input', { code, kind: 'aim', steps: -3 });
  t.is(sent.body['seq'], 1);
  t.is((await relay.end('SIGKILL')).signal, 'SIGKILL');
  const again = await startRelay(t, files);
  const { body, status } = await ask(again.origin, host, 'poll', { code, since: 0, wait_ms: 20_000 });
  t.is(status, 'ok');
  const items = listOf(body['items']);
  t.deepEqual(
    items.map(({ seq, kind, steps }) => ({ seq, kind, steps })),
    [{ seq: 1, kind: 'aim', steps: -3 }],
  );
});

test.serial('[C8] secrets appear in no log, metric, response or file of the relay', async (t) => {
  const files = await relayFiles(t);
  const [host, guest] = await enrolMany(files.devices, 2);
  const relay = await startRelay(t, files, '--verbose');
  const { code, text } = await startHost(relay.origin, host);
  const joined = await ask(relay.origin, guest, 'join', { action: 'join', code });
  const sent = await ask(relay.origin, guest, 'input', { code, kind: 'reset', rid: 'once' });
  t.deepEqual([joined.status, sent.status], ['ok', 'ok']);
  const forged = await ask(relay.origin, host, 'host', '{', { signature: 'f'.repeat(64) });
  const malformed = await ask(relay.origin, host, 'host', `{"name":"${host.secret}`);
  const metrics = new URL(String(relay.listening['metrics']));
  const figures = await httpCall(metrics.origin, metrics.pathname);
  const names = await readdir(files.data);
  const stored = await Promise.all(names.map((name) => readFile(join(files.data, name))));
  t.true(
    stored.some((bytes) => bytes.includes(host.id)),
    'the files belong to this relay',
  );
  const { stdout, stderr } = await relay.end('SIGTERM');
  const database = await readFile(join(files.data, 'relay.sqlite'));
  const answers = [text, joined.text, sent.text, forged.text, malformed.text, figures.text, stdout, stderr];
  const observed = Buffer.concat([...answers.map((each) => Buffer.from(each)), ...stored, database]);
  t.true(database.includes(host.id));
  for (const { secret } of [host, guest])
    for (const form of [secret, secret.toUpperCase(), Buffer.from(secret, 'hex'), base64Of(secret)])
      t.false(observed.includes(form));
});

const base64Of = (secret: string): string => Buffer.from(secret, 'hex').toString('base64').slice(0, -1);

/** Kinds of damage to a database file that a relay has written. */
const DAMAGES: readonly (readonly [what: string, damaged: (bytes: Buffer) => Buffer])[] = [
  ['a letter', () => Buffer.from('Dear Ann, '.repeat(200))],
  ['cut in the middle of its first page', (bytes) => bytes.subarray(0, 2000)],
  ['another header', (bytes) => Buffer.concat([Buffer.from('SQLite format 4\0'), bytes.subarray(16)])],
  ['a schema overwritten', (bytes) => Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(bytes.length - 100, 0xff)])],
];

for (const [what, damaged] of DAMAGES)
  test.serial(`[C14] refuses a database that is ${what} with a one-line error, and leaves it untouched`, async (t) => {
    const files = await relayFiles(t);
    const path = await writtenDatabase(t, files);
    const bytes = damaged(await readFile(path));
    await writeFile(path, bytes);
    await refusesDatabase(t, files, path, bytes);
  });

test.serial('[C14] refuses a database with damaged rows with a one-line error, and leaves it untouched', async (t) => {
  const files = await relayFiles(t);
  const path = await writtenDatabase(t, files);
  const bytes = Buffer.concat([(await readFile(path)).subarray(0, 4096), Buffer.alloc(4096 * 20, 0xff)]);
  await writeFile(path, bytes);
  await refusesDatabase(t, files, path, bytes);
});

test.serial('[C14] refuses a database of a newer version with a one-line error, and leaves it untouched', async (t) => {
  const files = await relayFiles(t);
  const path = await writtenDatabase(t, files);
  const sqlite = new DatabaseSync(path);
  sqlite.exec('PRAGMA user_version = 99');
  sqlite.close();
  await refusesDatabase(t, files, path, await readFile(path));
});

type Files = Awaited<ReturnType<typeof relayFiles>>;

async function writtenDatabase(t: ExecutionContext, files: Files): Promise<string> {
  const [host] = await enrolMany(files.devices, 1);
  const relay = await startRelay(t, files);
  await startHost(relay.origin, host);
  t.is((await relay.end('SIGTERM')).code, 0);
  return join(files.data, 'relay.sqlite');
}

async function refusesDatabase(t: ExecutionContext, files: Files, path: string, bytes: Buffer): Promise<void> {
  const { code, stdout, stderr } = await runTapin(serveArgs(files));
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, ONE_SENTENCE);
  t.true(stderr.includes(path));
  t.true((await readFile(path)).equals(bytes));
}

test.serial('[C14] refuses a data folder whose database is a folder, with a one-line error', async (t) => {
  const files = await relayFiles(t);
  const path = await writtenDatabase(t, files);
  const unrecorded = join(files.folder, 'other');
  await mkdir(join(unrecorded, 'relay.sqlite'), { recursive: true });
  await writeFile(join(unrecorded, 'tapin-data.json'), await readFile(join(files.data, 'tapin-data.json')));
  const { code, stdout, stderr } = await runTapin(serveArgs({ ...files, data: unrecorded }));
  t.deepEqual([code, stdout], [1, '']);
  t.regex(stderr, ONE_SENTENCE);
  t.true(path.endsWith('relay.sqlite'));
});

const ENOUGH_TO_START_BLOCKS = 300;

test.serial('[R31] [C136] on a full disk, acknowledges nothing that is not stored, and keeps running', async (t) => {
  const files = await relayFiles(t);
  const [host, guest] = await enrolMany(files.devices, 2);
  const relay = await startRelayOnFullDisk(t, files, ENOUGH_TO_START_BLOCKS);
  const { code } = await startHost(relay.origin, host);
  await ask(relay.origin, guest, 'join', { action: 'join', code });
  let acknowledged = 0;
  for (;;) {
    const sent = await ask(relay.origin, guest, 'input', { code, kind: 'repeat' });
    if (sent.status === 'away') break;
    t.is(sent.status, 'ok', sent.text);
    acknowledged = Number(sent.body['seq']);
  }
  t.true(acknowledged > 0);
  t.is((await fetch(`${relay.origin}/readyz`)).status, 503);
  t.is((await fetch(`${relay.origin}/healthz`)).status, 200);
  relay.child.kill('SIGTERM');
  const { code: exit_code, stderr } = await relay.ended;
  t.is(exit_code, 0, stderr);
  t.regex(stderr, /^[^\n]*The database rejects writes: [^\n]+\. Acknowledged data is safe\.\n/);

  const again = await startRelay(t, files);
  const delivered: number[] = [];
  for (let since = 0; ; since = delivered.at(-1) ?? 0) {
    const { body } = await ask(again.origin, host, 'poll', { code, since, wait_ms: 0 });
    const items = readAs(v.array(v.object({ seq: v.number() })), body['items']);
    if (items.length === 0) break;
    delivered.push(...items.map(({ seq }) => seq));
  }
  t.deepEqual(
    delivered.slice(0, acknowledged),
    Array.from({ length: acknowledged }, (_, i) => i + 1),
  );
});

test.serial('[cli] reports a disk without room for the database with a one-line error', async (t) => {
  const files = await relayFiles(t);
  for (const blocks of [0, 16, 64])
    await t.throwsAsync(startRelayOnFullDisk(t, files, blocks), { message: ONE_SENTENCE }, `${blocks} blocks`);
});
