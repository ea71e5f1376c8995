// Record writer: writes records of the persisted state to the flash one at a time, and reports when all are stored or
// which write failed.

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

/** Minimum pause after a write of a record: extensions may store data many times a second. */
const REST_MS: Readonly<Partial<Record<RecordName, number>>> = { 'extension-data': 5000 };
/** Pause after a failed write; doubles with each further failure. */
const AGAIN_MS = 1000;
const AGAIN_MS_MAX = 30_000;

export interface RecordWriter {
  readonly slot: CallbackActorLogic<SaveEvent>;
  /** Immediately writes records whose write is delayed by a pause. */
  flush(): void;
  /** Resolves once everything is written, so that a shutdown can wait for it. */
  settled(): Promise<void>;
  /** Whether the current state of a record is not in the flash yet, including after a failed write. */
  isDue(record: RecordName): boolean;
}

/** Message shown while something cannot be stored. */
const KEPT = 'Changes are lost at power-off.';
const STORAGE_MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  flash_full: `Storage is full. ${KEPT}`,
  flash_read_only: `Storage is read-only. ${KEPT}`,
};
const storageMessage = ({ code }: OperatingError): string => STORAGE_MESSAGES[code] ?? `Storage failed. ${KEPT}`;

interface Failing {
  readonly error: OperatingError;
  readonly again_ms: number;
}

/** Tracks and writes the records whose current state is not in the flash. */
interface Writer {
  add(persisted: Persisted, records: readonly RecordName[]): void;
  isDue(record: RecordName): boolean;
  /** Writes the due records that are not paused. Returns false if any write failed. */
  write(): Promise<boolean>;
  /** Returns the delay until the next write: 0 if one is due now, null if none is due. */
  due_in_ms(): number | null;
  /** Ends all pauses. */
  flushing(): void;
  /** Returns the error of the first failing record; null if none. */
  error(): OperatingError | null;
}

function createWriter(flash: Flash, log: Log, clock: Clock): Writer {
  const due = new Set<RecordName>();
  const failing = new Map<RecordName, Failing>();
  const rested_at_ms = new Map<RecordName, number>();
  let newest: Persisted | null = null;
  /** Holds back the end of a set until its trend is written, so that the result is never missing from both. */
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
      log.write('info', 'storage', 'All pending records are stored.');
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
      // In the order of RECORDS: a trend before the end of its set.
      for (let record = RECORDS.find(mayWrite); record; record = RECORDS.find(mayWrite))
        if (!(await writeOne(record))) tried.add(record);
      return tried.size === 0;
    },
    due_in_ms() {
      const next_ms = [...due].filter((record) => !isHeld(record)).map((record) => rested_at_ms.get(record) ?? 0);
      return next_ms.length === 0 ? null : Math.max(0, Math.min(...next_ms) - clock.now_ms());
    },
    flushing: () => rested_at_ms.clear(),
    error: () => failing.values().next().value?.error ?? null,
  };
}

/**
 * Writes records one at a time, always in their newest state, some of them at most every few seconds. A failed record
 * stays due and is retried after a pause, so that a worn card is not written on every event of a round.
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
      const error = writer.error();
      sendBack(error ? { type: 'storage.failed', message: storageMessage(error) } : { type: 'storage.saved' });
    };
    begin = () => {
      clock.clearTimeout(again);
      // Later, so that changes of one event share a write, as a putt and its set do.
      writing ??= Promise.resolve().then(save);
    };
    receive(({ persisted, records }) => {
      writer.add(persisted, records);
      // Also without a record to write: the sender waits for the reply.
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
