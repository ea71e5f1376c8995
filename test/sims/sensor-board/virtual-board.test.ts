// The virtual sensor board on the wire: heartbeat, greeting, swings until they are acknowledged, and its putter.

import test from 'ava';
import type { Clock } from '../../../hal/clock/clock.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { createFrameReader, encodeFrame } from '../../../hal/sensor/frame.ts';
import { MESSAGE_TYPE, decodeBody, encodeBody, type Message } from '../../../hal/sensor/messages.ts';
import {
  createVirtualBoard,
  type VirtualBoard,
  type VirtualBoardOptions,
} from '../../../sims/sensor-board/virtual-board.ts';
import { perfectStroke } from '../../../sims/putter/golfer.ts';
import { oracleTimes } from '../../hal/sensor/gate-model.ts';
import { burstClock } from '../../support/hal/burst-clock.ts';
import { isOf } from '../../support/hal/sensor-messages.ts';

interface Sent {
  readonly at_ms: number;
  readonly seq: number;
  readonly message: Message;
}

interface Bench {
  readonly clock: VirtualClock;
  readonly board: VirtualBoard;
  readonly raw: number[];
  readonly sent: Sent[];
  of<K extends Message['kind']>(kind: K): (Message & { kind: K })[];
  times(kind: Message['kind']): number[];
  send(message: Message): void;
}

function bench(options: Partial<VirtualBoardOptions> = {}, boardClock = (clock: Clock): Clock => clock): Bench {
  const clock = createVirtualClock();
  const [raw, sent]: [number[], Sent[]] = [[], []];
  const reader = createFrameReader(({ type, seq, body }) => {
    const message = decodeBody(type, body);
    if (message) sent.push({ at_ms: Math.round(clock.now_ms() * 10) / 10, seq, message });
  });
  const send = (bytes: Uint8Array): void => (raw.push(...bytes), reader.push(bytes));
  const board = createVirtualBoard({ clock: boardClock(clock), random: createSeededRandom(1), send, ...options });
  return {
    clock,
    board,
    raw,
    sent,
    of: <K extends Message['kind']>(kind: K) => sent.flatMap(({ message }) => (isOf(kind, message) ? [message] : [])),
    times: (kind) => sent.filter(({ message }) => message.kind === kind).map(({ at_ms }) => at_ms),
    send: (message) =>
      board.receive(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: 0, body: encodeBody(message) })),
  };
}

const RAW = { base_ticks: 5n, present: 0xff, flags: 0, delta_ticks: [1, 2, 3, 4, 5, 6, 0, 7] };
const HELLO: Message = { kind: 'hello', major: 1, minor: 0, name: 'test' };

test('[protocol] a booting board sends a 0x00, then one BEAT a second with its uptime; seq starts at 0', async (t) => {
  const { clock, board, raw, of, times, sent } = bench();
  await clock.advance(500);
  t.deepEqual(raw, []);
  board.powerOn();
  t.is(raw[0], 0);
  await clock.advance(3100);
  t.deepEqual(times('beat'), [500, 1500, 2500, 3500]);
  t.deepEqual(
    of('beat').map(({ uptime_ms }) => uptime_ms),
    [0, 1000, 2000, 3000],
  );
  t.deepEqual(
    sent.map(({ seq }) => seq),
    [0, 1, 2, 3],
  );
  t.like(of('beat')[0], { levels: 0xff, blocked: 0, crc_errors: 0 });
});

test('[protocol] answers HELLO immediately with its full description, and counts boots', async (t) => {
  const aperture_error_um = [1, -2, 3, -4, 5, -6, 7, -8];
  const { clock, board, of, send } = bench({ serial: 'AB12', tick_ns: 250, aperture_error_um, boots_before: 41 });
  board.powerOn();
  send(HELLO);
  board.powerOff();
  send(HELLO);
  await clock.advance(5000);
  board.powerOn();
  send(HELLO);
  const [first, second] = of('hello_ack');
  t.is(of('hello_ack').length, 2);
  t.like(first, { major: 1, minor: 1, serial: 'AB12', tick_ns: 250, mode: 0, boot_count: 42 });
  t.deepEqual(first?.aperture_error_um, aperture_error_um);
  t.is(second?.boot_count, 43);
});

