// The stand-in for GSPconnect, including each quirk of the real program (docs/simulators.md).

import test, { type ExecutionContext } from 'ava';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createGspconnect } from '../../../sims/golf-simulators/gspconnect.ts';
import { describeEvent, type SimulatorEvent, type TcpSimulator } from '../../../sims/golf-simulators/simulator.ts';
import {
  BALL,
  callerOf,
  clubShot,
  eventsOf,
  dropReasons,
  heartbeat,
  shot,
  shotsIn,
  status,
  type Caller,
} from '../../support/simulator/golf-messages.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { fieldsIn, fieldsOf } from '../../support/read-json.ts';

interface Table {
  readonly clock: VirtualClock;
  readonly simulator: TcpSimulator;
  readonly events: SimulatorEvent[];
  command(line: string): void;
}

function newTable(t: ExecutionContext, broken_reconnect?: boolean, ready_first?: boolean): Table {
  const clock = createVirtualClock();
  const simulator = createGspconnect({
    clock,
    ...(broken_reconnect !== undefined && { broken_reconnect }),
    ...(ready_first !== undefined && { ready_first }),
  });
  return { clock, simulator, events: eventsOf(simulator), command: (line) => void valueOf(t, simulator.command(line)) };
}

/** Returns a client that has sent its ready message. */
function newClient({ simulator }: Table): Caller {
  const caller = callerOf(simulator);
  caller.send(heartbeat());
  return caller;
}

const codes = (text: string): readonly number[] => [...text.matchAll(/"Code":(\d+)/g)].map((match) => Number(match[1]));
const PT = '{"Handed":"RH","Club":"PT","DistanceToTarget":12.5,"Surface":"Green"}';
const INFORMATION = `{"Code":201,"Message":"GSPro Player Information","Player":${PT}}`;
const BALL_RECEIVED = '{"Code":200,"Message":"Ball Data received","Player":null}';

test('[gspconnect] sends nothing on connect, nor in answer to heartbeats and status', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  caller.send(status());
  await table.clock.advance(10_000);
  t.deepEqual(caller.received, []);
  t.deepEqual(table.events, [
    { kind: 'connected', client: 1, served: true },
    { kind: 'heartbeat', client: 1, ready: true, ball: true },
    { kind: 'status', client: 1, ready: true, ball: false },
  ]);
});

test('[gspconnect] plays a putt with the selected club, and acknowledges it 200 ms later', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  caller.send(shot(2));
  t.deepEqual(shotsIn(table.events), [
    {
      kind: 'shot',
      client: 1,
      club: 'PT',
      dropped: null,
      shot: { shot_number: 2, speed_mph: 4.2, hla_deg: -1.1, vla_deg: 0, total_spin_rpm: 0, club_data: null },
    },
  ]);
  await table.clock.advance(199);
  t.deepEqual(caller.received, []);
  await table.clock.advance(1);
  // The player information that follows a shot is glued to the acknowledgement.
  t.deepEqual(caller.received, [BALL_RECEIVED + INFORMATION]);
  await table.clock.advance(10_000);
  t.is(caller.received.length, 1);
  t.is(table.clock.pending(), 0);
});

test('[gspconnect] acknowledges whether club data were present', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  caller.send(clubShot(2));
  await table.clock.advance(200);
  t.true(caller.received[0]?.startsWith('{"Code":200,"Message":"Club & Ball Data received","Player":null}'));
  t.deepEqual(shotsIn(table.events)[0]?.shot.club_data, {
    speed_mph: 2.6,
    attack_deg: 1.5,
    face_deg: -1.1,
    path_deg: 0.2,
  });
});

test('[gspconnect] plays two shots within 200 ms, with one shared acknowledgement', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  caller.send(shot(2));
  await table.clock.advance(199);
  caller.send(clubShot(3));
  await table.clock.advance(1000);
  t.deepEqual(dropReasons(table.events), [null, null]);
  t.deepEqual(caller.received.map(codes), [[200, 201]]);
  t.regex(caller.received[0] ?? '', /Club & Ball/);
  caller.send(shot(4));
  await table.clock.advance(201);
  caller.send(shot(5));
  await table.clock.advance(150);
  caller.send(shot(6));
  await table.clock.advance(51);
  t.is(caller.received.length, 3);
  caller.send(shot(7));
  await table.clock.advance(199);
  t.is(caller.received.length, 3);
  await table.clock.advance(1);
  t.is(caller.received.length, 4);
});

