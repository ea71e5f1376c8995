// Tests of the envelope of a stored copy: every corruption and truncation counts as damage, never as another value.

import test, { type ExecutionContext } from 'ava';
import * as fc from 'fast-check';
import { decodeRecord, encodeRecord, RECORD_SEQUENCE_MAX } from '../../../hal/flash/record.ts';
import { FLASH_HEADER_BYTES } from '../../../wire/flash-block.ts';
import { bytes } from './flash-conformance.ts';
import { valueOf } from '../../support/results.ts';

const records = fc.record({
  sequence: fc.integer({ min: 0, max: RECORD_SEQUENCE_MAX }),
  value: fc.uint8Array({ maxLength: 60 }),
});

function isDamaged(t: ExecutionContext, stored: Uint8Array, message = /./): void {
  const decoded = decodeRecord(stored);
  if (decoded.ok) return void t.fail(`${Buffer.from(stored).toString('hex')} was accepted`);
  t.is(decoded.error.code, 'flash_damaged');
  t.regex(decoded.error.message, message);
}

test('[flash] decodes an encoded record to its original value', (t) => {
  fc.assert(
    fc.property(records, (record) => {
      t.deepEqual(valueOf(t, decodeRecord(encodeRecord(record))), record);
    }),
  );
  for (const sequence of [0, 1, 2 ** 32, RECORD_SEQUENCE_MAX]) {
    t.is(valueOf(t, decodeRecord(encodeRecord({ sequence, value: bytes(1) }))).sequence, sequence);
  }
});

test('[flash] detects every change of a single byte of a record', (t) => {
  fc.assert(
    fc.property(records, fc.integer({ min: 1, max: 255 }), (record, difference) => {
      const encoded = encodeRecord(record);
      for (let at = 0; at < encoded.length; at++) {
        isDamaged(
          t,
          encoded.map((byte, index) => (index === at ? byte ^ difference : byte)),
        );
      }
    }),
  );
});

test('[flash] detects every shortened and every lengthened record', (t) => {
  fc.assert(
    fc.property(records, fc.uint8Array({ minLength: 1, maxLength: 40 }), (record, more) => {
      const encoded = encodeRecord(record);
      for (let length = 0; length < encoded.length; length++) isDamaged(t, encoded.slice(0, length));
      isDamaged(t, Buffer.concat([encoded, more]));
    }),
  );
});

test('[flash] detects arbitrary bytes as damage', (t) => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 100 }), (stored) => isDamaged(t, stored)));
});

test('[flash] distinguishes damage: too short, wrong magic, format, length, checksum', (t) => {
  const encoded = Buffer.from(encodeRecord({ sequence: 7, value: bytes(1, 2, 3) }));
  const changed = (at: number, byte: number): Uint8Array => encoded.map((old, index) => (index === at ? byte : old));
  isDamaged(t, bytes(), /^it has 0 bytes, fewer than its 32-byte header/);
  isDamaged(t, encoded.subarray(0, FLASH_HEADER_BYTES - 1), /^it has 31 bytes, fewer than its 32-byte header/);
  isDamaged(t, changed(3, 0), /^it does not start with "TPFL"$/);
  isDamaged(t, changed(5, 2), /^it has format 2; the newest supported is 1$/);
  isDamaged(t, changed(5, 0), /^it has the invalid format 0$/);
  isDamaged(t, encoded.subarray(0, -1), /^its value has 2 bytes instead of 3$/);
  isDamaged(t, encoded.subarray(0, FLASH_HEADER_BYTES), /^its value has 0 bytes instead of 3$/);
  isDamaged(t, Buffer.concat([encoded, bytes(0)]), /^its value has 4 bytes instead of 3$/);
  isDamaged(t, changed(FLASH_HEADER_BYTES, 9), /^its checksum is wrong$/);
  isDamaged(t, changed(11, 8), /^its checksum is wrong$/);
});

test('[flash] throws if the envelope can not hold the sequence number', (t) => {
  for (const sequence of [-1, 1.5, Number.NaN, RECORD_SEQUENCE_MAX + 1]) {
    t.throws(() => encodeRecord({ sequence, value: bytes() }), { message: /^assertion failed: sequence/ });
  }
});
