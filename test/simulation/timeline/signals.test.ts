// Tests of signals of recordings: gates at the times when the head covered them, keys, LEDs, and the sensor's
// readiness.

import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createSeededRandom } from '../../../hal/random/random-seeded.ts';
import { encodeFrame } from '../../../hal/sensor/frame.ts';
import { CHANNELS, encodeBody, MESSAGE_TYPE, type Message } from '../../../hal/sensor/messages.ts';
import type { RecordedLine, RecordedBatch } from '../../../simulation/recordings/recorder-proxy.ts';
import { toJson } from '../../../simulation/recordings/values.ts';
import { signalChanges, signalsOf, unitOf } from '../../../simulation/timeline/signals-of.ts';
import { vcdText } from '../../../simulation/timeline/vcd-text.ts';
import { createVirtualBoard } from '../../../sims/sensor-board/virtual-board.ts';
import { gateEdges } from '../../../sims/putter/putter.ts';
import { strokeOf } from '../../../sims/putter/stroke-call.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { readVcd } from '../../support/scenario/vcd-reader.ts';

const frame = (message: Message): Uint8Array =>
  encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: 0, body: encodeBody(message) });
const turn = (at_ms: number, entered: RecordedLine, ...lines: readonly RecordedLine[]): RecordedBatch => ({ at_ms, device: 'my device', entered, lines }); // oxfmt-ignore
const OPENED = turn(0, ['serial 1 opened', { ok: true, value: null }]);
const fromBoard = (at_ms: number, message: Message): RecordedBatch =>
  turn(at_ms, ['serial 1 bytes', toJson(frame(message))]);

const vcdOf = (turns: readonly RecordedBatch[]): string =>
  [...vcdText(signalsOf(['my device']), signalChanges(turns, ['my device']), { comment: 'a test', unit_ns: unitOf(turns) })].join(''); // oxfmt-ignore

/** Returns the times at which a signal of the device rises, ns. */
const rises = (text: string, signal: string): readonly number[] =>
  (readVcd(text).changes.get(`my_device.${signal}`) ?? []).flatMap(([at_ns, value]) => (value === 1 ? [at_ns] : []));

const STROKE = {
  club_speed_mps: 1.7,
  face_angle_deg: 2,
  face_rotation_deg_per_in: 0.5,
  attack_angle_deg: 1,
  left_inner_proportion: 0.4,
  right_inner_proportion: 0.6,
};
const PUTT_AT_MS = 1250;

/** Records a putt on a virtual board after its greeting; transferring its bytes takes no time. */
async function putted(tick_ns: number): Promise<readonly RecordedBatch[]> {
  const clock = createVirtualClock();
  const turns: RecordedBatch[] = [OPENED];
  const send = (bytes: Uint8Array): void => {
    const at_ms = Math.round(clock.now_ms() * 1000) / 1000;
    turns.push(turn(at_ms, ['serial 1 bytes', toJson(bytes)]));
  };
  const board = createVirtualBoard({ clock, random: createSeededRandom(1), send, tick_ns });
  board.powerOn();
  board.receive(frame({ kind: 'hello', major: 1, minor: 0, name: 'test' }));
  await clock.advance(PUTT_AT_MS);
  board.stroke(STROKE);
  await clock.advance(5000);
  return turns;
}

for (const tick_ns of [100, 500, 64])
  test(`[timeline] raises gates when the virtual board's were covered, to its tick of ${tick_ns} ns`, async (t) => {
    const text = vcdOf(await putted(tick_ns));
    t.is(readVcd(text).unit_ns, tick_ns === 64 ? 1 : 100);
    const edges = gateEdges(strokeOf(STROKE)).filter(({ covered }) => covered);
    for (const [channel, name] of CHANNELS.entries()) {
      const met = edges.filter((edge) => edge.channel === channel).map(({ at_s }) => PUTT_AT_MS * 1e6 + at_s * 1e9);
      const observed = rises(text, `gate_${name}`);
      t.is(observed.length, met.length, name);
      for (const [at, at_ns] of observed.entries()) {
        t.true(Math.abs(at_ns - (met[at] ?? 0)) <= tick_ns, `${name}: ${at_ns} and ${met[at]}`);
        t.is(at_ns % tick_ns, 0);
      }
    }
  });

