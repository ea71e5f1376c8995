// The device's own network: its name and password, and where a phone's requests lead.

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { accessPointFrom, createRedirect } from '../../../bin/board/own-network.ts';
import { isWifiSecret } from '../../../wire/wifi-secret.ts';

test('[wifi] the own network has a valid password of its own per token, unless the board file has one', (t) => {
  const points = Array.from({ length: 50 }, (_, i) => accessPointFrom(`token-${i}`, {}));
  for (const { name, password, address } of points) {
    t.regex(name, /^putter-[\dA-F]{4}$/);
    t.regex(password, /^[a-km-np-z2-9]{12}$/);
    t.true(isWifiSecret(password));
    t.is(address, '10.42.0.1');
  }
  t.is(new Set(points.map(({ password }) => password)).size, 50);
  t.deepEqual(accessPointFrom('token-1', {}), points[1]);
  t.is(accessPointFrom('token-1', { is_board_unused: true }).name, 'putter board.yaml?');
  t.like(accessPointFrom('token-1', { password: 'make every putt' }), {
    name: points[1]?.name,
    password: 'make every putt',
  });
});

/** Sends text to a new redirect. Returns its answer, and how many requests it answered. */
async function sendToRedirect(t: ExecutionContext, sent: string): Promise<{ answer: string; answered: number }> {
  const server = createRedirect('http://10.42.0.1:8321/').listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response) => responses.push(response));
  await once(server, 'listening');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an address and port
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(sent);
  const answer = await text(socket).catch(() => '');
  return { answer, answered: responses.filter(({ headersSent }) => headersSent).length };
}

test('[first start] leads a request for any web site to the page', async (t) => {
  const requests = [
    'GET /generate_204 HTTP/1.1\r\nHost: connectivitycheck.example\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx',
  ];
  for (const request of requests) {
    const { answer } = await sendToRedirect(t, request);
    t.regex(answer, /^HTTP\/1\.1 302 Found\r\nLocation: http:\/\/10\.42\.0\.1:8321\/\r\n/);
  }
});

test('[C170] answers at most 16 requests in one packet', async (t) => {
  const requests = (count: number): string => 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count);
  t.is((await sendToRedirect(t, requests(16))).answered, 16);
  t.is((await sendToRedirect(t, requests(100))).answered, 16);
});
