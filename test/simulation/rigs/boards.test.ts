// Tests of comparing two virtual boards of which one is misaligned, of checking a board, and of strikes from a
// recording.

import { gunzipSync } from 'node:zlib';
import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { encodeFrame } from '../../../hal/sensor/frame.ts';
import { encodeBody, MESSAGE_TYPE, type Message } from '../../../hal/sensor/messages.ts';
import { createSerialPipe } from '../../../hal/serial/serial-pipe.ts';
import type { SerialPort } from '../../../hal/serial/serial.ts';
import { lineOf, recordingOf } from '../../../simulation/recordings/recording.ts';
import { toJson } from '../../../simulation/recordings/values.ts';
import { agreementsOf } from '../../../simulation/rigs/agreement.ts';
import { openBoardLine } from '../../../simulation/rigs/board-line.ts';
import { boardFindings, doctorExitCode, portFinding } from '../../../simulation/rigs/diagnosis.ts';
import { observeBoard, type BoardReport } from '../../../simulation/rigs/look-at-board.ts';
import { pairByStroke } from '../../../simulation/rigs/pairing.ts';
import { strikesIn } from '../../../simulation/rigs/recorded-strikes.ts';
import { DEFAULT_STROKES, readStrokes } from '../../../simulation/rigs/stroke-list.ts';
import { playOnVirtualBoard } from '../../../simulation/rigs/virtual-rig.ts';
import { runScenario } from '../../../simulation/scenarios/run-scenario.ts';
import { openVirtualBackend } from '../../../simulation/scenarios/virtual/virtual-backend.ts';
import { plugInVirtualBoard } from '../../../sims/sensor-board/board-on-port.ts';
import type { VirtualBoard, VirtualBoardOptions } from '../../../sims/sensor-board/virtual-board.ts';
import { ok } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';
import { readText } from '../../support/scenario/scenario.ts';

const strikesOn = async (t: ExecutionContext, out_of_true: Partial<VirtualBoardOptions>) =>
  valueOf(t, await playOnVirtualBoard(DEFAULT_STROKES, out_of_true)).map((each) => {
    if (typeof each !== 'string') return each;
    t.fail(each);
    return null;
  });

/** Rows are 50.8 mm apart; 1016 µm is 2 % of this distance. */
const LB_RB = [0, 0, 1016, 1016, 0, 0, 0, 0];

for (const [what, out_of_true, verdicts] of [
  ['nothing', {}, ['within', 'within']],
  ['a second row 2 % too near the ball', { hidden_error_um: LB_RB }, ['biased', -1.96]],
  ['a clock that is 2 % fast', { clock_error_ppm: 20_000 }, ['biased', -1.96]],
  ['edges that jitter by 200 µs', { jitter_us: 200 }, ['scattered', 'scattered']],
] as const)
  test(`[rig] compares an accurate board with one that has ${what}`, async (t) => {
    const pairing = pairByStroke(await strikesOn(t, {}), await strikesOn(t, out_of_true));
    t.deepEqual([pairing.pairs.length, pairing.alone_a, pairing.alone_b], [DEFAULT_STROKES.length, [], []]);
    const [speed, face] = agreementsOf(pairing.pairs);
    t.is(speed?.verdict, verdicts[0]);
    // The time between the rows is 1.02 times as long: 1 / 1.02 is 1.96 % less.
    if (typeof verdicts[1] === 'number') t.true(Math.abs((speed?.bias ?? 0) - verdicts[1]) < 0.05, String(speed?.bias));
    else t.is(face?.verdict, verdicts[1]);
  });

const QUIET_MS = 10_000;

async function inspectBoard(
  t: ExecutionContext,
  options: Partial<VirtualBoardOptions>,
  spoil: (bench: {
    board: VirtualBoard;
    pipe: ReturnType<typeof createSerialPipe>;
    in_ms: (ms: number, then: () => void) => void;
  }) => void = () => {},
): Promise<BoardReport> {
  const clock = createVirtualClock();
  const random = createSeededRandom(1);
  const pipe = createSerialPipe({ clock, random });
  const { board, plug } = plugInVirtualBoard(pipe.board, { clock, random, ...options });
  await plug();
  const looking = observeBoard(pipe.host, clock, QUIET_MS);
  spoil({ board, pipe, in_ms: (ms, then) => void clock.setTimeout(then, ms) });
  await clock.advance(20_000);
  return valueOf(t, await looking);
}

const EXPECT = { expect: { firmware: '1.0.0', protocol: '1.1' } };
const wrongIn = (report: BoardReport, rig = EXPECT) =>
  boardFindings(report, rig, QUIET_MS).filter(({ state }) => state !== 'fine');

test('[rig] finds nothing wrong with a sound board', async (t) => {
  const report = await inspectBoard(t, {});
  t.deepEqual(wrongIn(report), []);
  t.is(doctorExitCode(boardFindings(report, EXPECT, QUIET_MS)), 0);
});

