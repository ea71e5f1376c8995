// Facts from and to the flash port: JSON records, read once at boot, written when they change.

import type { Flash } from '../../hal/flash/flash.ts';
import type { Random } from '../../hal/random/random.ts';
import { codeOf } from '../../wire/crockford.ts';
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
  /** What was damaged or could not be read, a sentence each. */
  readonly notes: readonly string[];
  /** Records that must be written now: the identity of a first start, or one of which a copy is damaged. */
  readonly unsaved: readonly RecordName[];
  /** Records that could not be read, and a damaged identity: nothing may be written over them. */
  readonly unread: readonly RecordName[];
  /** Tells this start from all others, for what is counted from the start in each (C13): by chance, and by the time where chance has a seed. */
  readonly boot: string;
}

/**
 * Reads all records. Damage is reported, and the record falls back to the copy before or its defaults; nothing stops the boot. A damaged
 * identity is never replaced: this start has one of its own, which is not stored (R152). `unix_s`: the time of this start.
 */
export async function loadPersisted(flash: Flash, random: Random, unix_s: number): Promise<LoadedPersisted> {
  const stored: Partial<Record<RecordName, unknown>> = {};
  const notes: string[] = [];
  const unread: RecordName[] = [];
  const unsaved: RecordName[] = [];
  for (const record of RECORDS) {
    const { data, note, failed = false } = await readRecord(flash, record);
    if (failed) unread.push(record);
    if (note) notes.push(note);
    if (data !== undefined) stored[record] = data;
    // One of its two copies is damaged: write both again.
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
  /** Nothing may be written over it. */
  readonly failed?: boolean;
}

async function readRecord(flash: Flash, record: RecordName): Promise<ReadRecord> {
  const first = await flash.read(record);
  const read = first.ok ? first : await flash.read(record);
  if (!read.ok) return { note: `${read.error.message} Until the next start it is not saved over.`, failed: true };
  const { value, damaged } = read.value;
  if (value === null && damaged === '') return { note: '' };
  const data = value && objectIn(value);
  if (record === 'identity' && storedId({ identity: data }) === null)
    return { note: `${damaged || 'The record identity holds no identity.'} ${TEMPORARY_IDENTITY}`, failed: true };
  return data
    ? { data, note: damaged }
    : { note: damaged || `The record ${record} is not a JSON object: its defaults are used.` };
}

const TEMPORARY_IDENTITY = 'Until it is restored, each start has another identity, which no cloud knows.';

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
  new TextEncoder().encode(JSON.stringify(recordData(persisted, record)));
