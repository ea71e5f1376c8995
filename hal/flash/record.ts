// Envelope of a stored copy: tells the newer of two copies, and a whole copy from a damaged one.
// Layout, big-endian: magic "TPFL" (4 bytes), format (2), sequence (6), length of the value (4), the first 16 bytes of
// SHA-256 over these 16 bytes and the value (16), the value.

import { createHasher } from '#crypto';
import { bytesOf, equalBytes } from '../../wire/bytes.ts';
import { assert, fail, ok, type Result } from '../../wire/errors.ts';
import { FLASH_HEADER_BYTES } from '../../wire/flash-block.ts';

const RECORD_FORMAT = 1;
export const RECORD_SEQUENCE_MAX = 2 ** 48 - 1;
const MAGIC = bytesOf('TPFL');
const FIELDS_BYTES = 16;
const CHECKSUM_BYTES = FLASH_HEADER_BYTES - FIELDS_BYTES;

export interface StoredRecord {
  /** 0..RECORD_SEQUENCE_MAX; of two good copies, the one with the higher number is newer. */
  readonly sequence: number;
  readonly value: Uint8Array;
}

export function encodeRecord({ sequence, value }: StoredRecord): Uint8Array {
  assert(Number.isInteger(sequence) && sequence >= 0 && sequence <= RECORD_SEQUENCE_MAX, `sequence ${sequence}`);
  const bytes = new Uint8Array(FLASH_HEADER_BYTES + value.length);
  const fields = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  fields.setUint16(4, RECORD_FORMAT);
  fields.setUint16(6, Math.floor(sequence / 2 ** 32));
  fields.setUint32(8, sequence % 2 ** 32);
  fields.setUint32(12, value.length);
  bytes.set(value, FLASH_HEADER_BYTES);
  bytes.set(checksum(bytes), FIELDS_BYTES);
  return bytes;
}

/**
 * Returns the record, with its value in a new buffer, or `flash_damaged` with a reason that reads well after "is
 * damaged: ".
 */
export function decodeRecord(bytes: Uint8Array): Result<StoredRecord> {
  if (bytes.length < FLASH_HEADER_BYTES) {
    return damaged(`it has ${bytes.length} bytes, fewer than its ${FLASH_HEADER_BYTES}-byte header`);
  }
  const fields = new DataView(bytes.buffer, bytes.byteOffset);
  if (!equalBytes(bytes.subarray(0, MAGIC.length), MAGIC)) return damaged('it does not start with "TPFL"');
  const format = fields.getUint16(4);
  if (format > RECORD_FORMAT) return damaged(`it has format ${format}; the newest supported is ${RECORD_FORMAT}`);
  if (format < RECORD_FORMAT) return damaged(`it has the invalid format ${format}`);
  const length = fields.getUint32(12);
  const actual = bytes.length - FLASH_HEADER_BYTES;
  if (length !== actual) return damaged(`its value has ${actual} bytes instead of ${length}`);
  if (!equalBytes(checksum(bytes), bytes.subarray(FIELDS_BYTES, FLASH_HEADER_BYTES))) {
    return damaged('its checksum is wrong');
  }
  return ok({ sequence: fields.getUint16(6) * 2 ** 32 + fields.getUint32(8), value: bytes.slice(FLASH_HEADER_BYTES) });
}

const damaged = (reason: string): Result<StoredRecord> => fail('flash_damaged', reason);

const checksum = (bytes: Uint8Array): Uint8Array =>
  createHasher('sha256')
    .add(bytes.subarray(0, FIELDS_BYTES))
    .add(bytes.subarray(FLASH_HEADER_BYTES))
    .digest()
    .subarray(0, CHECKSUM_BYTES);
