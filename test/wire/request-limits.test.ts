// Limits on the chunks of a body and on the requests of one packet, at the HTTP servers of the project. That of the own
// network has its test in bin/board.

import test, { type ExecutionContext } from 'ava';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { serveBodies } from '../../sims/serving/serve-bodies.ts';
import { panelFixture } from '../support/panel/panel-fixture.ts';
import { readJson } from '../support/read-json.ts';
import { relayFiles, startRelay } from '../support/relay/relay-process.ts';
import {
  chunks,
  LAST_CHUNK,
  openSocket,
  requestBytes,
  signedHeaders,
  socketRelay,
} from '../support/relay/relay-sockets.ts';
import { valueOf } from '../support/results.ts';

const START = JSON.stringify({ action: 'start', name: 'Studio' });
const CHUNKED = { 'Transfer-Encoding': 'chunked' };

const inTinyChunks = (body: string): string => `${chunks(Buffer.from(body), 1).toString()}${LAST_CHUNK}`;

/** Returns a request whose signed body comes in this many chunks of one byte. */
function readRequest(identity: Parameters<typeof signedHeaders>[0], count: number): Buffer {
  const body = START.padEnd(count);
  return requestBytes('POST /sim/host', { ...signedHeaders(identity, body), ...CHUNKED }, inTinyChunks(body));
}

/** Returns a request that is answered without reading its body, in this many chunks of one byte. */
const unreadRequest = (path: string, count: number): Buffer =>
  requestBytes(`POST ${path}`, CHUNKED, inTinyChunks(' '.repeat(count)));

/** Returns whether the connection answers these bytes, and a request after them. */
async function survives(t: ExecutionContext, origin: string, bytes: Buffer | string): Promise<boolean> {
  const socket = await openSocket(t, origin);
  const answers = async (): Promise<boolean> =>
    socket.answer().then(
      () => true,
      () => false,
    );
  socket.write(bytes);
  if (!(await answers())) return false;
  socket.write(requestBytes('GET /healthz', {}));
  return answers();
}

test('[C130] accepts a body in 2,048 pieces, and closes the connection at the next', async (t) => {
  const { origin, enrol } = await socketRelay(t);
  t.true(await survives(t, origin, readRequest(enrol(), 2048)));
  t.false(await survives(t, origin, readRequest(enrol(), 2049)));
});

async function shotServer(t: ExecutionContext): Promise<string> {
  const served = await serveBodies({ host: '127.0.0.1', port: 0 }, (_received, _request, response) => response.end());
  const { port, close } = valueOf(t, served);
  t.teardown(close);
  return `http://127.0.0.1:${port}`;
}

async function administration(t: ExecutionContext): Promise<string> {
  const files = await relayFiles(t);
  await startRelay(t, files);
  const { port } = readJson(v.object({ port: v.number() }), readFileSync(join(files.data, 'admin.json'), 'utf8'));
  return `http://127.0.0.1:${port}`;
}

/** Origins of servers. */
const SERVERS: Readonly<Record<string, (t: ExecutionContext) => Promise<string>>> = {
  cloud: async (t) => (await socketRelay(t)).origin,
  panel: async (t) => (await panelFixture(t)).origin,
  'shot server': shotServer,
  administration,
};

for (const [name, open] of Object.entries(SERVERS)) {
  test(`[C130] ${name}: discards an unread body of 2,048 chunks, and closes the connection at the next`, async (t) => {
    const origin = await open(t);
    for (const path of ['/sim/host', '/healthz', '/nothing']) {
      t.true(await survives(t, origin, unreadRequest(path, 2048)), path);
      t.false(await survives(t, origin, unreadRequest(path, 2049)), path);
    }
  });

  test(`[C170] ${name}: closes a connection with a second request beside a chunked body in one packet`, async (t) => {
    const origin = await open(t);
    const [chunked, plain] = [unreadRequest('/nothing', 1), requestBytes('GET /healthz', {})];
    t.true(await survives(t, origin, chunked));
    t.false(await survives(t, origin, Buffer.concat([chunked, chunked])));
    t.false(await survives(t, origin, Buffer.concat([chunked, plain])));
    t.false(await survives(t, origin, Buffer.concat([plain, chunked])));
  });

  test(`[C170] ${name}: accepts 16 requests in one packet, and closes the connection at the next`, async (t) => {
    const origin = await open(t);
    const packet = (count: number): string => requestBytes('GET /healthz', {}).toString().repeat(count);
    t.true(await survives(t, origin, packet(16)));
    const socket = await openSocket(t, origin);
    socket.write(packet(17));
    await socket.closed;
  });
}