test('[gspconnect] reads one message per write: ignores a second one and a partial one', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  caller.send(shot(2) + shot(3));
  t.deepEqual(shotsIn(table.events).map((event) => event.shot.shot_number), [2]); // oxfmt-ignore
  const lost = table.events.at(-2);
  t.true(lost?.kind === 'ignored' && lost.text === shot(3));
  const whole = shot(4);
  caller.send(whole.slice(0, 40));
  caller.send(whole.slice(40));
  await table.clock.advance(1000);
  t.is(shotsIn(table.events).length, 1);
  t.is(caller.received.length, 1);
  caller.send(shot(5));
  t.is(shotsIn(table.events).length, 2, 'the connection stays healthy');
});

test('[gspconnect] accepts a line break, zero bytes and white space around a message', (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  for (const [n, around] of [`${shot(2)}\n`, `${shot(3)}\0\0\0`, ` ${shot(4)}\r\n\0`].entries()) {
    caller.send(around);
    t.is(shotsIn(table.events).length, n + 1);
  }
  t.false(table.events.some(({ kind }) => kind === 'ignored'));
});

test('[gspconnect] reads ASCII', (t) => {
  const table = newTable(t);
  callerOf(table.simulator).send('über {"ShotDataOptions"');
  const [, event] = table.events;
  t.true(event?.kind === 'ignored' && event.text === '??ber {"ShotDataOptions"');
});

test('[gspconnect] ignores garbage without an answer', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  for (const text of ['hello', '[]', '1', '{', '{"a":}', '{a:1}', '\0\0', '}{', `x${shot(2)}`]) caller.send(text);
  await table.clock.advance(1000);
  t.deepEqual([caller.received, shotsIn(table.events)], [[], []]);
  t.is(table.events.filter(({ kind }) => kind === 'ignored').length, 9);
  caller.send(shot(3));
  t.is(shotsIn(table.events).length, 1);
});

const LEGACY = {
  'a top-level data': JSON.stringify({ ...JSON.parse(heartbeat()), data: {} }),
  'no ShotDataOptions': JSON.stringify({ DeviceID: 'tapin', BallData: BALL }),
  'ShotDataOptions of null': JSON.stringify({ DeviceID: 'tapin', BallData: BALL, ShotDataOptions: null }),
};
for (const [name, message] of Object.entries(LEGACY))
  test(`[gspconnect] ${name}: stays silent for the rest of that connection only`, async (t) => {
    const table = newTable(t, false);
    const caller = newClient(table);
    caller.send(message);
    caller.send(heartbeat());
    caller.send(shot(2));
    await table.clock.advance(1000);
    t.deepEqual([caller.received, shotsIn(table.events)], [[], []]);
    caller.leave();
    newClient(table).send(shot(3));
    t.deepEqual(dropReasons(table.events), [null]);
  });

test('[gspconnect] accepts a shot as the first message, since some connectors send no heartbeat', async (t) => {
  const table = newTable(t);
  const caller = callerOf(table.simulator);
  caller.send(shot(1));
  await table.clock.advance(200);
  t.deepEqual(dropReasons(table.events), [null]);
  t.deepEqual(caller.received, [BALL_RECEIVED + INFORMATION]);
});

test('[gspconnect] in strict mode, ignores shots before a ready or heartbeat message on each connection', async (t) => {
  for (const ready of [heartbeat(), status()]) {
    const table = newTable(t, false, true);
    const first = callerOf(table.simulator);
    first.send(shot(1));
    first.send(shot(2));
    await table.clock.advance(1000);
    t.deepEqual(first.received, []);
    first.send(ready);
    first.send(shot(3));
    first.leave();
    const second = callerOf(table.simulator);
    second.send(shot(4));
    const unknown = 'no ready or heartbeat message before it';
    t.deepEqual(dropReasons(table.events), [unknown, unknown, null, unknown]);
  }
});

