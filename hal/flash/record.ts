// Envelope of a stored copy: tells the newer of two copies, and a whole copy from a damaged one.
// Layout, big-endian: magic "TPFL" (4 bytes), format (2), sequence (6), length of the value (4), the first 16 bytes of
// SHA-256 over these 16 bytes and the value (16), the value.

import { createHash } from 'node:crypto';
import { assert, fail, ok, type Result } from '../../wire/errors.ts';

const RECORD_FORMAT = 1;
export const RECORD_HEADER_BYTES = 32;
export const RECORD_SEQUENCE_MAX = 2 ** 48 - 1;
const MAGIC = Buffer.from('TPFL', 'latin1');
const FIELDS_BYTES = 16;
const CHECKSUM_BYTES = RECORD_HEADER_BYTES - FIELDS_BYTES;

export interface StoredRecord {
  /** 0..RECORD_SEQUENCE_MAX; of two good copies, the one with the higher number is newer. */
  readonly sequence: number;
  readonly value: Uint8Array;
}

export function encodeRecord({ sequence, value }: StoredRecord): Uint8Array {
  assert(Number.isInteger(sequence) && sequence >= 0 && sequence <= RECORD_SEQUENCE_MAX, `sequence ${sequence}`);
  const bytes = Buffer.alloc(RECORD_HEADER_BYTES + value.length);
  MAGIC.copy(bytes);
  bytes.writeUInt16BE(RECORD_FORMAT, 4);
  bytes.writeUIntBE(sequence, 6, 6);
  bytes.writeUInt32BE(value.length, 12);
  bytes.set(value, RECORD_HEADER_BYTES);
  checksum(bytes).copy(bytes, FIELDS_BYTES);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/**
 * Returns the record, with its value in a new buffer, or `flash_damaged` with a reason that reads well after "is
 * damaged: ".
 */
export function decodeRecord(stored: Uint8Array): Result<StoredRecord> {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.length);
  if (bytes.length < RECORD_HEADER_BYTES) {
    return damaged(`it has ${bytes.length} bytes, fewer than its ${RECORD_HEADER_BYTES}-byte header`);
  }
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) return damaged('it does not start with "TPFL"');
  const format = bytes.readUInt16BE(4);
  if (format > RECORD_FORMAT) return damaged(`it has format ${format}; the newest supported is ${RECORD_FORMAT}`);
  if (format < RECORD_FORMAT) return damaged(`it has the invalid format ${format}`);
  const length = bytes.readUInt32BE(12);
  const actual = bytes.length - RECORD_HEADER_BYTES;
  if (length !== actual) return damaged(`its value has ${actual} bytes instead of ${length}`);
  if (!checksum(bytes).equals(bytes.subarray(FIELDS_BYTES, RECORD_HEADER_BYTES))) {
    return damaged('its checksum is wrong');
  }
  return ok({ sequence: bytes.readUIntBE(6, 6), value: new Uint8Array(bytes.subarray(RECORD_HEADER_BYTES)) });
}

const damaged = (reason: string): Result<StoredRecord> => fail('flash_damaged', reason);

const checksum = (bytes: Buffer): Buffer =>
  createHash('sha256')
    .update(bytes.subarray(0, FIELDS_BYTES))
    .update(bytes.subarray(RECORD_HEADER_BYTES))
    .digest()
    .subarray(0, CHECKSUM_BYTES);
