// The keeper of the facts: writes records to the flash, one after the other, and tells when everything is safe or what went wrong.

import { fromCallback, type CallbackActorLogic } from 'xstate';
import type { Alarm, Clock } from '../hal/clock/clock.ts';
import type { Flash } from '../hal/flash/flash.ts';
import type { Log } from '../hal/log/log.ts';
import { RECORDS, isSetRecord, type Persisted, type RecordName } from './persisted/persisted.ts';
import { recordBytes } from './persisted/storage.ts';
import { assertDefined, type ErrorCode, type OperatingError } from '../wire/errors.ts';

export interface SaveEvent {
  readonly type: 'keeper.save';
  readonly persisted: Persisted;
  readonly records: readonly RecordName[];
}

/** How long a record is left alone after it was written: what extensions store, they may store many times a second. */
const REST_MS: Readonly<Partial<Record<RecordName, number>>> = { 'extension-data': 5000 };
/** How long a record is left alone after it could not be written; twice as long each time that it fails again. */
const AGAIN_MS = 1000;
const AGAIN_MS_MAX = 30_000;

export interface RecordWriter {
  readonly slot: CallbackActorLogic<SaveEvent>;
  /** Writes at once what would be left alone for a while yet. */
  flush(): void;
  /** Resolves when everything is written. A device that is switched off politely waits for it. */
  settled(): Promise<void>;
  /** Whether a record as it is now is not in the flash yet, or could not be written. */
  isDue(record: RecordName): boolean;
}

/** What people are told while something is not stored. */
const KEPT = 'What is new is kept only until the power goes.';
const TROUBLES: Readonly<Partial<Record<ErrorCode, string>>> = {
  flash_full: `The storage is full. ${KEPT}`,
  flash_read_only: `The storage is read-only. ${KEPT}`,
};
const troubleOf = ({ code }: OperatingError): string => TROUBLES[code] ?? `The storage does not work. ${KEPT}`;

interface Failing {
  readonly error: OperatingError;
  readonly again_ms: number;
}

/** The records that are not in the flash as they are now. */
interface Writer {
  add(persisted: Persisted, records: readonly RecordName[]): void;
  isDue(record: RecordName): boolean;
  /** Writes what is due and does not rest. False where something of it failed. */
  write(): Promise<boolean>;
  /** When something may be written next: 0 for at once, null where nothing is due. */
  due_in_ms(): number | null;
  /** What rests may be written at once. */
  flushing(): void;
  /** What is wrong with the first that could not be written; null where nothing is. */
  trouble(): OperatingError | null;
}

function createWriter(flash: Flash, log: Log, clock: Clock): Writer {
  const due = new Set<RecordName>();
  const failing = new Map<RecordName, Failing>();
  const rested_at_ms = new Map<RecordName, number>();
  let newest: Persisted | null = null;
  /** The end of a set waits for its trend, so that at no moment the result is in neither. */
  const isHeld = (record: RecordName): boolean => failing.has('trends') && isSetRecord(record);
  const rest = (record: RecordName, rest_ms: number): void => void rested_at_ms.set(record, clock.now_ms() + rest_ms);
  const rests = (record: RecordName): boolean => (rested_at_ms.get(record) ?? 0) > clock.now_ms();

  const failed = (record: RecordName, error: OperatingError): void => {
    const before = failing.get(record);
    const again_ms = before ? Math.min(2 * before.again_ms, AGAIN_MS_MAX) : AGAIN_MS;
    due.add(record);
    failing.set(record, { error, again_ms });
    rest(record, again_ms);
    if (before?.error.message !== error.message) log.write('warn', 'storage', error.message, { record });
  };
  const writeOne = async (record: RecordName): Promise<boolean> => {
    due.delete(record);
    rest(record, REST_MS[record] ?? 0);
    const written = await flash.write(record, recordBytes(assertDefined(newest, 'newest state'), record));
    if (!written.ok) failed(record, written.error);
    else if (failing.delete(record) && failing.size === 0)
      log.write('info', 'storage', 'What could not be stored is stored now.');
    return written.ok;
  };
  return {
    add(persisted, records) {
      newest = persisted;
      for (const record of records) due.add(record);
    },
    isDue: (record) => due.has(record),
    async write() {
      const tried = new Set<RecordName>();
      const mayWrite = (record: RecordName): boolean =>
        due.has(record) && !tried.has(record) && !isHeld(record) && !rests(record);
      // In the order of RECORDS: a trend before the end of the set that it belongs to.
      for (let record = RECORDS.find(mayWrite); record; record = RECORDS.find(mayWrite))
        if (!(await writeOne(record))) tried.add(record);
      return tried.size === 0;
    },
    due_in_ms() {
      const next_ms = [...due].filter((record) => !isHeld(record)).map((record) => rested_at_ms.get(record) ?? 0);
      return next_ms.length === 0 ? null : Math.max(0, Math.min(...next_ms) - clock.now_ms());
    },
    flushing: () => rested_at_ms.clear(),
    trouble: () => failing.values().next().value?.error ?? null,
  };
}

/**
 * Writes records one after the other, always their newest state, and some of them no more than every few seconds. What fails stays
 * due, and is tried again after a pause: a card that is worn gets no write for each event of a round.
 */
export function createRecordWriter(flash: Flash, log: Log, clock: Clock): RecordWriter {
  const writer = createWriter(flash, log, clock);
  let writing: Promise<void> | null = null;
  let begin = (): void => {};

  const slot = fromCallback<SaveEvent>(({ sendBack, receive }) => {
    let again: Alarm = null;
    let stopped = false;
    const save = async (): Promise<void> => {
      const well = await writer.write();
      writing = null;
      const wait_ms = writer.due_in_ms();
      if (well && wait_ms === 0) return begin();
      if (stopped) return;
      if (wait_ms !== null) again = clock.setTimeout(begin, wait_ms);
      const trouble = writer.trouble();
      sendBack(trouble ? { type: 'storage.failed', message: troubleOf(trouble) } : { type: 'storage.saved' });
    };
    begin = () => {
      clock.clearTimeout(again);
      writing ??= save();
    };
    receive(({ persisted, records }) => {
      writer.add(persisted, records);
      // Without a record to write too: what waits for this save must go on.
      begin();
    });
    return () => {
      stopped = true;
      clock.clearTimeout(again);
    };
  });
  const flush = (): void => {
    writer.flushing();
    if (writer.due_in_ms() !== null) begin();
  };
  const written = async (): Promise<void> => {
    if (!writing) return;
    await writing;
    await written();
  };
  const settled = (): Promise<void> => {
    flush();
    return written();
  };
  return { slot, flush, settled, isDue: writer.isDue };
}
