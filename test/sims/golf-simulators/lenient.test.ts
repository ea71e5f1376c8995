// The stand-in for simulators that adopted Open Connect (docs/simulators.md).

import test from 'ava';
import { createLenient } from '../../../sims/golf-simulators/lenient.ts';
import {
  callerOf,
  eventsOf,
  dropReasons,
  heartbeat,
  shot,
  shotsIn,
  status,
} from '../../support/simulator/golf-messages.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { fieldsIn } from '../../support/read-json.ts';

const newTable = (reads: 'stream' | 'message' = 'stream') => {
  const simulator = createLenient({ reads });
  return { simulator, events: eventsOf(simulator), command: (line: string) => simulator.command(line) };
};

const code = (text: string | undefined): unknown => fieldsIn(text ?? '{}')['Code'];

test('[lenient] greets with the player, and answers each message on a line of its own', (t) => {
  const { simulator } = newTable();
  const caller = callerOf(simulator);
  caller.send(heartbeat());
  caller.send(status());
  caller.send(shot(2));
  t.deepEqual(caller.received.map(code), [201, 200, 200, 200]); // oxfmt-ignore
  t.true(caller.received.every((text) => /^\{[^\n]*\}\n$/.test(text)));
  t.regex(caller.received[0] ?? '', /"Player":\{"Handed":"RH","Club":"PT","DistanceToTarget":12.5,"Surface":"Green"\}/);
  t.regex(caller.received[3] ?? '', /"Shot received successfully"/);
});

test('[lenient] reads a stream, whether messages are glued or cut', (t) => {
  const { simulator, events } = newTable();
  const caller = callerOf(simulator);
  const stream = `${heartbeat(1)}${shot(2)}\n${shot(3)}\0${shot(4)}`;
  for (let at = 0; at < stream.length; at += 7) caller.send(stream.slice(at, at + 7));
  t.deepEqual(dropReasons(events), [null, null, null]);
  t.deepEqual(caller.received.map(code), [201, 200, 200, 200, 200]); // oxfmt-ignore
});

test('[lenient] also accepts the options at the top level of a message', (t) => {
  const { simulator, events } = newTable();
  const caller = callerOf(simulator);
  const flat = (text: string): string => {
    const { ShotDataOptions, ...rest } = fieldsIn(text);
    return JSON.stringify({ ...rest, ...Object(ShotDataOptions) });
  };
  for (const text of [heartbeat(1), status(1), shot(2)]) caller.send(flat(text));
  t.deepEqual(events.map(({ kind }) => kind).filter((kind) => !/connected|answered/.test(kind)), ['heartbeat', 'status', 'shot']); // oxfmt-ignore
  t.deepEqual(dropReasons(events), [null]);
  caller.send('{"ShotNumber":3,"IsHeartBeat":"true"}');
  t.deepEqual(caller.received.map(code), [201, 200, 200, 200, 501]); // oxfmt-ignore
});

test('[lenient] plays only shots with a new highest number, and acknowledges all', (t) => {
  const { simulator, events } = newTable();
  const caller = callerOf(simulator);
  caller.send(heartbeat(3));
  for (const number of [3, 4, 4, 2, 6, 5]) caller.send(shot(number));
  t.deepEqual(dropReasons(events), [
    'the shot number is not above 3',
    null,
    'the shot number is not above 4',
    'the shot number is not above 4',
    null,
    'the shot number is not above 6',
  ]);
  t.deepEqual(caller.received.slice(1).map(code), [200, 200, 200, 200, 200, 200, 200]); // oxfmt-ignore
});

test('[lenient] acknowledges but does not play a shot that carries the first number', (t) => {
  const { simulator, events } = newTable();
  const caller = callerOf(simulator);
  for (const number of [1, 2]) caller.send(shot(number));
  t.deepEqual(dropReasons(events), ['the first shot number counts as already played', null]);
});

