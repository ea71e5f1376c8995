// Where sessions live. The interface is narrow on purpose: an operation is applied as a whole, and whoever holds requests is told
// that a session changed. What else an engine shared by several processes would need is in docs/decisions/004.

import { assert } from '../../wire/errors.ts';
import type { RelayDatabase } from './database.ts';
import { createInputQueue, type InputQueue, type QueuedInput } from './input-queue.ts';
import { operate, type Operation, type Outcome } from './operations.ts';
import {
  factsOf,
  newSession,
  revived,
  storedContacts,
  type Contacts,
  type Session,
  type SessionFacts,
} from './session.ts';

export interface SessionStore {
  /** The session of a host as it is by now; null if it never had one. */
  of(host: string, now_ms: number): Session | null;
  /** A new session for a host that has none. */
  open(host: string, label: string, code: string): Session;
  /**
   * Lets something happen to the session of a host, as a whole or not at all.
   * @throws Where the host has no session, which is a programmer's error; where the database does not take an input.
   */
  apply(host: string, operation: Operation, now_ms: number): Outcome;
  /** At most 25 inputs that are valid and newer than the cursor `since`, in order. */
  inputs(host: string, since: number, now_ms: number): readonly QueuedInput[];
  /** Calls at every change of a session, also of one that only time made. */
  onChange(listener: (host: string) => void): void;
  /** Writes what changed to the database, without committing it. */
  save(): void;
  /** Forgets inputs that have expired. */
  forget(now_ms: number): void;
  hosts(): Iterable<string>;
  /** How many sessions there are. */
  count(): number;
}

interface Entry {
  session: Session;
  readonly queue: InputQueue;
  /** As they are in the database. */
  contacts: Contacts;
}

const NO_CONTACTS: Contacts = { polled_ms: null, seen_ms: {} };

export function createSessionStore(database: RelayDatabase, now_ms: number): SessionStore {
  const entries = new Map<string, Entry>();
  const unsaved = new Set<string>();
  const unsaved_contacts = new Set<string>();
  const contacts = database.contacts();
  const listeners = new Set<(host: string) => void>();
  for (const { facts, polled } of database.sessions())
    entries.set(facts.host, {
      session: revived(facts, polled, contacts.get(facts.host) ?? null, now_ms),
      queue: createInputQueue(database.inputs(facts.host)),
      contacts: contacts.get(facts.host) ?? NO_CONTACTS,
    });

  const entryOf = (host: string): Entry => {
    const entry = entries.get(host);
    assert(entry, `there is a session of ${host}`);
    return entry;
  };
  const put = (entry: Entry, session: Session): void => {
    const before = entry.session;
    if (before === session) return;
    entry.session = session;
    if (differs(before, session)) unsaved.add(session.host);
    const stored = storedContacts(entry.contacts, session);
    if (stored !== entry.contacts) unsaved_contacts.add(session.host);
    entry.contacts = stored;
    for (const listener of listeners) listener(session.host);
  };
  const apply = (host: string, operation: Operation, at_ms: number): Outcome => {
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
    of: (host, at_ms) => (entries.has(host) ? apply(host, { kind: 'time' }, at_ms).session : null),
    open(host, label, code) {
      const session = newSession(host, label, code);
      entries.set(host, { session, queue: createInputQueue(), contacts: NO_CONTACTS });
      unsaved.add(host);
      return session;
    },
    apply,
    inputs: (host, since, at_ms) => entryOf(host).queue.after(since, at_ms),
    onChange: (listener) => void listeners.add(listener),
    save() {
      for (const host of unsaved) {
        const { session } = entryOf(host);
        database.saveSession(factsOf(session), session.polled_ms !== null);
      }
      for (const host of unsaved_contacts) database.saveContacts(host, entryOf(host).contacts);
      unsaved.clear();
      unsaved_contacts.clear();
    },
    forget(at_ms) {
      for (const { queue } of entries.values()) queue.expire(at_ms);
    },
    hosts: () => entries.keys(),
    count: () => entries.size,
  };
}

/** Whether anything but a time of contact is another. The first poll counts, since a restart has to know of it. */
function differs(before: Session, after: Session): boolean {
  if ((before.polled_ms === null) !== (after.polled_ms === null)) return true;
  return differsIn<SessionFacts>(factsOf(after), before);
}

/** Whether one of the fields of `some` is another in `other`. */
function differsIn<T extends object>(some: T, other: T): boolean {
  for (const key in some) if (some[key] !== other[key]) return true;
  return false;
}
