// Limits on the pieces of a body, and on requests with a chunked body in one packet.

import test, { type ExecutionContext } from 'ava';
import {
  chunks,
  LAST_CHUNK,
  openSocket,
  requestBytes,
  signedHeaders,
  socketRelay,
} from '../../support/relay/relay-sockets.ts';

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
async function survives(t: ExecutionContext, origin: string, bytes: Buffer): Promise<boolean> {
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

test('[C130] discards an unread body of 2,048 pieces, and closes the connection at the next', async (t) => {
  const { origin } = await socketRelay(t);
  for (const path of ['/sim/host', '/healthz', '/nothing']) {
    t.true(await survives(t, origin, unreadRequest(path, 2048)), path);
    t.false(await survives(t, origin, unreadRequest(path, 2049)), path);
  }
});

test('[C170] closes a connection with a second request beside a chunked body in one packet', async (t) => {
  const { origin } = await socketRelay(t);
  const chunked = unreadRequest('/nothing', 1);
  t.true(await survives(t, origin, chunked));
  t.false(await survives(t, origin, Buffer.concat([chunked, chunked])));
  t.false(await survives(t, origin, Buffer.concat([chunked, requestBytes('GET /healthz', {})])));
  t.false(await survives(t, origin, Buffer.concat([requestBytes('GET /healthz', {}), chunked])));
});
