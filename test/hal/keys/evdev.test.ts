// Tests of parsing input events from bytes, and bitmaps from /sys and the kernel: the bytes are written by hand, as
// linux/input.h lays them out.

import { existsSync, readFileSync } from 'node:fs';
import test from 'ava';
import { bitsOfBytes, bitsOfText, createEventReader } from '../../../hal/keys/evdev.ts';
import { KEY_CODES } from '../../../hal/keys/input-codes.ts';

// struct.pack('<qqHHi', 1700000000, 123456, 1, 103, 1): KEY_UP is pressed.
const UP_PRESSED = '00f1536500000000 40e2010000000000 0100 6700 01000000';
// struct.pack('<qqHHi', 1700000000, 123456, 2, 8, -2): the wheel turns two steps back.
const WHEEL_BACK = '00f1536500000000 40e2010000000000 0200 0800 feffffff';
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

test('[keys] parses a Linux event of 24 bytes: time, type, code, signed value', (t) => {
  const read = createEventReader();
  t.deepEqual(read(bytesOf(UP_PRESSED + WHEEL_BACK)), [
    { type: 1, code: 103, value: 1, time_ms: 1_700_000_000_123.456 },
    { type: 2, code: 8, value: -2, time_ms: 1_700_000_000_123.456 },
  ]);
});

test('[keys] parses the same events wherever the bytes are split', (t) => {
  const bytes = bytesOf(UP_PRESSED + WHEEL_BACK);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const read = createEventReader();
    const events = [...read(bytes.subarray(0, cut)), ...read(bytes.subarray(cut))];
    t.deepEqual(
      events.map(({ code }) => code),
      [103, 8],
      `cut at ${cut}`,
    );
  }
});

test('[keys] reads a bitmap of /sys with its highest word first', (t) => {
  // Bitmap of a keyboard with arrows, Enter and Esc: 103, 105, 106, 108 in the second word; 1 and 28 in the first.
  t.deepEqual([...bitsOfText('168000000000 10000002\n')], [1, 28, 103, 105, 106, 108]);
  t.deepEqual([...bitsOfText('8000000000000000 0')], [127]);
  t.deepEqual([...bitsOfText('0')], []);
  t.deepEqual([...bitsOfText('')], []);
});

test('[keys] reads a bitmap of the kernel with its lowest byte first', (t) => {
  t.deepEqual([...bitsOfBytes(Uint8Array.of(0b10, 0, 0x80))], [1, 23]);
});

const HEADER = '/usr/include/linux/input-event-codes.h';
(existsSync(HEADER) ? test : test.skip)(`[keys] every key name has its number in ${HEADER}`, (t) => {
  const defined = readFileSync(HEADER, 'utf8').matchAll(/^#define\s+((?:KEY|BTN)_\w+)\s+(0x[\da-f]+|\d+)/gim);
  const numbers = new Map([...defined].map(([, name, number]) => [name, Number(number)]));
  t.true(KEY_CODES.size > 200);
  for (const [name, code] of KEY_CODES) t.is(numbers.get(name), code, name);
});