for (const [what, inspect, check, found] of [
  [
    'a clock that is 2 % fast',
    (t) => inspectBoard(t, { clock_error_ppm: 20_000 }),
    'clock',
    /^2\.00 % fast .*too low$/,
  ],
  ['another firmware', (t) => inspectBoard(t, { minor: 7 }), 'versions', /^it speaks protocol 1\.7; expected is 1\.1$/],
  [
    'another protocol',
    (t) => inspectBoard(t, { major: 9 }),
    'versions',
    /^it speaks protocol 9\.1, but tapin speaks 1\.1$/,
  ],
  [
    'unexpected swings',
    (t) =>
      inspectBoard(t, {}, ({ board, in_ms }) =>
        in_ms(
          5000,
          () =>
            void board.stroke({
              club_speed_mps: 1.5,
              face_angle_deg: 0,
              face_rotation_deg_per_in: 0,
              attack_angle_deg: 0,
              left_inner_proportion: 0.5,
              right_inner_proportion: 0.5,
            }),
        ),
      ),
    'noise',
    /^2 swings in 10 s at rest \(LA, /,
  ],
  [
    'a cable that flips bits',
    (t) => inspectBoard(t, {}, ({ pipe, in_ms }) => in_ms(4000, () => void pipe.setFault('garbage'))),
    'line',
    /^\d+ frames from the board and 0 to it were damaged$/,
  ],
  [
    'a plug that falls out',
    (t) => inspectBoard(t, {}, ({ pipe, in_ms }) => in_ms(6500, () => pipe.unplug())),
    'line',
    /was unplugged\.$/,
  ],
] as readonly (readonly [string, (t: ExecutionContext) => Promise<BoardReport>, string, RegExp])[])
  test(`[rig] finds ${what} and reports what to do`, async (t) => {
    const report = await inspect(t);
    const wrong = wrongIn(report).find((each) => each.check === check);
    t.is(wrong?.state, 'wrong', JSON.stringify(wrongIn(report)));
    t.regex(wrong?.found ?? '', found);
    t.not(wrong?.todo, '');
    t.is(doctorExitCode(wrongIn(report)), 1);
  });

test('[rig] distinguishes dark gates, flickering gates and a board that does not answer', async (t) => {
  const report = await inspectBoard(t, {});
  const levels = (...each: readonly number[]): BoardReport => ({
    ...report,
    beats: report.beats.map((beat, at) => ({ ...beat, levels: each[at % each.length] ?? 0 })),
  });
  t.deepEqual(wrongIn(levels(0b1111_1010)).map(({ check, found }) => [check, found]), [['gates', 'LA, LB are covered']]); // oxfmt-ignore
  t.deepEqual(wrongIn(levels(0b1111_1111, 0b0111_1111)).map(({ check, found }) => [check, found]), [['gates', 'HB flickered']]); // oxfmt-ignore
  const silent = await inspectBoard(t, {}, ({ board }) => board.powerOff());
  t.deepEqual(wrongIn(silent).map(({ check, state }) => [check, state]), [['answer', 'unreachable']]); // oxfmt-ignore
  t.is(doctorExitCode([...wrongIn(silent), ...wrongIn(levels(0))]), 3);
});

test('[rig] recommends the port name of the plugged-in device', (t) => {
  t.is(portFinding('/dev/serial/by-id/usb-x-if00', []).state, 'fine');
  t.regex(portFinding('/dev/serial/by-path/pci-0', []).found, /names this socket/);
  const advice = portFinding('/dev/ttyUSB0', ['/dev/serial/by-path/pci-0', '/dev/serial/by-id/usb-x-if00']);
  t.deepEqual([advice.state, advice.todo], ['advice', 'set serial: /dev/serial/by-id/usb-x-if00']);
});

const TWO_PUTTS = `steps:
  - choose: [Metrics only, Start]
  - putt: { club_speed_mps: 2, face_angle_deg: 1.5, attack_angle_deg: 3 }
  - advance: 5 s
  - unplug
  - advance: 3 s
  - plug
  - wait_for: { state: { sensor: ready }, within: 30 s }
  - putt: { club_speed_mps: 1.2, face_angle_deg: -2, face_rotation_deg_per_in: 1 }
  - advance: 5 s
`;

test('[rig] reads the strikes of a recording’s strokes, across an unplugged cable', async (t) => {
  const scenario = valueOf(t, readText(TWO_PUTTS));
  const world = await openVirtualBackend(scenario, {});
  const { status, message } = await runScenario(scenario, world, { keep: (name) => ok(name) });
  t.is(status, 'passed', message);
  const text = gunzipSync((await world.recording()) ?? new Uint8Array()).toString();
  await world.close();
  const found = valueOf(t, strikesIn(valueOf(t, recordingOf(text, 'a recording'))));
  t.deepEqual([...found.keys()], ['device']);
  const strikes = found.get('device') ?? [];
  t.deepEqual(strikes.map((strike) => [strike.club_speed_mps.toFixed(2), strike.face_angle_deg.toFixed(1), strike.face_rotation_deg_per_in.toFixed(1), strike.attack_angle_deg?.toFixed(1)]), [['2.00', '1.5', '0.5', '3.0'], ['1.20', '-2.0', '1.0', '1.0']]); // oxfmt-ignore
});

test('[rig] reads strokes from CSV and YAML, and reports an error with its line', (t) => {
  const csv = valueOf(t, readStrokes('club_speed_mps, face_angle_deg\r\n1.5,-1\r\n2,\r\n', 'a.csv'));
  t.deepEqual(csv.map((call) => [call.club_speed_mps, call.face_angle_deg]), [[1.5, -1], [2, 0]]); // oxfmt-ignore
  const yaml = valueOf(
    t,
    readStrokes('- { club_speed_mps: 1.5 }\n- { club_speed_mps: 3, attack_angle_deg: 2 }\n', 'a.yaml'),
  );
  t.deepEqual(yaml.map((call) => [call.club_speed_mps, call.attack_angle_deg]), [[1.5, 1], [3, 2]]); // oxfmt-ignore
  for (const [text, file, expected] of [
    ['speed\n1', 'a.csv', 'a.csv:1:1: Strokes are a list of objects with club_speed_mps, or CSV with that column.'],
    ['club_speed_mps\n1.5\nfast', 'a.csv', 'a.csv:3:1: club_speed_mps must be a number from 0.15 to 6 m/s.'],
    ['- { club_speed_mps: 1 }\n- { club_speed_mps: 9 }', 'a.yaml', 'a.yaml:2:3: club_speed_mps must be '],
    ['[]', 'a.yaml', 'a.yaml:1:1: A list has 1 to 500 strokes.'],
    ['hello', 'a.yaml', 'a.yaml:1:1: Strokes are a list of objects '],
  ] as const) {
    const read = readStrokes(text, file);
    t.true(!read.ok && read.error.message.startsWith(expected), read.ok ? text : read.error.message);
  }
});

const ACK_FRAME = frameOf({ kind: 'hello_ack', major: 1, minor: 0, hw_rev: 1, fw: [1, 0, 0], serial: 'A', tick_ns: 100, mode: 0, boot_count: 1, reset_cause: 0, aperture_error_um: [] }); // oxfmt-ignore
/** Rows A and B, 50.8 mm apart, in 25.4 ms: 2 m/s. */
const SWING_FRAME = frameOf({ kind: 'swing', swing_id: 7, base_ticks: 5n, present: 0b1111, flags: 0, temperature_dc: 200, delta_ticks: [0, 0, 254_000, 254_000, 0, 0, 0, 0] }); // oxfmt-ignore

function frameOf(message: Message): Uint8Array {
  return encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: 0, body: encodeBody(message) });
}

