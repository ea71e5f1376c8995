// Tests of CRC-16/CCITT-FALSE, against the catalogue's check value and bit-by-bit division.

import test from 'ava';
import fc from 'fast-check';
import { crc16 } from '../../../hal/sensor/crc16.ts';

/** Computes the CRC by textbook polynomial division: one bit at a time, most significant first. */
function byDivision(bytes: Uint8Array): number {
  let register = 0xffff;
  for (const byte of bytes)
    for (let bit = 7; bit >= 0; bit--) {
      const out = (register >> 15) ^ ((byte >> bit) & 1);
      register = (register << 1) & 0xffff;
      if (out === 1) register ^= 0x1021;
    }
  return register;
}

test('[protocol] the CRC of "123456789" is 0x29B1', (t) => {
  t.is(crc16(Buffer.from('123456789')), 0x29b1);
});

test('[protocol] returns the initial value for empty input, and the published CRCs', (t) => {
  t.is(crc16(new Uint8Array(0)), 0xffff);
  t.is(crc16(Buffer.from('A')), 0xb915);
  t.is(crc16(Buffer.from('A'.repeat(256))), 0xea0b);
});

test('[protocol] matches textbook division for any bytes', (t) => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 260 }), (bytes) => crc16(bytes) === byDivision(bytes)));
  t.pass();
});

test('[protocol] bytes followed by their own CRC, high byte first, give zero', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const crc = crc16(bytes);
      return crc16(Uint8Array.of(...bytes, crc >> 8, crc & 0xff)) === 0;
    }),
  );
  t.pass();
});