test('[gspconnect] serves one client, and a second one after the first has left', async (t) => {
  const table = newTable(t, false);
  const first = newClient(table);
  const second = callerOf(table.simulator);
  second.send(heartbeat());
  second.send(shot(2));
  await table.clock.advance(1000);
  t.deepEqual([second.received, second.closings, shotsIn(table.events)], [[], [], []]);
  t.deepEqual(table.events[2], { kind: 'connected', client: 2, served: false });
  first.leave();
  t.deepEqual(first.closings, [1]);
  // All that it had sent is one read, of which the first message counts.
  second.send(shot(3));
  t.deepEqual(shotsIn(table.events).map((event) => [event.client, event.shot.shot_number]), [[2, 3]]); // oxfmt-ignore
  t.deepEqual(dropReasons(table.events), [null]);
});

test('[gspconnect] never serves a client that leaves while waiting', (t) => {
  const table = newTable(t, false);
  const [first, second, third] = [newClient(table), callerOf(table.simulator), callerOf(table.simulator)];
  second.leave();
  second.leave();
  t.deepEqual(second.closings, [1]);
  first.leave();
  third.send(heartbeat());
  third.send(shot(1));
  t.deepEqual(shotsIn(table.events).map((event) => event.client), [3]); // oxfmt-ignore
  t.deepEqual(table.events.filter(({ kind }) => /connected/.test(kind)).map(describeEvent), [
    'Client 1 connected.',
    'Client 2 connected but is not served.',
    'Client 3 connected but is not served.',
    'Client 2 disconnected.',
    'Client 1 disconnected.',
    'Client 3 connected.',
  ]);
});

test('[gspconnect] with the broken reconnect, serves no client after the first until a reset', async (t) => {
  const table = newTable(t);
  const first = newClient(table);
  first.send(shot(2));
  first.leave();
  first.leave();
  t.deepEqual(first.closings, [], 'it does not close its own end');
  const second = newClient(table);
  second.send(shot(3));
  await table.clock.advance(60_000);
  t.deepEqual([first.received, second.received, second.closings], [[], [], []]);
  t.is(shotsIn(table.events).length, 1);
  table.command('reset');
  t.deepEqual([first.closings, second.closings], [[1], [1]]);
  second.send(shot(9));
  second.leave();
  t.is(table.events.at(-1)?.kind, 'reset', 'closed clients cause no events');
  const third = newClient(table);
  third.send(shot(4));
  await table.clock.advance(200);
  t.deepEqual(third.received.map(codes), [[200, 201]]); // oxfmt-ignore
  t.is(table.events.filter(({ kind }) => kind === 'disconnected').length, 1);
});

test('[gspconnect] drops a pending acknowledgement with its connection', async (t) => {
  for (const end of ['leave', 'reset']) {
    const table = newTable(t, false);
    const first = newClient(table);
    first.send(shot(2));
    await table.clock.advance(100);
    if (end === 'leave') first.leave();
    else table.command('reset');
    const second = newClient(table);
    await table.clock.advance(1000);
    t.deepEqual([first.received, second.received], [[], []], end);
    second.send(shot(3));
    await table.clock.advance(200);
    t.deepEqual(second.received.map(codes), [[200, 201]], end); // oxfmt-ignore
  }
});

test('[gspconnect] plays no shot at speed 0, but resets the club', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  caller.send(shot(2, { Speed: 0 }));
  t.deepEqual(dropReasons(table.events), ['a speed of 0 resets the club']);
  t.regex(caller.received[0] ?? '', /^\{"Code":201,.*"Club":"DR"/);
  caller.send(shot(3));
  t.is(shotsIn(table.events)[1]?.club, 'DR');
});

test('[gspconnect] ignores Units and ShotNumber, and accepts numbers as text', (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  for (const number of [7, 7, 1, -3]) caller.send(shot(number, {}, { Units: 'Meters' }));
  caller.send(shot(1, { Speed: '4.20', HLA: '-1.10' }));
  t.deepEqual(dropReasons(table.events), [null, null, null, null, null]);
  t.deepEqual(new Set(shotsIn(table.events).map(({ shot: { speed_mph, hla_deg } }) => `${speed_mph} ${hla_deg}`)), new Set(['4.2 -1.1'])); // oxfmt-ignore
});

