// Loads and serializes the persisted state: JSON records in the flash, read once at boot and written when they change.

import type { Flash } from '../../hal/flash/flash.ts';
import type { Random } from '../../hal/random/random.ts';
import { bytesOf } from '../../wire/bytes.ts';
import { codeOf } from '../../wire/crockford.ts';
import { inBlocks } from '../../wire/flash-block.ts';
import { isRecord } from './fields.ts';
import {
  RECORDS,
  persistedFrom,
  newDeviceId,
  recordData,
  storedId,
  type Persisted,
  type RecordName,
} from './persisted.ts';

export interface LoadedPersisted {
  readonly persisted: Persisted;
  /** Damaged or unreadable records, one sentence each. */
  readonly notes: readonly string[];
  /** Records to write now: the identity at first start, or if one of its copies is damaged. */
  readonly unsaved: readonly RecordName[];
  /** Records that must not be overwritten: unreadable ones and a damaged identity. */
  readonly unread: readonly RecordName[];
  /**
   * Random id of this boot, for counters that restart at each boot (C13). Includes the time in case the random source
   * is seeded.
   */
  readonly boot: string;
}

/**
 * Reads all records. Reports damage and falls back to the previous copy or the defaults; never fails the boot. Never
 * replaces a damaged identity: this boot uses a temporary one, which is not stored (R152). `unix_s`: time of this boot.
 */
export async function loadPersisted(flash: Flash, random: Random, unix_s: number): Promise<LoadedPersisted> {
  const stored: Partial<Record<RecordName, unknown>> = {};
  const notes: string[] = [];
  const unread: RecordName[] = [];
  const unsaved: RecordName[] = [];
  const reads = await Promise.all(RECORDS.map(async (record) => ({ record, ...(await readRecord(flash, record)) })));
  for (const { record, data, note, failed = false } of reads) {
    if (failed) unread.push(record);
    if (note) notes.push(note);
    if (data !== undefined) stored[record] = data;
    // One of the two copies is damaged: rewrite both.
    if (record === 'identity' && note !== '' && !failed) unsaved.push(record);
  }
  const id = storedId(stored);
  const persisted = persistedFrom(stored, id ?? newDeviceId(random));
  if (id === null && !unread.includes('identity')) unsaved.push('identity');
  return { persisted, notes, unsaved, unread, boot: `${codeOf(random.fork('boot').bytes(8))}${unix_s.toString(36)}` };
}

interface ReadRecord {
  readonly data?: unknown;
  readonly note: string;
  /** The record must not be overwritten. */
  readonly failed?: boolean;
}

/** Reads of a record before it counts as unreadable. */
const READS_MAX = 3;

async function readRecord(flash: Flash, record: RecordName): Promise<ReadRecord> {
  let read = await flash.read(record);
  for (let reads = 1; reads < READS_MAX && !read.ok; reads++) read = await flash.read(record);
  if (!read.ok) return { note: `${read.error.message} It is not overwritten until the next start.`, failed: true };
  const { value, damaged } = read.value;
  if (value === null && damaged === '') return { note: '' };
  const data = value && objectIn(value);
  if (record === 'identity' && storedId({ identity: data }) === null)
    return { note: `${damaged || 'The record identity contains no device id.'} ${TEMPORARY_IDENTITY}`, failed: true };
  return data
    ? { data, note: damaged }
    : { note: damaged || `The record ${record} is not a JSON object: using defaults.` };
}

const TEMPORARY_IDENTITY = 'Until it is restored, each start uses a temporary identity.';

/** Returns the JSON object in a record, or null. */
function objectIn(bytes: Uint8Array): Record<string, unknown> | null {
  try {
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(data) ? data : null;
  } catch {
    return null;
  }
}

export const recordBytes = (persisted: Persisted, record: RecordName): Uint8Array =>
  inBlocks(bytesOf(JSON.stringify(recordData(persisted, record))));
