// In-memory shared store for simulated relays on one clock. Requests and answers have latency and may be lost; hints
// may be late, lost or duplicated. It can lose its newest writes, as a fail-over to a replica does.

import type { Clock } from '../../../hal/clock/clock.ts';
import { EngineAway, type StoredAnswer } from '../engine.ts';
import { createInputQueue, type QueuedInput } from '../session/input-queue.ts';
import { ANSWER_MEMORY_MS } from '../routes/idempotency-record.ts';
import type { Contacts, PersistedSession } from '../session/session.ts';
import type {
  HintListener,
  SessionWrite,
  SharedStore,
  StoreContents,
  StoredSession,
  WantedSession,
  SharedWrite,
} from './shared-store.ts';

/** Delays in milliseconds after which a message arrives, one per copy; empty if it is lost. */
export type Delivery = (what: 'request' | 'answer' | 'hint') => readonly number[];

interface VirtualStore {
  /** Connects a relay. */
  connect(clock: Clock, delivery?: Delivery): SharedStore;
  /**
   * Simulates a fail-over to a replica without the writes since then; every relay learns that hints may have been
   * lost.
   */
  failOver(lost_since_ms: number): void;
  /** While it is away, it does nothing and requests get no answer. */
  setAway(away: boolean): void;
}

/** Timeout after which a relay stops waiting for an answer. */
const TIMEOUT_MS = 2000;

/** Number of writes that a fail-over can undo, at least half of it. */
const UNDO_MAX = 2000;

interface Row {
  readonly facts: PersistedSession;
  readonly version: number;
  readonly tag: string;
  readonly contacts: Contacts;
  readonly holds: Readonly<Record<string, number>>;
  readonly hold_count: number;
  readonly latest_ms: number;
  readonly inputs: readonly QueuedInput[];
  readonly answers: Readonly<Record<string, StoredAnswer & { readonly at_ms: number }>>;
}

type Listener = (host: string | null, version: number | null) => void;

/** @param now_ms Time of the store, Unix milliseconds. */
export function createVirtualStore(now_ms: () => number): VirtualStore {
  const rows = new Map<string, Row>();
  const names = new Map<string, string>();
  const hints = new Set<Listener>();
  /** Undo functions of the newest writes, oldest first. */
  let undo: { readonly at_ms: number; readonly undo: () => void }[] = [];
  let away = false;
  const put = <V>(map: Map<string, V>, key: string, value: V): void => {
    const before = map.get(key);
    if (undo.length > UNDO_MAX) undo = undo.slice(-UNDO_MAX / 2);
    undo.push({ at_ms: now_ms(), undo: () => void (before === undefined ? map.delete(key) : map.set(key, before)) });
    map.set(key, value);
  };
  const notify: Listener = (host, version) => {
    for (const hint of hints) hint(host, version);
  };
  const write = (host: string, request: SessionWrite): SharedWrite | null => {
    const before = rows.get(host);
    const row = writtenRow(before, request);
    if (!row) return null;
    put(rows, host, row);
    if (request.change) notify(host, row.version);
    else if (request.holds.length > 0) notify(host, null);
    return { version: row.version, hold_numbers: request.holds.map((name) => row.holds[name] ?? 0) };
  };
  const give = (key: string, value: string): boolean => {
    if (names.has(key)) return false;
    put(names, key, value);
    return true;
  };
  return {
    connect(clock, delivery = () => [0]) {
      const asking = askingOn(clock, delivery, () => away);
      const subscribed = new Set<string>();
      const listeners = new Set<HintListener>();
      hints.add((host, version) => {
        if (host !== null && !subscribed.has(host)) return;
        for (const after_ms of host === null ? [0] : delivery('hint'))
          clock.setTimeout(() => listeners.forEach((listener) => listener(host, version)), after_ms);
      });
      return {
        read: (wanted) => asking(() => readRow(rows.get(wanted.host), wanted, now_ms())),
        write: (host, request) => asking(() => write(host, request)),
        ownerOf: (code) => asking(() => names.get(`code ${code}`) ?? null),
        giveCode: (code, host) => asking(() => give(`code ${code}`, host)),
        labelOf: (device) => asking(() => names.get(`label ${device}`) ?? null),
        giveLabel: (device, label) =>
          asking(() => {
            const own = names.get(`label ${device}`);
            if (own !== undefined) return own;
            return give(`label-of ${label}`, device) && give(`label ${device}`, label) ? label : null;
          }),
        subscribe: (host) => asking(() => void subscribed.add(host)),
        unsubscribe: (host) => void subscribed.delete(host),
        onHint: (listener) => void listeners.add(listener),
        contents: contentsOf(rows, names),
        close: () => Promise.resolve(),
      };
    },
    failOver(lost_since_ms) {
      for (const { undo: undoOne } of undo.filter(({ at_ms }) => at_ms >= lost_since_ms).toReversed()) undoOne();
      undo = [];
      notify(null, null);
    },
    setAway: (is_away) => void (away = is_away),
  };
}

