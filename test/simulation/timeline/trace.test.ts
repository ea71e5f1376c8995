// Tests of traces of recordings: the slices on each lane, their times, and the arrows between them.

import test from 'ava';
import fc from 'fast-check';
import { encodeFrame } from '../../../hal/sensor/frame.ts';
import { encodeBody, MESSAGE_TYPE, type Message } from '../../../hal/sensor/messages.ts';
import { readTurn } from '../../../simulation/recordings/recording.ts';
import type { RecordedLine, RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';
import { toJson } from '../../../simulation/recordings/values.ts';
import { recorded } from '../../support/device/recorded.ts';
import { valueOf } from '../../support/results.ts';
import { readTrace } from '../../support/scenario/trace-check.ts';
import { textOf, traced } from '../../support/scenario/traced.ts';

const frame = (message: Message): unknown =>
  toJson(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: 3, body: encodeBody(message) }));
const turn = (at_ms: number, device: string, entered: RecordedLine, ...lines: readonly RecordedLine[]): RecordedBatch => ({ at_ms, device, entered, lines }); // oxfmt-ignore
const setup = { cloud: 'http://relay', store: null, firmware_keys: [], path: 'a cable' };
const answer = (fields: unknown) => ({ ok: true, value: { status: 200, text: JSON.stringify(fields) } });
const fine = { ok: true, value: null };

test('[timeline] places a key, a page and a putt on the timeline, with arrows to their effects', async (t) => {
  const recording = await recorded(t, 'steps:\n  - choose: Metrics only\n  - putt: { club_speed_mps: 2 }\n  - advance: 4 s\n'); // oxfmt-ignore
  const turns = recording.turns.map((line) => valueOf(t, readTurn(line)));
  const { slices, arrows, problems } = traced(turns);
  t.deepEqual(problems, []);
  const on = (lane: string) => slices.filter((slice) => slice.lane === `device/${lane}`);
  // A device reaches its menu after 3 s; a step has 20 ms to settle.
  t.deepEqual(on('keys and touch').map(({ name, started_us }) => [name, Math.round(started_us / 1000)]), [['ok press', 3000], ['ok release', 3000]]); // oxfmt-ignore
  const [opening, menu, metrics] = on('machine navigation');
  t.deepEqual([opening?.name, menu?.name], ['opening', 'menu'], 'including the state left at once');
  t.is(Math.round((menu?.ended_us ?? 0) / 1000), 3000);
  t.is(Math.round((metrics?.started_us ?? 0) / 1000), 3000);
  t.true(arrows.some(([from, to]) => from === 'device/keys and touch: ok press' && to.startsWith('device/screen: ')));
  // The head moves back over the gates, which gives the first swing; both swings are acknowledged.
  const from_board = on('frames from the board').map(({ name }) => name);
  t.deepEqual(from_board.filter((name) => name === 'SWING'), ['SWING', 'SWING']); // oxfmt-ignore
  t.deepEqual(on('frames to the board').map(({ name }) => name), ['opens', '1 bytes', 'HELLO', 'ACK', 'ACK']); // oxfmt-ignore
  const strike = arrows.filter(([from]) => from === 'device/frames from the board: SWING').map(([, to]) => to);
  t.is(strike.filter((to) => to === 'device/frames to the board: ACK').length, 2);
  t.true(strike.includes('device/screen: Metrics only'));
  // One BEAT per second, the first before the line is opened.
  const beats = on('frames from the board').filter(({ name }) => name === 'BEAT');
  t.deepEqual(beats.slice(1, 4).map(({ started_us }) => Math.round(started_us / 1e6)), [1, 2, 3]); // oxfmt-ignore
});

