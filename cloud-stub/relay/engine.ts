// Where the relay's sessions, codes, labels and remembered answers live. An engine lets an operation happen as a whole or not at all,
// answers only once it is stored, and tells whoever holds requests that a session changed. One process may have it alone (SQLite), or several
// may share it.

import type { QueuedInput } from './session/input-queue.ts';
import type { Operation, Outcome } from './session/operations.ts';
import type { Session } from './session/session.ts';

export interface RelayEngine {
  /** What a request needs to know before its operation can be applied. */
  prepare(wanted: Wanted): Promise<Prepared>;
  /**
   * Lets something happen to the session of a host. Resolves once it is stored.
   * @throws `EngineAway` where it can't be stored now; a host that has no session is a programmer's error.
   */
  apply(change: Change): Promise<Applied>;
  /** The session of a host as it is now, and its inputs after a cursor; null if it never had one. @throws `EngineAway`. */
  look(host: string, since: number | null): Promise<Seen | null>;
  /** Calls when a session that is watched has changed, unless time alone changed it, and when it may have: then it has to be looked at. */
  onChange(listener: ChangeListener): void;
  stats(): EngineStats;
  /** Stores what is not yet. Nothing is asked of it any more. */
  close(): Promise<void>;
}

export interface EngineStats {
  /** How many sessions it has; of a shared one, of how many something is known here. */
  readonly sessions: number;
  /** Since its start; only of an engine that is shared. */
  readonly shared?: {
    /** Writes before which another relay had written. */
    readonly conflicts: number;
    readonly reads: number;
    readonly writes: number;
    /** How long reads and writes took together, milliseconds. */
    readonly waited_ms: number;
    /** Reads and writes that the store did not do in time. */
    readonly away: number;
  };
}

/** `since_ms`: when the change came, of this process' clock. `may_have_lost`: the newest changes, which others have seen already. */
export type ChangeListener = (host: string, since_ms: number, may_have_lost?: boolean) => void;

export interface Wanted {
  readonly device: string;
  /** Asks whose session a code was given to, in its written form. */
  readonly code?: string | null;
  /** Asks for the label of the device. */
  readonly label?: boolean;
  /** Sees to it that the device has a session. */
  readonly session?: boolean;
  /** Asks to be told of changes of the session that is meant: of the code's, or without a code of the device's own. */
  readonly watch?: boolean;
  /** Asks for a fresh code for its session, that nobody ever had (R2). */
  readonly new_code?: boolean;
}

/** '' for what was not asked for. */
export interface Prepared {
  /** Null where the code was given to nobody. */
  readonly owner: string | null;
  readonly label: string;
  readonly new_code: string;
  /** Whether the device has a session. */
  readonly has_session: boolean;
  /** Null where it was not asked for, or there is no session to watch. */
  readonly watch: Watch | null;
}

/** Of a session, from before its operation is applied, so that no change is missed. */
export interface Watch {
  /** The version of the newest change that was told of. */
  heard(): number;
  /** Whoever waits has been looked at as of this version: to hear of it says nothing new. */
  looked(version: number): void;
  end(): void;
}

/** The fields of an answer with HTTP status 200, but for its state block. */
export type AnswerFields = Readonly<Record<string, unknown>> & { readonly status: string };

/** Under which an answer is remembered, and given again (C13). */
interface Memo {
  readonly device: string;
  /** Tells one route's from another's. */
  readonly rid: string;
  /** Of the body; another body under the same `rid` is a mistake. */
  readonly fingerprint: string;
  readonly answerOf: (outcome: Outcome) => AnswerFields;
}

export interface Change {
  readonly host: string;
  readonly operation: Operation;
  readonly memo?: Memo;
  /** The cursor after which inputs are asked for. */
  readonly since?: number;
  /** Which request of which device is to be held: of two, the newer is (C17). */
  readonly holds?: string;
}

export interface RememberedAnswer {
  readonly fingerprint: string;
  readonly fields: AnswerFields;
}

export interface Applied {
  readonly outcome: Outcome;
  /** What was answered to this `rid` before; nothing but a contact was made then (R25). */
  readonly remembered: RememberedAnswer | null;
  /** As it is now that all is stored. */
  readonly seen: Seen;
  /** Of the request that is to be held, higher than those of all before it; 0 where no other process may hold one. */
  readonly hold_number: number;
}

/** A session as time has made it by `now_ms`. */
export interface Seen {
  readonly session: Session;
  /** Rises with each change but those that time alone makes. */
  readonly version: number;
  /** Whole milliseconds of the relay's own time, which never runs backwards for a session. */
  readonly now_ms: number;
  /** At most 25 that are valid and newer than the cursor, in order; none where no cursor was given. */
  readonly inputs: readonly QueuedInput[];
  /** The numbers of the newest held requests, where other processes may hold some. */
  readonly holds: Readonly<Record<string, number>>;
}

/** The engine can't be reached, or does not take what is to be stored: nobody is answered what is not. */
export class EngineAway extends Error {}
