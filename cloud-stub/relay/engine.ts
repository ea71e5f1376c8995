// Storage engine of the relay: sessions, codes, labels and idempotency records. An engine applies operations
// atomically, answers only once they are stored, and notifies listeners that a session changed. It belongs to one
// process (SQLite), or several share it.

import type { QueuedInput } from './session/input-queue.ts';
import type { SessionOperation, OperationOutcome } from './session/operations.ts';
import type { Session } from './session/session.ts';

export interface RelayEngine {
  /** Returns the data that a request needs before its operation can be applied. */
  prepare(wanted: SessionQuery): Promise<Prepared>;
  /**
   * Applies a change to the session of a host. Resolves once it is stored.
   * @throws `EngineAway` if it can't be stored now. The host must have a session.
   */
  apply(change: SessionChange): Promise<Applied>;
  /** Returns the session of a host, and its inputs after a cursor; null if it never had one. @throws `EngineAway`. */
  look(host: string, since: number | null): Promise<SessionSnapshot | null>;
  /**
   * Calls the listener when a watched session has, or may have, changed and must be read again. Changes caused only by
   * time are not reported.
   */
  onChange(listener: ChangeListener): void;
  stats(): EngineStats;
  /** Stores pending changes. The engine must not be used afterwards. */
  close(): Promise<void>;
}

export interface EngineStats {
  /** Number of sessions; for a shared engine, of those cached by this relay. */
  readonly sessions: number;
  /** Totals since the start; only for a shared engine. */
  readonly shared?: {
    /** Writes that failed because another relay wrote first. */
    readonly conflicts: number;
    readonly reads: number;
    readonly writes: number;
    /** Total time of reads and writes, milliseconds. */
    readonly waited_ms: number;
    /** Number of reads and writes that the store did not complete in time. */
    readonly away: number;
  };
}

/**
 * `since_ms`: time of the change on this process' clock. `may_have_lost`: the newest changes may be lost, although
 * other callers saw them.
 */
export type ChangeListener = (host: string, since_ms: number, may_have_lost?: boolean) => void;

export interface SessionQuery {
  readonly device: string;
  /** Requests the owner of this code, in its written form. */
  readonly code?: string | null;
  /** Requests the label of the device. */
  readonly label?: boolean;
  /** Creates a session if the device has none. */
  readonly session?: boolean;
  /** Requests notifications of changes to the session of the code or, without a code, of the device. */
  readonly watch?: boolean;
  /** Requests a new code for the device's session, one that was never issued before (R2). */
  readonly new_code?: boolean;
}

/** Fields that were not requested are ''. */
export interface Prepared {
  /** Null if the code was never issued. */
  readonly owner: string | null;
  readonly label: string;
  readonly new_code: string;
  /** Whether the device has a session. */
  readonly has_session: boolean;
  /** Null if not requested, or if there is no session to watch. */
  readonly watch: SessionWatch | null;
}

/** A subscription to a session, from before its operation is applied, so that no change is missed. */
export interface SessionWatch {
  /** Returns the newest version reported. */
  reported(): number;
  /** Records that the held requests were checked against this version, so that a notification of it is ignored. */
  checked(version: number): void;
  end(): void;
}

/** Fields of an answer with HTTP status 200, without its state block. */
export type AnswerFields = Readonly<Record<string, unknown>> & { readonly status: string };

/** Key of an idempotency record, under which an answer is stored and repeated (C13). */
interface Memo {
  readonly device: string;
  /** Includes the route. */
  readonly rid: string;
  /** Hash of the body; a different body under the same `rid` is an error. */
  readonly fingerprint: string;
  readonly answerOf: (outcome: OperationOutcome) => AnswerFields;
}

export interface SessionChange {
  readonly host: string;
  readonly operation: SessionOperation;
  readonly memo?: Memo;
  /** Cursor after which inputs are requested. */
  readonly since?: number;
  /** Route and device of the request to hold: the newer of two is held (C17). */
  readonly holds?: string;
}

export interface StoredAnswer {
  readonly fingerprint: string;
  readonly fields: AnswerFields;
}

export interface Applied {
  readonly outcome: OperationOutcome;
  /** Earlier answer to this `rid`; the repeat only refreshed the last-contact time (R25). */
  readonly stored_answer: StoredAnswer | null;
  /** The session after the change was stored. */
  readonly snapshot: SessionSnapshot;
  /** Number of the request to hold, higher than all before it; 0 if no other process may hold one. */
  readonly hold_number: number;
}

/** A session with the effects of time up to `now_ms`. */
export interface SessionSnapshot {
  readonly session: Session;
  /** Increases with each change, except changes caused only by the passage of time. */
  readonly version: number;
  /** Relay time in whole milliseconds, which never runs backwards for a session. */
  readonly now_ms: number;
  /** At most 25 valid inputs after the cursor, in order; none without a cursor. */
  readonly inputs: readonly QueuedInput[];
  /** Numbers of the newest held requests, if other processes may hold some. */
  readonly holds: Readonly<Record<string, number>>;
}

/** The engine is unreachable or can't store a change: the relay must not confirm it. */
export class EngineAway extends Error {}
