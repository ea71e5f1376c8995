// Tests of messages: round trips, lengths, and the byte layouts of the protocol page written out by hand.

import test from 'ava';
import fc from 'fast-check';
import { CHANNEL, CHANNELS, MESSAGE_TYPE, decodeBody, encodeBody, type Message } from '../../../hal/sensor/messages.ts';
import { keysOf } from '../../../wire/keys-of.ts';

const u8 = fc.integer({ min: 0, max: 0xff });
const u16 = fc.integer({ min: 0, max: 0xffff });
const i16 = fc.integer({ min: -0x8000, max: 0x7fff });
const u32 = fc.integer({ min: 0, max: 0xffffffff });
const i32 = fc.integer({ min: -0x80000000, max: 0x7fffffff });
const eight = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 8, maxLength: 8 });
const words = (maxLength: number): fc.Arbitrary<string> => fc.string({ unit: 'grapheme-ascii', maxLength });

/** Arbitrary for each kind of message, over the whole range of its fields. */
const KINDS = {
  hello: fc.record({ kind: fc.constant('hello'), major: u8, minor: u8, name: words(32) }),
  hello_ack: fc.record({
    kind: fc.constant('hello_ack'),
    major: u8,
    minor: u8,
    hw_rev: u8,
    fw: fc.tuple(u8, u8, u8),
    serial: fc.stringMatching(/^[0-9A-Z-]{0,8}$/),
    tick_ns: u32,
    mode: u8,
    boot_count: u32,
    reset_cause: u8,
    aperture_error_um: eight(i16),
  }),
  swing: fc.record({
    kind: fc.constant('swing'),
    swing_id: u32,
    base_ticks: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    present: u16,
    flags: u8,
    temperature_dc: i16,
    delta_ticks: eight(i32),
  }),
  ack: fc.record({ kind: fc.constant('ack'), swing_id: u32 }),
  beat: fc.record({
    kind: fc.constant('beat'),
    uptime_ms: u32,
    levels: u16,
    blocked: u16,
    ambient: u16,
    crc_errors: u16,
    overruns: u16,
  }),
  get: fc.record({ kind: fc.constant('get'), key: u8 }),
  set: fc.record({ kind: fc.constant('set'), key: u8, value: i32 }),
  value: fc.record({ kind: fc.constant('value'), key: u8, value: i32, status: u8 }),
  log: fc.record({ kind: fc.constant('log'), level: u8, text: words(200) }),
  error: fc.record({ kind: fc.constant('error'), code: u8, text: words(200) }),
} as const satisfies Record<Message['kind'], fc.Arbitrary<unknown>>;

/** Types of the protocol page and its fixed body lengths (for texts: the bytes before the text). */
const PAGE = {
  hello: [0x01, 2],
  hello_ack: [0x02, 40],
  swing: [0x10, 49],
  ack: [0x11, 4],
  beat: [0x20, 14],
  get: [0x30, 1],
  set: [0x31, 5],
  value: [0x32, 6],
  log: [0x7e, 1],
  error: [0x7f, 1],
} as const satisfies Record<Message['kind'], readonly [number, number]>;

const HAS_TEXT = new Set<string>(['hello', 'log', 'error']);

test('[protocol] decodes every message of every kind as encoded', (t) => {
  for (const kind of keysOf(KINDS)) {
    const messages: fc.Arbitrary<Message> = KINDS[kind];
    fc.assert(
      fc.property(messages, (message) => {
        const body = encodeBody(message);
        t.true(body.length <= 246);
        t.deepEqual(decodeBody(MESSAGE_TYPE[kind], body), message);
      }),
    );
  }
});

test('[protocol] uses the types and body lengths of the protocol page', (t) => {
  for (const kind of keysOf(PAGE)) {
    const [type, length] = PAGE[kind];
    t.is(MESSAGE_TYPE[kind], type, kind);
    const messages: fc.Arbitrary<Message> = KINDS[kind];
    const encoded = Math.min(...fc.sample(messages, { numRuns: 5, seed: 1 }).map((one) => encodeBody(one).length));
    if (HAS_TEXT.has(kind)) t.true(encoded >= length, kind);
    else t.is(encoded, length, kind);
  }
});

test('[protocol] ignores body bytes beyond the end of this version', (t) => {
  for (const kind of ['hello_ack', 'swing', 'ack', 'beat', 'get', 'set', 'value'] as const)
    fc.assert(
      fc.property(
        KINDS[kind] as fc.Arbitrary<Message>,
        fc.uint8Array({ minLength: 1, maxLength: 60 }),
        (message, more) => {
          const body = Uint8Array.from([...encodeBody(message), ...more]);
          t.deepEqual(decodeBody(PAGE[kind][0], body), message);
        },
      ),
      { numRuns: 20 },
    );
});

test('[protocol] refuses a body that is at least one byte too short', (t) => {
  for (const [kind, [type, length]] of Object.entries(PAGE))
    for (let short = 0; short < length; short++)
      t.is(decodeBody(type, new Uint8Array(short).fill(1)), null, `${kind} of ${short}`);
  for (const kind of keysOf(PAGE)) {
    const [type, length] = PAGE[kind];
    t.is(decodeBody(type, new Uint8Array(length))?.kind, kind);
  }
});

