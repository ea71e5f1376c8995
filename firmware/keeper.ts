// The keeper of the facts: writes records to the flash, one after the other, and tells when everything is safe or what went wrong.

import { fromCallback, type CallbackActorLogic } from 'xstate';
import type { Alarm, Clock } from '../hal/clock/clock.ts';
import type { Flash } from '../hal/flash/flash.ts';
import type { Log } from '../hal/log/log.ts';
import { RECORDS, isSetRecord, type Facts, type RecordName } from './facts/facts.ts';
import { recordBytes } from './facts/storage.ts';
import { present } from '../wire/errors.ts';

export interface SaveEvent {
  readonly type: 'keeper.save';
  readonly facts: Facts;
  readonly records: readonly RecordName[];
}

const SAVE_AGAIN_MS = 30_000;
/** How long a record is left alone after it was written: what extensions store, they may store many times a second. */
const REST_MS: Readonly<Partial<Record<RecordName, number>>> = { 'extension-data': 5000 };

export interface Keeper {
  readonly slot: CallbackActorLogic<SaveEvent>;
  /** Writes at once what would be left alone for a while yet. */
  hurry(): void;
  /** Resolves when everything is written. A device that is switched off politely waits for it. */
  settled(): Promise<void>;
  /** Whether a record as it is now is not in the flash yet, or could not be written. */
  isDue(record: RecordName): boolean;
}

/**
 * Writes records one after the other, always their newest state, and some of them no more than every few seconds. What fails stays
 * due: for the next save, or half a minute.
 */
export function createKeeper(flash: Flash, log: Log, clock: Clock): Keeper {
  const due = new Set<RecordName>();
  let newest: SaveEvent['facts'] | null = null;
  let writing: Promise<void> | null = null;
  let begin = (): void => {};
  const rested_at_ms = new Map<RecordName, number>();
  const rests = (record: RecordName): boolean => (rested_at_ms.get(record) ?? 0) > clock.now_ms();

  /**
   * Writes in the order of RECORDS: a trend before the end of the set that it belongs to, and no such end while the trend can't
   * be written, so that at no moment the result is in neither. Null when all is written, else the first thing that went wrong.
   */
  const writeDue = async (): Promise<string | null> => {
    const failed = new Map<RecordName, string>();
    const mayWrite = (record: RecordName): boolean =>
      due.has(record) && !failed.has(record) && !rests(record) && !(failed.has('trends') && isSetRecord(record));
    for (let record = RECORDS.find(mayWrite); record; record = RECORDS.find(mayWrite)) {
      due.delete(record);
      rested_at_ms.set(record, clock.now_ms() + (REST_MS[record] ?? 0));
      const written = await flash.write(record, recordBytes(present(newest, 'newest state'), record));
      if (written.ok) continue;
      due.add(record);
      failed.set(record, written.error.message);
      log.write('warn', 'storage', written.error.message, { record });
    }
    return failed.values().next().value ?? null;
  };

  const slot = fromCallback<SaveEvent>(({ sendBack, receive }) => {
    let again: Alarm = null;
    let stopped = false;
    const save = async (): Promise<void> => {
      const failure = await writeDue();
      writing = null;
      if (failure === null && [...due].some((record) => !rests(record))) return begin();
      if (stopped) return;
      if (due.size > 0) again = clock.setTimeout(begin, failure === null ? untilRested() : SAVE_AGAIN_MS);
      sendBack(failure === null ? { type: 'storage.saved' } : { type: 'storage.failed', message: failure });
    };
    const untilRested = (): number =>
      Math.min(...[...due].map((record) => rested_at_ms.get(record) ?? 0)) - clock.now_ms();
    begin = () => {
      clock.clearTimeout(again);
      writing ??= save();
    };
    receive(({ facts, records }) => {
      newest = facts;
      for (const record of records) due.add(record);
      if (due.size > 0) begin();
    });
    return () => {
      stopped = true;
      clock.clearTimeout(again);
    };
  });
  const hurry = (): void => {
    rested_at_ms.clear();
    if (due.size > 0) begin();
  };
  const written = async (): Promise<void> => {
    if (!writing) return;
    await writing;
    await written();
  };
  const settled = (): Promise<void> => {
    hurry();
    return written();
  };
  return { slot, hurry, settled, isDue: (record) => due.has(record) };
}
