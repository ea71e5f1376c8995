// Connections whose client pipelines many requests, or reads none of the responses (C170).

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { jsonAnswer } from '../../cloud-stub/http/answers.ts';
import type { Route } from '../../cloud-stub/http/route.ts';
import { createRouter } from '../../cloud-stub/http/router.ts';
import { openCloudServer } from '../../cloud-stub/http/server.ts';
import { createSystemClock } from '../../hal/clock/clock-system.ts';
import { createMemoryLog } from '../../hal/log/log-memory.ts';
import { openSocket, requestBytes } from '../support/relay/relay-sockets.ts';
import { valueOf } from '../support/results.ts';

const SHORT = 'GET /short';
const SHORT_BYTES = 60_000;
/** Event loop turns that suffice for a response, unless the server has stopped reading. */
const TURNS = 500;
const ANSWER = jsonAnswer(200, 'x'.repeat(SHORT_BYTES));

/** Starts a server with short responses, through the framework and bypassing it, and a held request. */
async function served(t: ExecutionContext) {
  let answered = 0;
  const count = () => {
    answered++;
    return ANSWER;
  };
  const routes: readonly Route[] = [
    { path: '/short', methods: { GET: async () => count() } },
    { path: '/held', methods: { GET: () => new Promise(() => {}) } },
    {
      path: '/direct',
      methods: { POST: async () => ANSWER },
      direct: (_request, respond) => {
        respond(count());
        return () => {};
      },
    },
  ];
  const sockets: Socket[] = [];
  const onSocket = (message: unknown): void => {
    const socket = message instanceof Object && 'socket' in message ? message.socket : null;
    if (socket instanceof Socket) sockets.push(socket);
  };
  subscribe('net.server.socket', onSocket);
  t.teardown(() => unsubscribe('net.server.socket', onSocket));
  const log = createMemoryLog(createSystemClock());
  const options = { host: '127.0.0.1', port: 0, log };
  const server = valueOf(t, await openCloudServer({ router: createRouter(routes), release: () => {} }, options));
  t.teardown(() => server.close());
  const client = await openSocket(t, server.url);
  const [socket] = sockets;
  return { client, socket: socket ?? t.fail('no connection'), answered: () => answered };
}

test.serial('[C170] accepts 16 requests in one packet and answers them in order', async (t) => {
  const { client, answered } = await served(t);
  client.write(requestBytes(SHORT, {}).toString().repeat(16));
  for (let i = 0; i < 16; i++) t.is((await client.answer()).status, 200);
  t.is(answered(), 16);
});

for (const line of [SHORT, 'POST /direct'])
  test.serial(`[C170] closes a connection with more than 16 requests in one packet: ${line}`, async (t) => {
    const { client, answered } = await served(t);
    client.write(requestBytes(line, {}).toString().repeat(17));
    await client.closed;
    t.true(answered() <= 16);
  });

for (const line of [SHORT, 'POST /direct'])
  test.serial(`[C170] closes a connection whose client reads none of the short responses: ${line}`, async (t) => {
    const { client, socket, answered } = await served(t);
    client.socket.setNoDelay().pause();
    for (let sent = 1; answered() === sent - 1; sent++) {
      client.write(requestBytes(line, {}));
      for (let turns = 0; answered() < sent && turns < TURNS; turns++) await new Promise(setImmediate);
    }
    t.true(socket.writableLength > 0);
    t.is(socket.timeout, 20_000);
    socket.emit('timeout');
    t.true(socket.destroyed);
  });

test.serial('[C170] keeps a connection with a held request open', async (t) => {
  const { client, socket } = await served(t);
  client.write(requestBytes('GET /held', {}));
  while (socket.timeout !== 20_000) await new Promise(setImmediate);
  socket.emit('timeout');
  t.false(socket.destroyed);
});