test('[protocol] a board without power sends and does nothing', async (t) => {
  const { clock, board, raw, send } = bench();
  board.powerOn();
  await clock.advance(100);
  board.stroke(perfectStroke(1.5));
  board.sendSwing(RAW);
  board.powerOff();
  const before = raw.length;
  send(HELLO);
  board.stroke(perfectStroke(1.5));
  await clock.advance(10_000);
  t.is(raw.length, before);
});

test('[protocol] sends a SWING at most five times, 100 ms apart', async (t) => {
  const { clock, board, of, times } = bench();
  board.powerOn();
  await clock.advance(250);
  const id = board.sendSwing(RAW);
  await clock.advance(5000);
  t.deepEqual(times('swing'), [250, 350, 450, 550, 650]);
  for (const swing of of('swing')) t.deepEqual(swing, { kind: 'swing', swing_id: id, temperature_dc: 215, ...RAW });
});

test('[protocol] stops resending a swing at its own ACK only', async (t) => {
  const { clock, board, times, send } = bench();
  board.powerOn();
  const id = board.sendSwing(RAW);
  await clock.advance(150);
  send({ kind: 'ack', swing_id: id + 1 });
  await clock.advance(100);
  t.is(times('swing').length, 3);
  send({ kind: 'ack', swing_id: id });
  send({ kind: 'ack', swing_id: id });
  await clock.advance(5000);
  t.is(times('swing').length, 3);
});

test('[protocol] resends and acknowledges two pending swings independently', async (t) => {
  const { clock, board, of, send } = bench();
  board.powerOn();
  const [one, two] = [board.sendSwing(RAW), board.sendSwing({ ...RAW, flags: 1 })];
  t.not(one, two);
  await clock.advance(50);
  send({ kind: 'ack', swing_id: one });
  await clock.advance(5000);
  t.deepEqual(
    of('swing').map(({ swing_id }) => swing_id),
    [one, two, two, two, two, two],
  );
});

test('[protocol] version 1.0 has no keys: answers GET and SET with VALUE and status 1', (t) => {
  const { board, of, send } = bench({ minor: 0 });
  board.powerOn();
  for (const key of [0, 1, 255]) {
    send({ kind: 'get', key });
    send({ kind: 'set', key, value: -5 });
  }
  t.deepEqual(
    of('value').map(({ key, status }) => [key, status]),
    [0, 0, 1, 1, 255, 255].map((key) => [key, 1]),
  );
});

test('[protocol] version 1.1 stores apertures and serial number, refuses others, and keeps them without power', (t) => {
  const { board, of, send } = bench({ serial: 'AB12', aperture_error_um: [5] });
  board.powerOn();
  const set = (key: number, value: number): void => send({ kind: 'set', key, value });
  set(1, 2000);
  set(1, 2001);
  set(8, -2001);
  set(9, 0);
  set(0x10, 0x4443_4241);
  set(0x10, 0x4200_0041);
  send({ kind: 'get', key: 0x11 });
  t.deepEqual(
    of('value').map(({ key, value, status }) => [key, value, status]),
    [
      [1, 2000, 0],
      [1, 2000, 2],
      [8, 0, 2],
      [9, 0, 1],
      [0x10, 0x4443_4241, 0],
      [0x10, 0x4443_4241, 2],
      [0x11, 0, 0],
    ],
  );
  board.powerOff();
  board.powerOn();
  send(HELLO);
  t.like(of('hello_ack').at(-1), { serial: 'ABCD', aperture_error_um: [2000, 0, 0, 0, 0, 0, 0, 0] });
});

test('[protocol] ignores damaged and unknown frames, and counts the damaged ones in BEAT', async (t) => {
  const { clock, board, of } = bench();
  board.powerOn();
  const hello = encodeFrame({ type: 1, seq: 0, body: encodeBody(HELLO) });
  board.receive(hello.with(3, 0x77));
  board.receive(Uint8Array.of(5, 5, 0));
  board.receive(encodeFrame({ type: 0x66, seq: 0, body: new Uint8Array(3) }));
  await clock.advance(1001);
  t.is(of('hello_ack').length, 0);
  t.is(of('beat').at(-1)?.crc_errors, 2);
});