const HELLO_ACK: Message = { kind: 'hello_ack', major: 1, minor: 0, hw_rev: 1, fw: [1, 0, 0], serial: 'X', tick_ns: 100, mode: 0, boot_count: 1, reset_cause: 0, aperture_error_um: [0, 0, 0, 0, 0, 0, 0, 0] }; // oxfmt-ignore
const beat = (uptime_ms: number): Message => ({ kind: 'beat', uptime_ms, levels: 255, blocked: 0, ambient: 0, crc_errors: 0, overruns: 0 }); // oxfmt-ignore
const swing = (swing_id: number, base_ticks: bigint, present = 0b11): Message => ({ kind: 'swing', swing_id, base_ticks, present, flags: 0, temperature_dc: 0, delta_ticks: [0, 1234, 9, 9, 9, 9, 9, 9] }); // oxfmt-ignore

test('[timeline] places a swing once, by the board’s clock, with the gates that were triggered', (t) => {
  const text = vcdOf([
    OPENED,
    fromBoard(1, HELLO_ACK),
    // The board has run for 5 s when the device has run for 2 s.
    fromBoard(2000, beat(5000)),
    fromBoard(2400, swing(1, 52_000_000n)),
    fromBoard(2500, swing(1, 52_000_000n)),
    fromBoard(3000, beat(6000)),
  ]);
  // 5.2 s on the board's clock is 2.2 s on the device's.
  t.deepEqual(rises(text, 'gate_LA'), [2_200_000_000]);
  t.deepEqual(rises(text, 'gate_RA'), [2_200_123_400]);
  t.deepEqual(rises(text, 'gate_LB'), []);
});

test('[timeline] ends a swing with an impossible time when it was received', (t) => {
  const text = vcdOf([
    OPENED,
    fromBoard(1, HELLO_ACK),
    fromBoard(2000, beat(5000)),
    fromBoard(2400, swing(1, 99_000_000_000n)),
  ]);
  t.deepEqual(rises(text, 'gate_RA'), [2_400_000_000]);
  t.deepEqual(rises(text, 'gate_LA'), [2_400_000_000 - 123_400]);
});

const REST: readonly RecordedBatch[] = [
  turn(100, ['key', 'ok', 'press'], ['and', 'key', 'ok', 'release'], ['led', 0, '#ff8000'], ['led.flash', 1, '#0000ff', 40]),
  turn(110, ['key', 'up', 'press'], ['states', { sensor: 'ready' }]),
  turn(200, ['key', 'up', 'release'], ['led.flash', 0, '#00ff00', 30], ['led', 0, 'white']),
  turn(300, ['alarm 1'], ['states', { sensor: 'lost' }]),
  turn(400, ['alarm 2'], ['states', { sensor: 'ready' }]),
  turn(500, ['off']),
]; // oxfmt-ignore

/** Worked out by hand from the batches above. */
const EXPECTED: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  key_ok: [[0, 0], [100_000_000, 1], [100_001_000, 0]],
  key_up: [[0, 0], [110_000_000, 1], [200_000_000, 0]],
  key_down: [[0, 0]],
  led_1: [[0, 0], [100_000_000, 0xff8000], [200_000_000, 0x00ff00], [230_000_000, 0xffffff], [500_000_000, 0]],
  led_2: [[0, 0], [100_000_000, 0x0000ff], [140_000_000, 0]],
  sensor_ready: [[0, 0], [110_000_000, 1], [300_000_000, 0], [400_000_000, 1], [500_000_000, 0]],
}; // oxfmt-ignore

test('[timeline] changes keys, LEDs and sensor state on time and clears them at power-off', (t) => {
  const { changes } = readVcd(vcdOf([OPENED, ...REST]));
  for (const [name, expected] of Object.entries(EXPECTED)) t.deepEqual(changes.get(`my_device.${name}`), expected, name); // oxfmt-ignore
});

const gtkwave =
  spawnSync('vcd2fst', ['--help']).error === undefined && spawnSync('fst2vcd', ['-h']).error === undefined;

(gtkwave ? test : test.skip)(
  '[timeline] GTKWave reads the same signals (skipped if it is not installed: apt-get install gtkwave)',
  async (t) => {
    const [text, folder] = [vcdOf([...(await putted(100)), ...REST.map((each) => ({ ...each, at_ms: each.at_ms + 7000 }))]), await temporaryFolder(t)]; // oxfmt-ignore
    const [vcd, fst] = [join(folder, 'a.vcd'), join(folder, 'a.fst')];
    writeFileSync(vcd, text);
    execFileSync('vcd2fst', [vcd, fst]);
    const again = execFileSync('fst2vcd', [fst], { encoding: 'utf8' });
    t.deepEqual(readVcd(again), readVcd(text));
  },
);
