// Sessions of a single-process relay: all in memory, and their changes in its database.

import { assert } from '../../../wire/errors.ts';
import type { SessionSnapshot } from '../engine.ts';
import { createInputQueue, type InputQueue } from '../session/input-queue.ts';
import { operate, type SessionOperation, type OperationOutcome } from '../session/operations.ts';
import {
  differsIn,
  persistedOf,
  newSession,
  revived,
  settled,
  storedContacts,
  type Contacts,
  type Session,
  type PersistedSession,
} from '../session/session.ts';
import type { RelayDatabase } from './database.ts';

/** Except for `open`, the host must have a session. */
export interface SessionStore {
  has(host: string): boolean;
  /** Returns the current session of a host. */
  of(host: string, now_ms: number): Session;
  /** Returns the current session of a host, and its inputs after a cursor. */
  snapshot(host: string, since: number | null, now_ms: number): SessionSnapshot;
  /** Returns a version that increases with each change; 0 for a host without a session. */
  version(host: string): number;
  /** Creates the session of a host that has none. */
  open(host: string, label: string, code: string): void;
  /**
   * Applies an operation to the session of a host atomically.
   * @throws If the database refuses an input.
   */
  apply(host: string, operation: SessionOperation, now_ms: number): OperationOutcome;
  /** Calls the listener at every change of a session, except changes caused only by the passage of time. */
  onChange(listener: (host: string) => void): void;
  /** Writes the changes to the database, without committing them. */
  save(): void;
  /** Drops expired inputs. */
  forget(now_ms: number): void;
  /** Returns the number of sessions. */
  count(): number;
}

interface Entry {
  session: Session;
  version: number;
  readonly queue: InputQueue;
  /** Contacts as stored in the database. */
  contacts: Contacts;
}

const NO_CONTACTS: Contacts = { polled_ms: null, seen_ms: {} };

export function createSessionStore(database: RelayDatabase, now_ms: number): SessionStore {
  const entries = readEntries(database, now_ms);
  const unsaved = new Set<string>();
  const unsaved_contacts = new Set<string>();
  const listeners = new Set<(host: string) => void>();
  const entryOf = (host: string): Entry => {
    const entry = entries.get(host);
    assert(entry, `there is a session of ${host}`);
    return entry;
  };
  const put = (entry: Entry, session: Session): void => {
    const before = entry.session;
    if (before === session) return;
    entry.session = session;
    entry.version++;
    if (differs(before, session)) unsaved.add(session.host);
    const stored = storedContacts(entry.contacts, session);
    if (stored !== entry.contacts) unsaved_contacts.add(session.host);
    entry.contacts = stored;
    for (const listener of listeners) listener(session.host);
  };
  const apply = (host: string, operation: SessionOperation, at_ms: number): OperationOutcome => {
    const entry = entryOf(host);
    const outcome = operate(entry.session, operation, at_ms);
    if (outcome.clears_queue) {
      entry.queue.clear();
      database.clearInputs(host);
    }
    if (outcome.queued) {
      entry.queue.push(outcome.queued);
      database.addInput(host, outcome.queued);
    }
    put(entry, outcome.session);
    return outcome;
  };
  return {
    has: (host) => entries.has(host),
    of: (host, at_ms) => settled(entryOf(host).session, at_ms),
    snapshot(host, since, at_ms) {
      const { session, queue, version } = entryOf(host);
      const inputs = since === null ? [] : queue.after(since, at_ms);
      return { session: settled(session, at_ms), version, now_ms: at_ms, inputs, holds: {} };
    },
    version: (host) => entries.get(host)?.version ?? 0,
    open(host, label, code) {
      const session = newSession(host, label, code);
      entries.set(host, { session, version: 1, queue: createInputQueue(), contacts: NO_CONTACTS });
      unsaved.add(host);
    },
    apply,
    onChange: (listener) => void listeners.add(listener),
    save() {
      for (const host of unsaved) {
        const { session } = entryOf(host);
        database.saveSession(persistedOf(session), session.polled_ms !== null);
      }
      for (const host of unsaved_contacts) database.saveContacts(host, entryOf(host).contacts);
      unsaved.clear();
      unsaved_contacts.clear();
    },
    forget(at_ms) {
      for (const { queue } of entries.values()) queue.expire(at_ms);
    },
    count: () => entries.size,
  };
}

function readEntries(database: RelayDatabase, now_ms: number): Map<string, Entry> {
  const contacts = database.contacts();
  const entries = database.sessions().map(({ facts, polled }): [string, Entry] => {
    const stored = contacts.get(facts.host) ?? null;
    const session = revived(facts, polled, stored, now_ms);
    const queue = createInputQueue(database.inputs(facts.host));
    return [facts.host, { session, version: 1, queue, contacts: stored ?? NO_CONTACTS }];
  });
  return new Map(entries);
}

/** Whether anything except a contact time differs. The first poll counts, since a restart must know of it. */
function differs(before: Session, after: Session): boolean {
  if ((before.polled_ms === null) !== (after.polled_ms === null)) return true;
  return differsIn<PersistedSession>(persistedOf(after), before);
}
