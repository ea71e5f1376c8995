// Facts from and to the flash port: JSON records, read once at boot, written when they change.

import type { Flash } from '../../hal/flash/flash.ts';
import type { Random } from '../../hal/random/random.ts';
import { codeOf } from '../../wire/crockford.ts';
import { RECORDS, factsFrom, newDeviceId, recordData, storedId, type Facts, type RecordName } from './facts.ts';

export interface LoadedFacts {
  readonly facts: Facts;
  /** What was damaged or could not be read, a sentence each. */
  readonly notes: readonly string[];
  /** Records that must be written now, such as the id of a first start. */
  readonly unsaved: readonly RecordName[];
  /** Records that are there or not, nobody knows, for reading failed: they must not be written over. */
  readonly unread: readonly RecordName[];
  /** Tells this start from all others, for what is counted from the start in each (C13): by chance, and by the time where chance has a seed. */
  readonly boot: string;
}

/** Reads all records. Whatever is damaged is reported and falls back; nothing stops the boot. `unix_s`: the time of this start. */
export async function loadFacts(flash: Flash, random: Random, unix_s: number): Promise<LoadedFacts> {
  const stored: Partial<Record<RecordName, unknown>> = {};
  const notes: string[] = [];
  const unread: RecordName[] = [];
  for (const record of RECORDS) {
    const { data, note, failed = false } = await readRecord(flash, record);
    if (failed) unread.push(record);
    if (note) notes.push(note);
    if (data !== undefined) stored[record] = data;
  }
  const id = storedId(stored);
  const facts = factsFrom(stored, id ?? newDeviceId(random));
  const unsaved: RecordName[] = id || unread.includes('identity') ? [] : ['identity'];
  return { facts, notes, unsaved, unread, boot: `${codeOf(random.fork('boot').bytes(8))}${unix_s.toString(36)}` };
}

interface ReadRecord {
  readonly data?: unknown;
  readonly note: string;
  readonly failed?: boolean;
}

async function readRecord(flash: Flash, record: RecordName): Promise<ReadRecord> {
  const first = await flash.read(record);
  const read = first.ok ? first : await flash.read(record);
  if (!read.ok) return { note: `${read.error.message} Until the next start it is not saved over.`, failed: true };
  const { value, damaged } = read.value;
  if (value === null) return { note: damaged };
  try {
    return { data: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(value)) as unknown, note: damaged };
  } catch {
    return { note: damaged || `The record ${record} holds no JSON: its defaults are used.` };
  }
}

export const recordBytes = (facts: Facts, record: RecordName): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(recordData(facts, record)));