test('[board] a stroke sends a flagged backstroke, then a swing with the times of the model', async (t) => {
  const { clock, board, of } = bench({ tick_ns: 100 });
  board.powerOn();
  const stroke = { ...perfectStroke(1.5), face_angle_deg: 3, left_inner_proportion: 0.3 };
  board.stroke(stroke);
  await clock.advance(2000);
  const swings = new Map(of('swing').map((swing) => [swing.swing_id, swing]));
  const [back, through] = [...swings.values()];
  t.is(swings.size, 2);
  t.like(back, { flags: 1, present: 0xff });
  t.like(through, { flags: 0, present: 0xff });
  const page = { v_mps: 1.5, face_deg: 3, rot_deg_per_in: 0.5, attack_deg: 1, z0_mm: 8, q_left: 0.3, q_right: 0.5 };
  const times = oracleTimes(page);
  for (const [channel, delta] of (through?.delta_ticks ?? []).entries()) {
    const expected_ticks = ((times[channel] ?? 0) - Math.min(...times)) * 1e7;
    t.true(Math.abs(delta - expected_ticks) <= 1, `channel ${channel}`);
  }
});

test('[board] a board sees all of the slowest and the fastest stroke', async (t) => {
  for (const speed of [0.15, 6]) {
    const { clock, board, of } = bench();
    board.powerOn();
    board.stroke(perfectStroke(speed));
    await clock.advance(6000);
    const ids = new Set(of('swing').map(({ swing_id }) => swing_id));
    t.is(ids.size, 2, `${speed}`);
    t.is(of('swing').at(-1)?.present, 0xff);
    t.is(of('swing').at(-1)?.flags, 0);
  }
});

test('[board] swings simultaneous strokes one after the other', async (t) => {
  const { clock, board, of } = bench();
  board.powerOn();
  const speeds = [1.5, 0.3, 4];
  for (const speed of speeds) board.stroke(perfectStroke(speed));
  await clock.advance(20_000);
  const through = new Map(of('swing').flatMap((swing) => (swing.flags === 0 ? [[swing.swing_id, swing]] : [])));
  const found = [...through.values()].map(({ delta_ticks: [la = 0, , lb = 0] }) => 0.0508 / ((lb - la) * 1e-7));
  t.is(found.length, 3);
  for (const [n, speed] of speeds.entries()) t.true(Math.abs((found[n] ?? 0) / speed - 1) < 0.05, `${found[n]}`);
});

test('[board] base is in ticks since the boot, and IDs restart with each boot', async (t) => {
  const { clock, board, of } = bench({ tick_ns: 100 });
  await clock.advance(7777);
  board.powerOn();
  board.stroke(perfectStroke(1.5));
  await clock.advance(2000);
  const [first] = of('swing');
  t.true((first?.base_ticks ?? -1n) >= 0n && (first?.base_ticks ?? 0n) < 20_000_000n);
  board.powerOff();
  board.powerOn();
  board.stroke(perfectStroke(1.5));
  await clock.advance(2000);
  const ids = of('swing').map(({ swing_id }) => swing_id);
  t.is(ids[0], ids[ids.length / 2]);
});

test('[board] queues up to a minute of strokes, and refuses more', async (t) => {
  const { board, of, clock } = bench();
  board.powerOn();
  let accepted = 0;
  for (let refused = false; !refused && accepted < 1000;) {
    const stroke = board.stroke(perfectStroke(1));
    refused = !stroke.ok;
    if (stroke.ok) accepted++;
    else t.regex(stroke.error.message, /^The putter has 6\d s of strokes queued: try again later\.$/);
  }
  t.true(accepted > 50 && accepted < 100, `${accepted}`);
  await clock.advance(2000);
  t.true(board.stroke(perfectStroke(1)).ok, 'accepts more as queued strokes are played');
  await clock.advance(120_000);
  const swings = new Set(of('swing').map(({ swing_id }) => swing_id));
  t.is(swings.size, 2 * (accepted + 1), 'a backstroke and a stroke each');
});

test('[board] measures queued strokes on a machine that is up to two seconds late', async (t) => {
  const strokes = [1, 2.5, 0.6, 1].map((speed_mps) => perfectStroke(speed_mps));
  const swingsAt = async (period_ms: number) => {
    const { board, of, clock } = bench({}, burstClock(period_ms));
    board.powerOn();
    for (const stroke of strokes) t.true(board.stroke(stroke).ok);
    await clock.advance(30_000);
    return new Map(of('swing').map(({ swing_id, flags, delta_ticks }) => [swing_id, { flags, delta_ticks }]));
  };
  const punctual = await swingsAt(1);
  t.is(punctual.size, 2 * strokes.length, 'a backstroke and a stroke each');
  for (const period_ms of [90, 500, 2000]) t.deepEqual(await swingsAt(period_ms), punctual, `${period_ms} ms`);
});
