// The portable core of the sensor board's firmware, on this machine with sanitizers, beside the driver's own codec and
// the rules of docs/sensor-protocol.md.

import test from 'ava';
import fc from 'fast-check';
import { encodeFrame, type Frame } from '../../hal/sensor/frame.ts';
import { decodeBody, encodeBody, MESSAGE_TYPE, type Message } from '../../hal/sensor/messages.ts';
import { eepromImage } from '../../sims/sensor-board/avr/eeprom-image.ts';
import { coreHarness, has_gcc, type CoreHarness } from '../support/sensor-board/core-harness.ts';

const MS = 16_000;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const receive = (message: Message): string =>
  `receive ${hex(encodeFrame({ type: MESSAGE_TYPE[message.kind], seq: 0, body: encodeBody(message) }))}`;
const messages = (frames: readonly Frame[]): readonly (Message | null)[] =>
  frames.map(({ type, body }) => decodeBody(type, body));
const HELLO: Message = { kind: 'hello', major: 1, minor: 0, name: 'tapin' };
const STORED = { serial: 'AB12', aperture_error_um: [1, -2, 3, -4, 5, -6, 7, -8], boots: 41 };
const boot = (settings = STORED): string[] => [`memory ${hex(eepromImage(settings))}`, 'start'];
/** All eight gates in channel order, 1 ms apart, from this time on; then all clear. */
const swingAt = (from_ms: number): string[] => [
  ...Array.from({ length: 8 }, (_, i) => `edge ${(from_ms + i) * MS} ${2 ** (i + 1) - 1}`),
  `edge ${(from_ms + 10) * MS} 0`,
];

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
  const { sent, memory } = run([...boot(), receive(HELLO), 'step']);
  const ack = messages(sent[0] ?? []).find((message) => message?.kind === 'hello_ack');
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
  const again = run([`memory ${hex(memory)}`, 'start', receive(HELLO), 'step']).sent[0] ?? [];
  t.like(
    messages(again).find((message) => message?.kind === 'hello_ack'),
    { boot_count: 43, serial: 'AB12' },
  );
});

it('[protocol] beats once a second from its boot, with its uptime', (t) => {
  const times = [0, 999, 1001, 1999, 2001];
  const { sent } = run([...boot(), ...times.flatMap((ms) => [`at ${ms * MS}`, 'step'])]);
  t.deepEqual(
    sent.map((frames) => messages(frames).map((message) => (message?.kind === 'beat' ? message.uptime_ms : null))),
    [[0], [], [1000], [], [2000]],
  );
});

it('[protocol] sends a swing five times, 100 ms apart, or until its ACK', (t) => {
  const kinds = (acknowledged: boolean): number[] => {
    const lines = [...boot(), 'at 160000', ...swingAt(20), `at ${31 * MS}`, 'step'];
    for (let n = 1; n <= 7; n++) {
      if (acknowledged && n === 3) lines.push(receive({ kind: 'ack', swing_id: 1 }));
      lines.push(`at ${(31 + n * 100.1) * MS}`, 'step');
    }
    return run(lines).sent.map((frames) => messages(frames).filter((message) => message?.kind === 'swing').length);
  };
  t.deepEqual(kinds(false), [1, 1, 1, 1, 1, 0, 0, 0]);
  t.deepEqual(kinds(true), [1, 1, 1, 0, 0, 0, 0, 0]);
});

it('[protocol] a swing holds first contacts in ticks after the first, and is over once all gates are clear', (t) => {
  const bounce = [`edge ${25.5 * MS} 31`, `edge ${25.6 * MS} 63`];
  const [first = []] = run([
    ...boot(),
    'at 160000',
    ...swingAt(20).toSpliced(6, 0, ...bounce),
    `at ${31 * MS}`,
    'step',
  ]).sent;
  t.like(
    messages(first).find((message) => message?.kind === 'swing'),
    { swing_id: 1, present: 0xff, flags: 0, delta_ticks: [0, 1, 2, 3, 4, 5, 6, 7].map((ms) => ms * 8000) },
  );
});

