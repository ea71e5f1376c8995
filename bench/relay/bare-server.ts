// The peer of the benchmark: node:http that only holds and releases. POST /hold/KEY waits; POST /release/KEY answers whoever waits
// there, and the caller, with as many bytes as the first number of its body says; POST /echo answers at once.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const held = new Map<string, Set<ServerResponse>>();

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => handle(request, response, Buffer.concat(chunks).toString()));
});

function handle({ url = '' }: IncomingMessage, response: ServerResponse, body: string): void {
  const [, verb = '', key = ''] = url.split('/');
  if (verb === 'hold') {
    held.set(key, (held.get(key) ?? new Set()).add(response));
    response.once('close', () => held.get(key)?.delete(response));
    return;
  }
  const answer = `{"bytes":"${'x'.repeat(Number.parseInt(body, 10) || 0)}"}`;
  send(response, answer);
  if (verb !== 'release') return;
  for (const waiting of held.get(key) ?? []) send(waiting, answer);
  held.delete(key);
}

function send(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': text.length });
  response.end(text);
}

server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ relay: `http://127.0.0.1:${port}` })}\n`);
});