test('[lenient] keeps the numbers across connections, and forgets them at a reset', (t) => {
  const { simulator, events, command } = newTable();
  const first = callerOf(simulator);
  first.send(heartbeat(7));
  first.leave();
  first.leave();
  t.deepEqual(first.closings, [1]);
  const second = callerOf(simulator);
  second.send(heartbeat(1));
  second.send(shot(2));
  second.send(shot(8));
  valueOf(t, command('reset'));
  t.deepEqual(second.closings, [1]);
  second.send(shot(9));
  const third = callerOf(simulator);
  third.send(heartbeat(1));
  third.send(shot(2));
  t.deepEqual(dropReasons(events), ['the shot number is not above 7', null, null]);
  t.is(events.filter(({ kind }) => kind === 'disconnected').length, 1);
});

test('[lenient] answers 501 to an unknown message, and keeps the connection', (t) => {
  const { simulator, events } = newTable();
  const caller = callerOf(simulator);
  const bad = ['hello\n', '{"a":}', '{}', JSON.stringify({ ShotDataOptions: null }), shot(2, { Speed: null })];
  for (const text of bad) caller.send(text);
  t.deepEqual(caller.received.slice(1).map(code), [501, 501, 501, 501, 501]); // oxfmt-ignore
  caller.send(heartbeat(1));
  caller.send(shot(2));
  t.deepEqual(dropReasons(events), [null]);
});

test('[lenient] acknowledges but does not play text numbers or shots without number or ball', (t) => {
  const { simulator, events } = newTable();
  const caller = callerOf(simulator);
  caller.send(heartbeat(1));
  caller.send(shot(2, { Speed: '4.20' }));
  caller.send(shot(3, {}, { ShotNumber: 'x' }));
  caller.send(shot(4, {}, { BallData: null, ShotDataOptions: { ContainsClubData: true } }));
  t.deepEqual(dropReasons(events), ['the numbers are text', 'no shot number', 'no ball data']);
  t.deepEqual(caller.received.slice(1).map(code), [200, 200, 200, 200]); // oxfmt-ignore
});

test('[lenient] serves several clients, and sends changes to all of them', (t) => {
  const { simulator, events, command } = newTable();
  t.is(valueOf(t, command('club PT')), 'Done; no client is connected.');
  const [one, two] = [callerOf(simulator), callerOf(simulator)];
  two.send(heartbeat(1));
  two.send(shot(2));
  one.send(shot(3));
  t.deepEqual(shotsIn(events).map(({ client, dropped }) => [client, dropped]), [[2, null], [1, null]]); // oxfmt-ignore
  for (const line of ['club LW', 'player LH', 'distance 3.5', 'ready', 'end']) t.is(valueOf(t, command(line)), 'Done.');
  for (const { received } of [one, two]) t.deepEqual(received.slice(-5).map(code), [201, 201, 201, 202, 203]); // oxfmt-ignore
  t.regex(one.received.at(-3) ?? '', /"Handed":"LH","Club":"LW","DistanceToTarget":3.5/);
  failsWith(t, command('fly'), 'bad_value', /use club/);
});

test('[lenient] in message mode, loses glued and split messages, and answers each bad read 400', (t) => {
  const { simulator, events } = newTable('message');
  const caller = callerOf(simulator);
  caller.send(heartbeat(1));
  const before = caller.received.length;
  caller.send(shot(2) + shot(3));
  const half = shot(4);
  caller.send(half.slice(0, 50));
  caller.send(half.slice(50));
  t.deepEqual(dropReasons(events), []);
  t.deepEqual(
    caller.received.slice(before).map((text) => fieldsIn(text)['status']),
    [400, 400, 400],
  );
  t.true(caller.received.slice(before).every((text) => code(text) === undefined));
  caller.send(shot(5));
  t.deepEqual(dropReasons(events), [null]);
});

test('[lenient] in message mode, answers a shot 200 and 201, and a repeated number only 201', (t) => {
  const { simulator, events } = newTable('message');
  const caller = callerOf(simulator);
  for (const number of [1, 2, 2, 3]) caller.send(shot(number));
  t.deepEqual(dropReasons(events), [
    'the first shot number counts as already played',
    null,
    'the shot number is not above 2',
    null,
  ]);
  t.deepEqual(caller.received.map(code), [201, 201, 200, 201, 201, 200, 201]); // oxfmt-ignore
});
