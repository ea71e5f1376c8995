// The portable core of the sensor board's firmware, on this machine with sanitizers, beside the driver's own codec and
// the rules of docs/sensor-protocol.md.

import test from 'ava';
import fc from 'fast-check';
import { encodeFrame } from '../../hal/sensor/frame.ts';
import { encodeBody, MESSAGE_TYPE } from '../../hal/sensor/messages.ts';
import { CYCLES_PER_MS } from '../support/sensor-board/chip-bench.ts';
import {
  badAfterTornWrites,
  boot,
  fromBoard,
  HELLO,
  sendsOf,
  STORED,
  swingAt,
  toBoard,
} from '../support/sensor-board/checks.ts';
import { coreHarness, has_gcc, type CoreHarness } from '../support/sensor-board/core-harness.ts';

const MS = CYCLES_PER_MS;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

let core: CoreHarness;
const run: CoreHarness['run'] = (lines) => core.run(lines);
if (has_gcc) {
  test.before(async () => {
    core = await coreHarness();
  });
  test.after.always(() => core.remove());
}

const it = has_gcc ? test : test.skip;
if (!has_gcc) test.skip('[board] the core needs gcc to be tested (apt-get install gcc)', () => {});

it('[protocol] answers HELLO with its settings from EEPROM, and counts the boot', (t) => {
  const { sent, memory } = run([...boot(), toBoard(HELLO), 'step']);
  const ack = fromBoard(sent[0]).find((message) => message.kind === 'hello_ack');
  t.deepEqual(ack, {
    kind: 'hello_ack',
    major: 1,
    minor: 1,
    hw_rev: 1,
    fw: [1, 0, 0],
    serial: 'AB12',
    tick_ns: 125,
    mode: 0,
    boot_count: 42,
    reset_cause: 3,
    aperture_error_um: STORED.aperture_error_um,
  });
  const again = run([`memory ${hex(memory)}`, 'start', toBoard(HELLO), 'step']).sent[0] ?? [];
  t.like(
    fromBoard(again).find((message) => message.kind === 'hello_ack'),
    { boot_count: 43, serial: 'AB12' },
  );
});

it('[protocol] beats once a second from its boot, with its uptime', (t) => {
  const times = [0, 999, 1001, 1999, 2001];
  const { sent } = run([...boot(), ...times.flatMap((ms) => [`at ${ms * MS}`, 'step'])]);
  t.deepEqual(
    sent.map((frames) => fromBoard(frames).map((message) => (message.kind === 'beat' ? message.uptime_ms : null))),
    [[0], [], [1000], [], [2000]],
  );
});

it('[protocol] sends a swing five times, 100 ms apart, or until its ACK', (t) => {
  t.deepEqual(sendsOf(core), [1, 1, 1, 1, 1, 0, 0, 0]);
  t.deepEqual(sendsOf(core, 3), [1, 1, 1, 0, 0, 0, 0, 0]);
});

it('[protocol] reports first contacts in ticks after the first, and ends the swing once all gates are clear', (t) => {
  const bounce = [`edge ${25.5 * MS} 31`, `edge ${25.6 * MS} 63`];
  const [first = []] = run([
    ...boot(),
    'at 160000',
    ...swingAt(20).toSpliced(6, 0, ...bounce),
    `at ${31 * MS}`,
    'step',
  ]).sent;
  t.like(
    fromBoard(first).find((message) => message.kind === 'swing'),
    { swing_id: 1, present: 0xff, flags: 0, delta_ticks: [0, 1, 2, 3, 4, 5, 6, 7].map((ms) => ms * 8000) },
  );
});

it('[protocol] a swing of some gates is sent 600 ms after its first contact', (t) => {
  const lines = [...boot(), `edge ${20 * MS} 4`, `edge ${30 * MS} 0`];
  const at = (ms: number): number =>
    run([...lines, `at ${ms * MS}`, 'step'])
      .sent.flatMap((frames) => fromBoard(frames))
      .filter((message) => message.kind === 'swing').length;
  t.deepEqual([at(619), at(621)], [0, 1]);
});

it('[protocol] drops and counts hostile bytes, and keeps answering', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 2000 }), (bytes) => {
      const { sent } = run([...boot(), `receive ${hex(bytes)}00`, toBoard(HELLO), 'step']);
      t.true(fromBoard(sent[0]).some((message) => message.kind === 'hello_ack'));
    }),
    { numRuns: 30 },
  );
});

it('[protocol] drops every frame with a flipped bit, as the driver does', (t) => {
  const frame = encodeFrame({ type: MESSAGE_TYPE.hello, seq: 0, body: encodeBody(HELLO) });
  const flipped = Array.from({ length: (frame.length - 1) * 8 }, (_, bit) =>
    frame.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)),
  );
  const { sent } = run([...boot(), ...flipped.flatMap((bytes) => [`receive ${hex(bytes)}`, 'step'])]);
  t.deepEqual(
    sent.flatMap((frames) => fromBoard(frames).filter((message) => message.kind === 'hello_ack')),
    [],
  );
});

it('[protocol] SET and GET of protocol 1.1: apertures and serial number, refused outside their range', (t) => {
  const set = (key: number, value: number): string[] => [toBoard({ kind: 'set', key, value }), 'step'];
  const lines = [...boot(), ...set(1, 2000), ...set(1, 2001), ...set(8, -2000), ...set(8, -2001), ...set(9, 0)];
  const { sent, memory } = run([...lines, ...set(0x10, 0x4443_4241), ...set(0x10, 0x0000_0041 + 0x4200_0000)]);
  t.deepEqual(
    sent.map((frames) => {
      const value = fromBoard(frames).find((message) => message.kind === 'value');
      return value?.kind === 'value' ? [value.key, value.value, value.status] : null;
    }),
    [
      [1, 2000, 0],
      [1, 2000, 2],
      [8, -2000, 0],
      [8, -2000, 2],
      [9, 0, 1],
      [0x10, 0x4443_4241, 0],
      [0x10, 0x4443_4241, 2],
    ],
  );
  const again = run([`memory ${hex(memory)}`, 'start', toBoard(HELLO), 'step']).sent[0] ?? [];
  t.like(
    fromBoard(again).find((message) => message.kind === 'hello_ack'),
    { serial: 'ABCD', aperture_error_um: [2000, -2, 3, -4, 5, -6, 7, -2000] },
  );
});

it('[board] a power cut at any EEPROM write leaves the old settings or the new ones, and the boot count grows', (t) => {
  t.deepEqual(badAfterTornWrites(core), []);
});

it('[board] a new chip says that it has no calibration, and works with the defaults', (t) => {
  const { sent } = run(['start', toBoard(HELLO), 'step']);
  const found = fromBoard(sent[0]);
  t.true(found.some((message) => message.kind === 'log' && /No calibration/.test(message.text)));
  t.like(
    found.find((message) => message.kind === 'hello_ack'),
    { serial: 'UNNAMED', boot_count: 1, aperture_error_um: [0, 0, 0, 0, 0, 0, 0, 0] },
  );
});
