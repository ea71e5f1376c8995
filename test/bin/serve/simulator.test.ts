// `tapin simulator` as a process: first line, a line for each message, commands on stdin, and shutdown.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { heartbeat, shot } from '../../support/simulator/golf-messages.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { runTapin, startTapin, type TapinProcess } from '../../support/process/tapin-process.ts';
import { nextChunk } from '../../support/process/streams.ts';

async function connectTo(t: ExecutionContext, { listening }: TapinProcess): Promise<Socket> {
  const socket = connect({ host: String(listening['host']), port: Number(listening['port']), noDelay: true });
  t.teardown(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const start = (t: ExecutionContext, ...args: readonly string[]): Promise<TapinProcess> =>
  startTapin(t, ['simulator', ...args, '--port', '0']);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`[cli] simulator gspconnect logs, plays and acknowledges a putt; ${signal} ends it`, async (t) => {
    const simulator = await start(t, 'gspconnect');
    t.like(simulator.listening, { event: 'listening', host: '127.0.0.1' });
    const socket = await connectTo(t, simulator);
    socket.write(heartbeat());
    await simulator.untilStderr('Heartbeat from client 1: ready, ball.');
    socket.write(shot(2));
    const answer = await nextChunk(socket);
    t.regex(answer.toString(), /^\{"Code":200,"Message":"Ball Data received"/);
    await simulator.untilStderr('Answered client 1: 200 Ball Data received and 201');
    t.regex(
      simulator.stderr(),
      /^\d+\.\d{3} info gspconnect: Shot 2, 4\.20 mph 1\.10° left, from client 1 with PT: played\.$/m,
    );
    const { code, stdout } = await simulator.end(signal);
    t.is(code, 0);
    t.is(stdout.trimEnd().split('\n').length, 1, 'stdout has exactly one line');
  });

test('[cli] simulator answers each command on stdin with one line', async (t) => {
  const simulator = await start(t, 'gspconnect');
  const socket = await connectTo(t, simulator);
  await simulator.untilStderr('Client 1 connected.');
  simulator.writeLine('club I7');
  const message = await nextChunk(socket);
  t.regex(message.toString(), /"Code":201.*"Club":"I7"/);
  for (const line of ['', '  ', 'fly\u001b[2J', 'club W1', 'help', 'reset']) simulator.writeLine(line);
  await once(socket, 'close');
  await simulator.untilStderr('Restarted');
  simulator.writeLine('the end');
  await simulator.untilStderr('"the"');
  const own = simulator
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('tapin: '));
  t.is(own.length, 6);
  t.is(own[0], 'tapin: Done.');
  t.regex(own[1] ?? '', /Unknown command "fly.*": use club, player, distance, ready, end, reset or help\.$/);
  t.regex(own[2] ?? '', /The club must be one of DR/);
  t.regex(own[3] ?? '', /Commands on stdin: club PT/);
  // oxlint-disable-next-line no-control-regex -- matches control characters on purpose
  t.notRegex(simulator.stderr(), /\u001b/);
  simulator.child.stdin.end();
  t.is((await simulator.end('SIGINT')).code, 0);
});

test('[cli] simulator gspconnect serves a second client only if reconnecting works', async (t) => {
  for (const [reconnect, line] of [
    ['broken', 'Client 2 connected but is not served.'],
    ['works', 'Client 2 connected.'],
  ] as const) {
    const simulator = await start(t, 'gspconnect', '--reconnect', reconnect);
    (await connectTo(t, simulator)).end();
    await simulator.untilStderr('Client 1 disconnected.');
    await connectTo(t, simulator);
    await simulator.untilStderr(line);
    t.is((await simulator.end('SIGINT')).code, 0);
  }
});

test('[cli] simulator lenient sends a greeting and answers', async (t) => {
  const simulator = await start(t, 'lenient');
  const socket = await connectTo(t, simulator);
  const greeting = await nextChunk(socket);
  t.regex(greeting.toString(), /^\{"Code":201,.*\}\n$/);
  socket.write('nonsense\n');
  const answer = await nextChunk(socket);
  t.regex(answer.toString(), /^\{"Code":501,/);
  await simulator.untilStderr('warn lenient: Ignored input from client 1 (unknown message): "nonsense');
  t.is((await simulator.end('SIGINT')).code, 0);
});

test('[cli] simulator putting-port prints its URL, answers as configured, and plays with the putter', async (t) => {
  const simulator = await start(t, 'putting-port', '--answer', 'double');
  const { event, putting } = simulator.listening;
  t.is(event, 'listening');
  const { origin, pathname } = new URL(String(putting));
  t.is(pathname, '/putting');
  const ask = { method: 'POST', body: '{"ballData":{"BallSpeed":4.2,"TotalSpin":0,"LaunchDirection":1.3}}' };
  t.is((await httpCall(origin, pathname, ask)).text, String.raw`"{\"result\":\"Success\"}"`);
  simulator.writeLine('answer result');
  simulator.writeLine('club DR');
  simulator.writeLine('help');
  await simulator.untilStderr('MODE is one of');
  t.regex((await httpCall(origin, pathname, ask)).text, /Putter not selected/);
  await simulator.untilStderr('Shot, 4.20 mph 1.30° right, from client 2 with DR: not played (the club is DR).');
  t.is((await simulator.end('SIGINT')).code, 0);
});

test('[cli] simulator reports a port in use with a one-line error and exit code 1', async (t) => {
  const first = await start(t, 'lenient');
  const port = String(first.listening['port']);
  for (const kind of ['gspconnect', 'lenient', 'putting-port']) {
    const { code, stdout, stderr } = await runTapin(['simulator', kind, '--port', port]);
    t.deepEqual([code, stdout], [1, ''], kind);
    t.regex(stderr, /^tapin: Port \d+ is in use: choose another with --port[^\n]*\.\n$/, kind);
  }
});