const contentsOf = (rows: ReadonlyMap<string, Row>, names: ReadonlyMap<string, string>): StoreContents => {
  const named = async (kind: string): Promise<ReadonlyMap<string, string>> =>
    new Map([...names].flatMap(([key, value]) => (key.startsWith(kind) ? [[key.slice(kind.length), value]] : [])));
  return {
    sessions: async () => new Map([...rows].map(([host, { answers }]) => [host, Object.keys(answers)])),
    codes: () => named('code '),
    labels: () => named('label '),
  };
};

/** Runs an action at the store when the request arrives, and resolves when the answer arrives. */
const askingOn =
  (clock: Clock, delivery: Delivery, isAway: () => boolean) =>
  <T>(act: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      const alarm = clock.setTimeout(() => reject(new EngineAway('The store does not answer.')), TIMEOUT_MS);
      for (const there_ms of delivery('request').slice(0, 1))
        clock.setTimeout(() => {
          if (isAway()) return;
          const answer = act();
          for (const back_ms of delivery('answer').slice(0, 1))
            clock.setTimeout(() => {
              clock.clearTimeout(alarm);
              resolve(answer);
            }, back_ms);
        }, there_ms);
    });

function readRow(row: Row | undefined, wanted: WantedSession, clock_ms: number): StoredSession | null {
  if (!row) return null;
  const now_ms = Math.max(clock_ms, row.latest_ms);
  const unexpiredAnswer = (name: string): StoredAnswer | null => {
    const answer = row.answers[name];
    return answer && now_ms - answer.at_ms < ANSWER_MEMORY_MS ? answer : null;
  };
  return {
    version: row.version,
    tag: row.tag,
    facts: row.tag === wanted.known_tag ? null : row.facts,
    contacts: row.contacts,
    holds: row.holds,
    now_ms,
    inputs: wanted.since === null ? [] : createInputQueue(row.inputs).after(wanted.since, now_ms),
    answers: wanted.answers.map(unexpiredAnswer),
  };
}

/** Returns null if another relay wrote in between. */
function writtenRow(before: Row | undefined, request: SessionWrite): Row | null {
  const { change } = request;
  if (change && (before?.tag ?? '') !== change.expected_tag) return null;
  for (const [device, ms] of Object.entries(change?.silent ?? {}))
    if (before?.contacts.seen_ms[device] !== ms) return null;
  const facts = change?.facts ?? before?.facts;
  if (!facts) return null;
  const { inputs = [], answers = {}, holds = {}, contacts, version = 0, latest_ms = 0, hold_count = 0 } = before ?? {};
  const seen_entries = Object.entries({ ...contacts?.seen_ms, ...request.seen_ms }).filter(
    ([device]) => !request.gone.includes(device),
  );
  return {
    facts,
    version: version + (change ? 1 : 0),
    tag: change?.tag ?? before?.tag ?? '',
    contacts: {
      polled_ms: request.polled_ms ?? contacts?.polled_ms ?? null,
      seen_ms: Object.fromEntries(seen_entries),
    },
    holds: { ...holds, ...Object.fromEntries(request.holds.map((name, at) => [name, hold_count + at + 1])) },
    hold_count: hold_count + request.holds.length,
    latest_ms: Math.max(latest_ms, request.now_ms),
    inputs: [...(change?.clears_inputs ? [] : inputs), ...(change?.inputs ?? [])],
    answers: {
      ...answers,
      ...Object.fromEntries(request.answers.map(({ name, answer }) => [name, { ...answer, at_ms: request.now_ms }])),
    },
  };
}