/** Every kind of line of a port, from two devices; text in capitals is secret. */
const OF_EACH: readonly RecordedBatch[] = [
  turn(10, 'host', ['start', setup], ['serial.open'], ['flash.read', 'cfg'], ['image.running'], ['led', 0, '#ff0000']),
  turn(10, 'guest', ['start', setup]),
  turn(11, 'host', ['flash 1', { ok: true, value: { value: toJson(Buffer.from('STORED')), damaged: '' } }, 0]),
  turn(11, 'host', ['image 1', { version: '1' }], ['states', { device: 'running', play: 'set.rolling' }]),
  turn(12, 'host', ['serial 1 opened', fine], ['serial.write', frame({ kind: 'hello', major: 1, minor: 0, name: 'x' })]),
  turn(13, 'host', ['serial 1 bytes', frame({ kind: 'ack', swing_id: 9 })], ['led.flash', 0, '#00ff00', 5]),
  turn(20, 'host', ['key', 'ok', 'press'], ['sound', 'click', 60], ['and', 'key', 'ok', 'release'], ['brightness', 50]),
  turn(21, 'host', ['touch', 5, 6], ['screen', 'a1', ['First line', 'CODE01']]),
  turn(22, 'host', ['text', 'TYPED1'], ['log', 'info', 'online', 'It hosts.', { n: 1 }]),
  turn(23, 'host', ['alarm 4'], ['waited', 12.5], ['http', 'POST', 'http://relay/sim/poll', '{"code":"CODE01"}'], ['tcp.connect', 'pc', 921]),
  turn(24, 'host', ['tcp 1 open'], ['tcp 1 write', toJson(Buffer.from('SENT01'))], ['keyboard', 40]),
  turn(25, 'host', ['tcp 1 data', toJson(Buffer.from('BACK01'))], ['http', 'GET', 'http://own.example/HIDDEN?q=HIDDEN', '']),
  turn(25, 'host', ['tapped 1', fine], ['http 2 cancelled'], ['isolate.start', 1], ['isolate 1', { kind: 'call', callback: 'draw', text: 'SCRIPT' }]),
  turn(26, 'host', ['isolate 1 answer 1', { ok: true, value: { instructions: 7000, heap_bytes: 5, failure: null } }], ['isolate 1 end']),
  turn(30, 'guest', ['key', 'ok', 'press'], ['http', 'POST', 'http://relay/sim/input', '{"code":"CODE01","kind":"putt"}']),
  turn(40, 'host', ['http 1', answer({ items: [{ seq: 7, kind: 'putt', name: 'NAME01' }] })], ['http 1 cancelled'], ['states', { play: null }]),
  turn(41, 'guest', ['http 1', answer({ seq: 7 })], ['http', 'POST', 'http://relay/sim/join', '{"code":"CODE01"}']),
  turn(42, 'host', ['link 1', false], ['tcp 1 close'], ['something.new', 1]),
  turn(43, 'host', ['off']),
]; // oxfmt-ignore

test('[timeline] gives each port a lane, spans from request to end, and leaves none open', (t) => {
  const { slices, spans, figures, problems } = traced(OF_EACH);
  t.deepEqual(problems, []);
  const lanes = new Set(slices.map(({ lane }) => lane).filter((lane) => lane.startsWith('host/')));
  t.deepEqual([...lanes].map((lane) => lane.slice(5)).toSorted(), ['HTTP', 'LED 1', 'Lua', 'TCP', 'alarms', 'firmware images', 'frames from the board', 'frames to the board', 'keys and touch', 'log', 'machine device', 'machine play', 'network', 'other', 'power', 'screen', "simulator's keyboard", 'sounds', 'storage']); // oxfmt-ignore
  // Time stands still within a batch: entries after the first follow a few microseconds apart.
  const spanOf = (name: string) => spans.filter((span) => span.name === name).map(({ lane, started_us, ended_us }) => [lane, Math.round(started_us / 1000), Math.round(ended_us / 1000)]); // oxfmt-ignore
  t.deepEqual(spanOf('POST /sim/poll'), [['host/HTTP', 13, 30], ['relay, as its devices see it/requests of host', 13, 30]]); // oxfmt-ignore
  t.deepEqual(spanOf('GET http://own.example'), [['host/HTTP', 15, 15]]);
  t.deepEqual(spanOf('pc:921'), [['host/TCP', 13, 32]]);
  t.deepEqual(spanOf('POST /sim/join'), [['guest/HTTP', 31, 33], ['relay, as its devices see it/requests of guest', 31, 33]]); // oxfmt-ignore
  const leds = slices.filter(({ lane }) => lane === 'host/LED 1').map(({ name, started_us, ended_us }) => [name, Math.round(started_us / 1000), Math.round(ended_us / 1000)]); // oxfmt-ignore
  t.deepEqual(leds, [['#ff0000', 0, 3], ['#00ff00', 3, 8], ['#ff0000', 8, 33]]); // oxfmt-ignore
  const states = slices.filter(({ lane }) => lane === 'host/machine play').map(({ name, ended_us }) => [name, Math.round(ended_us / 1000)]); // oxfmt-ignore
  t.deepEqual(states, [['set.rolling', 30]]);
  t.deepEqual(figures, [['Lua instructions', 7000]]);
  t.is(slices.find(({ name }) => name === 'alarm')?.args['waited_ms'], 12.5);
  t.is(slices.find(({ name }) => name === '200 POST /sim/poll')?.args['held_ms'], 17);
});