it('[protocol] a swing of some gates is sent 600 ms after its first contact', (t) => {
  const lines = [...boot(), `edge ${20 * MS} 4`, `edge ${30 * MS} 0`];
  const at = (ms: number): number =>
    run([...lines, `at ${ms * MS}`, 'step'])
      .sent.flatMap((frames) => messages(frames))
      .filter((message) => message?.kind === 'swing').length;
  t.deepEqual([at(619), at(621)], [0, 1]);
});

it('[protocol] hostile bytes are dropped and counted, and the board goes on', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 2000 }), (bytes) => {
      const { sent } = run([...boot(), `receive ${hex(bytes)}00`, receive(HELLO), 'step']);
      t.true(messages(sent[0] ?? []).some((message) => message?.kind === 'hello_ack'));
    }),
    { numRuns: 100 },
  );
});

it('[protocol] takes every valid frame and drops every frame with a flipped bit, as the driver does', (t) => {
  const frame = encodeFrame({ type: MESSAGE_TYPE.hello, seq: 0, body: encodeBody(HELLO) });
  for (let bit = 0; bit < (frame.length - 1) * 8; bit++) {
    const flipped = frame.slice();
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const { sent } = run([...boot(), `receive ${hex(flipped)}`, 'step']);
    t.false(
      messages(sent[0] ?? []).some((message) => message?.kind === 'hello_ack'),
      `bit ${bit}`,
    );
  }
});

it('[protocol] SET and GET of protocol 1.1: apertures and serial number, refused outside their range', (t) => {
  const set = (key: number, value: number): string[] => [receive({ kind: 'set', key, value }), 'step'];
  const lines = [...boot(), ...set(1, 2000), ...set(1, 2001), ...set(8, -2000), ...set(8, -2001), ...set(9, 0)];
  const { sent, memory } = run([...lines, ...set(0x10, 0x4443_4241), ...set(0x10, 0x0000_0041 + 0x4200_0000)]);
  t.deepEqual(
    sent.map((frames) => {
      const value = messages(frames).find((message) => message?.kind === 'value');
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
  const again = run([`memory ${hex(memory)}`, 'start', receive(HELLO), 'step']).sent[0] ?? [];
  t.like(
    messages(again).find((message) => message?.kind === 'hello_ack'),
    { serial: 'ABCD', aperture_error_um: [2000, -2, 3, -4, 5, -6, 7, -2000] },
  );
});

it('[board] a power cut at any EEPROM write leaves the old settings or the new ones, and the boot count grows', (t) => {
  const SET = receive({ kind: 'set', key: 1, value: 77 });
  for (let write = 1; write <= 40; write++)
    for (const value of [0x00, 0xff, 0x5a]) {
      const cut = run([`memory ${hex(eepromImage(STORED))}`, `tear ${write} ${value}`, 'start', SET, 'step', 'step']);
      const ack = messages(run([`memory ${hex(cut.memory)}`, 'start', receive(HELLO), 'step']).sent[0] ?? []).find(
        (message) => message?.kind === 'hello_ack',
      );
      t.true(ack?.kind === 'hello_ack' && [1, 77].includes(ack.aperture_error_um[0] ?? 0), `write ${write}`);
      if (ack?.kind !== 'hello_ack') continue;
      t.deepEqual([ack.serial, ...ack.aperture_error_um.slice(1)], ['AB12', -2, 3, -4, 5, -6, 7, -8]);
      t.true(ack.boot_count >= 42 && ack.boot_count <= 43, `write ${write}: boot ${ack.boot_count}`);
    }
});

it('[board] a new chip says that it has no calibration, and works with the defaults', (t) => {
  const { sent } = run(['start', receive(HELLO), 'step']);
  const found = messages(sent[0] ?? []);
  t.true(found.some((message) => message?.kind === 'log' && /No calibration/.test(message.text)));
  t.like(
    found.find((message) => message?.kind === 'hello_ack'),
    { serial: 'UNNAMED', boot_count: 1, aperture_error_um: [0, 0, 0, 0, 0, 0, 0, 0] },
  );
});