test('[gspconnect] ignores or drops impossible shots', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  const { TotalSpin: _, ...without_total } = { ...BALL, SideSpin: 50 };
  caller.send(shot(2, {}, { BallData: without_total }));
  caller.send(shot(3, { HLA: 'left' }));
  caller.send(shot(4, {}, { BallData: null }));
  await table.clock.advance(1000);
  t.deepEqual(dropReasons(table.events), ['side spin without back spin divides by zero']);
  t.deepEqual(caller.received, []);
  caller.send(shot(5, { BackSpin: 10, SideSpin: 50 }));
  t.is(dropReasons(table.events)[1], null);
});

test('[gspconnect] sends club and player changes immediately, and ready and end during the round', (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  for (const line of ['club i7', 'player LH', 'distance 150', ' CLUB  PT ', 'ready', 'end']) table.command(line);
  t.deepEqual(caller.received.map(codes), [[201], [201], [201], [201], [202], [202, 203]]); // oxfmt-ignore
  const player = (text = ''): unknown => fieldsIn(text)['Player'];
  t.deepEqual(player(caller.received[2]), { Handed: 'LH', Club: 'I7', DistanceToTarget: 150, Surface: 'Green' });
  t.is(fieldsOf(player(caller.received[3]))['Club'], 'PT');
  t.is(
    caller.received[5],
    '{"Code":202,"Message":"GSPro ready","Player":null}{"Code":203,"Message":"GSPro round ended","Player":null}',
  );
});

test('[gspconnect] commands report their result, and list the allowed values', (t) => {
  const { simulator } = newTable(t);
  t.is(valueOf(t, simulator.command('club PT')), 'Done; no client is connected.');
  t.is(valueOf(t, simulator.command('reset')), 'Done.');
  t.regex(valueOf(t, simulator.command('help')), /club PT, player RH, distance 12\.5, ready, end, reset, help\.$/);
  callerOf(simulator);
  t.is(valueOf(t, simulator.command('ready')), 'Done.');
  for (const [line, expected] of [
    ['fly', /"fly": use club, player, distance, ready, end, reset or help/],
    ['answer empty', /"answer"/],
    ['club', /DR, W2, .*PT/],
    ['club W1', /DR, W2/],
    ['player', /RH or LH/],
    ['player both', /RH or LH/],
    ['distance far', /such as 12\.5/],
    ['distance -1', /such as 12\.5/],
    ['ready now', /ready takes no argument/],
    ['x'.repeat(200), /"x{40}"/],
  ] as const)
    failsWith(t, simulator.command(line), 'bad_value', expected);
});

test('[gspconnect] writes every event as one readable line', async (t) => {
  const table = newTable(t);
  const caller = newClient(table);
  caller.send(status());
  caller.send(clubShot(2));
  caller.send(shot(3, { Speed: 0, HLA: 0 }));
  caller.send(`two\n${'lines'.repeat(100)}`);
  await table.clock.advance(200);
  callerOf(table.simulator);
  caller.leave();
  table.command('reset');
  const lines = table.events.map(describeEvent);
  t.deepEqual(lines, [
    'Client 1 connected.',
    'Heartbeat from client 1: ready, ball.',
    'Status from client 1: ready, no ball.',
    'Shot 2, 4.20 mph 1.10° left, from client 1 with PT: played.',
    'Shot 3, 0.00 mph straight, from client 1 with PT: not played (a speed of 0 resets the club).',
    'Answered client 1: 201 GSPro Player Information (DR, RH, 12.5).',
    `Ignored input from client 1 (not a JSON object): "two\\n${'lines'.repeat(24).slice(0, 116)}".`,
    'Answered client 1: 200 Ball Data received and 201 GSPro Player Information (DR, RH, 12.5).',
    'Client 2 connected but is not served.',
    'Client 1 disconnected.',
    'Restarted; all connections are closed.',
  ]);
});