test('[timeline] draws arrows from request to answer and from guest input to host delivery', (t) => {
  const { arrows } = traced(OF_EACH);
  const has = (from: string, to: string): boolean => arrows.some(([a, b]) => a === from && b === to);
  t.true(has('guest/HTTP: POST /sim/input', 'host/HTTP: 200 POST /sim/poll'));
  t.true(has('host/HTTP: POST /sim/poll', 'host/HTTP: 200 POST /sim/poll'));
  t.true(has('guest/keys and touch: ok press', 'guest/HTTP: POST /sim/input'));
  t.true(has('host/alarms: alarm', 'host/HTTP: POST /sim/poll'));
  t.true(has('host/HTTP: GET http://own.example', 'host/HTTP: cancelled GET http://own.example'));
  t.true(has('host/storage: read cfg', 'host/storage: read cfg done'));
  t.true(has('host/Lua: draw', 'host/Lua: draw done'));
  t.true(has('guest/HTTP: POST /sim/join', 'guest/power: the recording ends'));
});

test('[timeline] keeps secrets out of a trace unless requested', (t) => {
  const secrets = (text: string): readonly string[] => [...new Set(text.match(/STORED|[A-Z]{4,5}\d\d?|HIDDEN|SCRIPT|TYPED1|U1RPUkVE/g) ?? [])]; // oxfmt-ignore
  t.deepEqual(secrets(textOf(OF_EACH)), []);
  t.deepEqual(secrets(textOf(OF_EACH, true)).toSorted(), ['BACK01', 'CODE01', 'HIDDEN', 'NAME01', 'SENT01', 'TYPED1']); // oxfmt-ignore
});

test('[timeline] draws an arrow to the host only where its answer enters, and after the request', (t) => {
  const input = ['http', 'POST', 'http://relay/sim/input', '{"code":"CODE01","kind":"putt"}'] as const;
  const poll = ['http', 'POST', 'http://relay/sim/poll', '{"code":"CODE01"}'] as const;
  const sent = turn(2, 'guest', ['start', setup], input);
  const answered = turn(3, 'guest', ['http 1', answer({ seq: 7 })]);
  const got = ['http 1', answer({ items: [{ seq: 7 }] })] as const;
  const polls = turn(1, 'host', ['start', setup], poll);
  const arrowsOf = (...turns: readonly RecordedBatch[]) => {
    const { arrows, problems } = traced([...turns]);
    t.deepEqual(problems, []);
    return arrows.filter(([from, to]) => from.startsWith('guest/HTTP') && to.startsWith('host/')).length;
  };
  t.is(arrowsOf(polls, sent, answered, turn(4, 'host', got)), 1);
  t.is(arrowsOf(polls, turn(1, 'host', got), sent, answered), 0);
  t.is(arrowsOf(polls, sent, answered, turn(4, 'host', ['alarm 4'], got)), 0);
});

test('[timeline] nests slices, completes arrows and keeps time monotonic for any input order', (t) => {
  const power = ['off', 'cut', 'on'].map((action): RecordedLine => ['power', action]);
  const lines = [...OF_EACH.flatMap(({ entered, lines: left }) => [entered, ...left]), ...power];
  const anyTurn = fc.record({
    at_ms: fc.integer({ min: 0, max: 40 }),
    device: fc.constantFrom('a', 'b'),
    entered: fc.constantFrom(...lines),
    lines: fc.array(fc.constantFrom(...lines), { maxLength: 6 }),
  });
  const starts = ['a', 'b'].map((device) => turn(0, device, ['start', setup]));
  fc.assert(
    fc.property(fc.array(anyTurn, { maxLength: 25 }), (turns) => {
      const sorted = turns.toSorted((a, b) => a.at_ms - b.at_ms);
      t.deepEqual(readTrace(textOf([...starts, ...sorted])).problems, []);
    }),
    { numRuns: 150 },
  );
});