test('[protocol] refuses unknown types, including those reserved for the boot loader', (t) => {
  const known = new Set<number>(Object.values(PAGE).map(([type]) => type));
  for (let type = 0; type < 256; type++)
    if (!known.has(type)) t.is(decodeBody(type, new Uint8Array(246)), null, `${type}`);
  for (const reserved of [0x40, 0x41, 0x42, 0x43, 0x4f]) t.false(known.has(reserved));
});

test('[protocol] orders the channels LA RA LB RB LD RD HA HB, with LA in bit 0', (t) => {
  t.deepEqual([...CHANNELS], ['LA', 'RA', 'LB', 'RB', 'LD', 'RD', 'HA', 'HB']);
  for (const [bit, name] of CHANNELS.entries()) t.is<number, number>(CHANNEL[name], bit);
});

/** Parses hexadecimal bytes. */
const hex = (...lines: string[]): number[] =>
  lines
    .join(' ')
    .split(' ')
    .map((byte) => Number.parseInt(byte, 16));

/** Least significant byte first. */
const HELLO_ACK = hex(
  '01 00 03 04 05 06', // major, minor, hw_rev, fw
  '41 42 43 44 31 32 00 00', // "ABCD12", padded
  '64 00 00 00', // tick 100 ns
  '01', // boot loader
  '78 56 34 12', // boot_count
  '03', // brown-out
  '01 00 ff ff 64 00 9c ff 00 80 ff 7f 00 00 02 01',
);

test('[protocol] encodes and decodes HELLO_ACK byte by byte', (t) => {
  const message: Message = {
    kind: 'hello_ack',
    major: 1,
    minor: 0,
    hw_rev: 3,
    fw: [4, 5, 6],
    serial: 'ABCD12',
    tick_ns: 100,
    mode: 1,
    boot_count: 0x12345678,
    reset_cause: 3,
    aperture_error_um: [1, -1, 100, -100, -32_768, 32_767, 0, 258],
  };
  t.deepEqual([...encodeBody(message)], HELLO_ACK);
  t.deepEqual(decodeBody(0x02, Uint8Array.from(HELLO_ACK)), message);
});

const SWING = hex(
  '04 03 02 01', // swing_id
  '08 07 06 05 04 03 02 01', // base
  'bf 00', // present: all but HA
  '05', // backstroke, clock overflow
  'd7 00', // 21.5 °C
  '00 00 00 00 01 00 00 00 ff ff ff ff 00 00 01 00',
  '00 00 00 80 ff ff ff 7f 00 00 00 00 10 27 00 00',
);

test('[protocol] encodes and decodes SWING byte by byte', (t) => {
  const message: Message = {
    kind: 'swing',
    swing_id: 0x01020304,
    base_ticks: 0x0102030405060708n,
    present: 0xbf,
    flags: 5,
    temperature_dc: 215,
    delta_ticks: [0, 1, -1, 65_536, -2_147_483_648, 2_147_483_647, 0, 10_000],
  };
  t.deepEqual([...encodeBody(message)], SWING);
  t.deepEqual(decodeBody(0x10, Uint8Array.from(SWING)), message);
});

test('[protocol] encodes BEAT, VALUE and HELLO byte by byte', (t) => {
  const beat = [0xe8, 0x03, 0x00, 0x00, 0xff, 0x00, 0x40, 0x00, 0xe0, 0x2e, 0x02, 0x00, 0x03, 0x01];
  t.deepEqual(decodeBody(0x20, Uint8Array.from(beat)), {
    kind: 'beat',
    uptime_ms: 1000,
    levels: 0xff,
    blocked: 0x40,
    ambient: 12_000,
    crc_errors: 2,
    overruns: 259,
  });
  t.deepEqual([...encodeBody({ kind: 'value', key: 9, value: -2, status: 1 })], [9, 0xfe, 0xff, 0xff, 0xff, 1]);
  const hello = encodeBody({ kind: 'hello', major: 1, minor: 0, name: 'tapin é' });
  t.deepEqual([...hello], [1, 0, 0x74, 0x61, 0x70, 0x69, 0x6e, 0x20, 0xc3, 0xa9]);
});

test('[protocol] cuts a host name to 32 bytes at a whole character', (t) => {
  const named = (name: string): Message | null =>
    decodeBody(1, encodeBody({ kind: 'hello', major: 1, minor: 0, name }));
  t.like(named('a'.repeat(32)), { name: 'a'.repeat(32) });
  t.like(named('a'.repeat(33)), { name: 'a'.repeat(32) });
  t.like(named('a'.repeat(31) + 'é'), { name: 'a'.repeat(31) });
  t.like(named('é'.repeat(17)), { name: 'é'.repeat(16) });
});

test('[protocol] accepts a text that is not UTF-8 or too long', (t) => {
  t.like(decodeBody(0x7e, Uint8Array.of(2, 0xff, 0x41)), { kind: 'log', level: 2, text: '\ufffdA' });
  t.is(encodeBody({ kind: 'error', code: 1, text: 'x'.repeat(1000) }).length, 246);
});
