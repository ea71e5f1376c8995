// Tests of TCP on the loopback interface in real time; they wait for events only.

import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createSystemTcp } from '../../../hal/tcp/tcp-system.ts';
import type { OnConnection } from '../../../hal/tcp/tcp-virtual.ts';
import type { TcpAddress } from '../../../hal/tcp/tcp.ts';
import { createTcpRecorder, tcpConformance, type NetworkFactory } from './tcp-conformance.ts';
import { portOf } from '../../support/process/port-of.ts';
import { nextChunk } from '../../support/process/streams.ts';
import { itemAt } from '../../support/items.ts';

const until = <T>(done: Promise<T>): Promise<T> => done;
const host = '127.0.0.1';

async function listen(t: ExecutionContext, onSocket: (socket: Socket) => void): Promise<TcpAddress> {
  const server = createServer(onSocket).listen(0, host);
  await once(server, 'listening');
  t.teardown(() => void server.close());
  return { host, port: portOf(server) };
}

function serve(socket: Socket, onConnection: OnConnection): void {
  const listener = onConnection({
    write: (bytes) => socket.writable && socket.write(Uint8Array.from(bytes)),
    close: () => socket.end(),
  });
  socket.on('data', (chunk) => listener.data(new Uint8Array(chunk)));
  socket.on('error', () => {});
  socket.on('close', () => listener.closed(null));
}

const loopback: NetworkFactory = (t) => {
  const sockets = new Set<Socket>();
  t.teardown(() => sockets.forEach((socket) => socket.destroy()));
  return Promise.resolve({
    tcp: createSystemTcp(),
    until,
    // Longer than a DNS label may be, so that no name server is queried.
    no_host: { host: `${'a'.repeat(64)}.invalid`, port: 921 },
    serve: (onConnection) =>
      listen(t, (socket) => {
        sockets.add(socket);
        serve(socket, onConnection);
      }),
    // Port below 1024, so that no user program listens there by chance.
    closed: () => Promise.resolve({ host, port: 1 }),
    reset: () => sockets.forEach((socket) => socket.resetAndDestroy()),
  });
};

tcpConformance(test, loopback);

test('[tcp] loses a connection that reads nothing once too many bytes wait', async (t) => {
  const to = await listen(t, (socket) => {
    socket.on('error', () => {});
    socket.pause();
    t.teardown(() => socket.destroy());
  });
  const recorder = createTcpRecorder();
  const connection = createSystemTcp().connect(to, recorder);
  await recorder.opened();
  const chunk = new Uint8Array(1_000_000);
  for (let n = 0; n < 40; n++) connection.write(chunk);
  t.deepEqual(recorder.endings, []);
  await recorder.ended();
  t.is(recorder.endings[0]?.code, 'tcp_lost');
  t.regex(recorder.endings[0]?.message ?? '', /stopped reading\.$/);
});

test('[tcp] reports a host that never answers as unreachable after the timeout', async (t) => {
  if (process.platform !== 'linux') return void t.pass('depends on how Linux treats a full backlog');
  // A stopped process that listens: once its queue is full, the system answers no connection.
  const script = `require('node:net').createServer().listen({ port: 0, host: '${host}', backlog: 1 }, function () { console.log(this.address().port); })`;
  const child = spawn(process.execPath, ['-e', script]);
  t.teardown(() => child.kill('SIGKILL'));
  const port = await nextChunk(child.stdout);
  const to = { host, port: Number(port.toString()) };
  child.kill('SIGSTOP');
  const fillers = Array.from({ length: 4 }, () => connect(to).on('error', () => {}));
  t.teardown(() => fillers.forEach((socket) => socket.destroy()));
  await once(itemAt(fillers, 0), 'connect');
  const recorder = createTcpRecorder();
  createSystemTcp({ connect_ms_max: 50 }).connect(to, recorder);
  await recorder.ended();
  t.deepEqual(recorder.events, ['closed']);
  t.is(recorder.endings[0]?.code, 'tcp_unreachable');
  t.is(recorder.endings[0]?.message, `No route to ${host}:${to.port}: it does not answer.`);
});
