// Peer of the relay benchmark: a node:http server that only holds requests and releases answers of the same bytes. No
// signatures, rules, checks or disk; it buffers a table's inputs so that a host between two polls misses none.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { assertDefined } from '../../wire/errors.ts';
import { portOf } from '../../wire/listening.ts';

interface TableState {
  seq: number;
  changes: number;
  readonly items: string[];
  readonly held: Set<{ readonly since: number; readonly response: ServerResponse }>;
}

const tables = new Map<string, TableState>();
const codes = new Map<string, string>();
const PLAYERS = '{"name":"Some Device","host":false,"fol":true,"players":[{"n":"Player","h":0}]}';
const ROUND = 'x'.repeat(500);
const HOLD_MS = 20_000;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => handle(request, Buffer.concat(chunks).toString(), response));
});

function handle({ url, headers }: IncomingMessage, body: string, response: ServerResponse): void {
  const device = String(headers['x-device-id']);
  if (body.includes('"start"')) return start(device, response);
  const code = /"code":"([^"]*)"/.exec(body)?.[1] ?? codes.get(device) ?? '';
  const table = assertDefined(tables.get(code), `table ${code}`);
  if (url === '/sim/host' || url === '/sim/input') {
    table.changes++;
    if (url === '/sim/input') table.items.push(`{"seq":${++table.seq},"kind":"club","name":"","club":0}`);
    send(response, answerOf(code, table, Number.POSITIVE_INFINITY));
    for (const { since, response: waiting } of table.held) send(waiting, answerOf(code, table, since));
    table.held.clear();
    return;
  }
  const since = Number(/"since":(\d+)/.exec(body)?.[1] ?? Number.POSITIVE_INFINITY);
  const known_tag = /"st":"([^"]*)"/.exec(body)?.[1];
  if (body.includes('"wait_ms":0') || known_tag !== tagOf(table)) return send(response, answerOf(code, table, since));
  const waiter = { since, response };
  table.held.add(waiter);
  const over = setTimeout(() => send(response, answerOf(code, table, since)), HOLD_MS);
  response.once('close', () => {
    clearTimeout(over);
    table.held.delete(waiter);
  });
}

function start(device: string, response: ServerResponse): void {
  const code = `${tables.size}`.padStart(6, '0');
  codes.set(device, code);
  tables.set(code, { seq: 0, changes: 0, items: [], held: new Set() });
  send(response, `{"status":"ok","code":"${code}","state":{"st":"00000000"}}`);
}

const tagOf = ({ changes }: TableState): string => `${changes}`.padStart(8, '0');

function answerOf(code: string, table: TableState, since: number): string {
  const items = since === Number.POSITIVE_INFINITY ? [] : table.items.slice(since);
  const state = `{"players":[${PLAYERS},${PLAYERS},${PLAYERS},${PLAYERS}],"round":"${ROUND}","st":"${tagOf(table)}"}`;
  return `{"status":"ok","code":"${code}","seq":${table.seq},"items":[${items.join()}],"state":${state}}`;
}

function send(response: ServerResponse, text: string): void {
  if (response.writableEnded) return;
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

server.keepAliveTimeout = 75_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ relay: `http://127.0.0.1:${portOf(server.address())}` })}\n`);
});