test('[rig] acknowledges a swing that the board sends again and reports it once', async (t) => {
  const written: Uint8Array[] = [];
  let deliver = (_chunk: Uint8Array): void => {};
  const port: SerialPort = {
    path: 'a port',
    async open(listener) {
      deliver = (chunk) => listener.bytes(chunk);
      return ok({ write: (bytes) => void written.push(bytes), close: async () => {} });
    },
    onPlug: () => () => {},
  };
  const line = valueOf(t, await openBoardLine(port, createVirtualClock()));
  deliver(SWING_FRAME);
  deliver(SWING_FRAME);
  t.deepEqual(line.received.map(({ message }) => message.kind), ['swing']); // oxfmt-ignore
  const acks = [0, 1].map((seq) => encodeFrame({ type: MESSAGE_TYPE.ack, seq, body: Uint8Array.of(7, 0, 0, 0) }));
  t.deepEqual(written.slice(1), acks);
});

test('[rig] counts a swing received twice once in a recording, even in a shared batch', (t) => {
  const bytes = (frame: Uint8Array): unknown => toJson(frame);
  const turns = [
    lineOf({ at_ms: 1, device: 'a', entered: ['serial 1 bytes', bytes(ACK_FRAME)], lines: [] }),
    lineOf({ at_ms: 2, device: 'a', entered: ['key', 'ok'], lines: [['sound', 'tick'], ['and', 'serial 1 bytes', bytes(SWING_FRAME)]] }), // oxfmt-ignore
    lineOf({ at_ms: 3, device: 'a', entered: ['serial 1 bytes', bytes(SWING_FRAME)], lines: [] }),
    lineOf({ at_ms: 4, device: 'b', entered: ['serial 1 bytes', bytes(SWING_FRAME)], lines: [] }),
  ];
  const text = `${JSON.stringify({ tapin_recording: 2, version: '', began: '' })}\n${turns.join('')}`;
  const found = valueOf(t, strikesIn(valueOf(t, recordingOf(text, 'a recording'))));
  t.deepEqual([...found].map(([name, strikes]) => [name, strikes.map((each) => each.club_speed_mps.toFixed(3))]), [['a', ['2.000']]]); // oxfmt-ignore
});
