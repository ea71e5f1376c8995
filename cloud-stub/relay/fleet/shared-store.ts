// Store interface for relays that share an engine: reads a session atomically, and writes it atomically if no other
// relay wrote in between. It contains no session rules.

import type { StoredAnswer } from '../engine.ts';
import type { QueuedInput } from '../session/input-queue.ts';
import type { Contacts, PersistedSession } from '../session/session.ts';

/** All methods reject with `EngineAway` if the store is unreachable or does not answer in time. */
export interface SharedStore {
  /** Returns the session of a host; null if it never had one. */
  read(wanted: WantedSession): Promise<StoredSession | null>;
  /**
   * Writes if the session is unchanged since it was read, else returns null. After a rejection, the write may or may
   * not have happened.
   */
  write(host: string, write: SessionWrite): Promise<SharedWrite | null>;
  /** Returns the host of a code; null if it was never issued. */
  ownerOf(code: string): Promise<string | null>;
  /** Returns false if the code was ever issued (R2). */
  giveCode(code: string, host: string): Promise<boolean>;
  labelOf(device: string): Promise<string | null>;
  /**
   * Assigns the label to the device, unless it already has one, and returns its label; null if the label belongs to
   * another device (R17).
   */
  giveLabel(device: string, label: string): Promise<string | null>;
  /** Starts the hints of this session. */
  subscribe(host: string): Promise<void>;
  unsubscribe(host: string): void;
  /** A hint may be lost, late or duplicated. */
  onHint(listener: HintListener): void;
  readonly contents: StoreContents;
  close(): Promise<void>;
}

/** The whole contents of a store; entries added while it is read may be missing. */
export interface StoreContents {
  /** Returns the names of the idempotency records by host. */
  sessions(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Returns the hosts by code. */
  codes(): Promise<ReadonlyMap<string, string>>;
  /** Returns the labels by device. */
  labels(): Promise<ReadonlyMap<string, string>>;
}

/**
 * `host` null: hints of any session may have been lost, and versions may have decreased. `version` null: perhaps only a
 * contact is new.
 */
export type HintListener = (host: string | null, version: number | null) => void;

export interface WantedSession {
  readonly host: string;
  /** Tag of the cached persisted state, which is then not read again; '' for none. */
  readonly known_tag: string;
  /** Requests the inputs after this cursor. */
  readonly since: number | null;
  /** Names of the requested idempotency records. */
  readonly answers: readonly string[];
}

export interface StoredSession {
  /** Increases with each change. It may decrease after a fail-over that loses some. */
  readonly version: number;
  /** Unique tag of this persisted state: no two writes share one. */
  readonly tag: string;
  /** Null if the caller already has it. */
  readonly facts: PersistedSession | null;
  readonly contacts: Contacts;
  /** Number of the newest held request, by route and device. */
  readonly holds: Readonly<Record<string, number>>;
  /** Time of the store, which never runs backwards for a session. */
  readonly now_ms: number;
  /** First valid inputs after the cursor, in order, at most 25. */
  readonly inputs: readonly QueuedInput[];
  /** In the order of the requested names. */
  readonly answers: readonly (StoredAnswer | null)[];
}

export interface SessionWrite {
  readonly now_ms: number;
  /** Null if only contacts are written: the version is neither checked nor increased. */
  readonly change: {
    /** Tag when it was read; '' for a host without a session. */
    readonly expected_tag: string;
    /** Tag after the write. */
    readonly tag: string;
    readonly facts: PersistedSession;
    /** Guests and their last contact; if one has changed, nothing is written. */
    readonly silent: Readonly<Record<string, number>>;
    readonly clears_inputs: boolean;
    readonly inputs: readonly QueuedInput[];
  } | null;
  readonly polled_ms: number | null;
  /** New contacts, by device. */
  readonly seen_ms: Readonly<Record<string, number>>;
  /** Devices whose records are deleted. */
  readonly gone: readonly string[];
  readonly answers: readonly { readonly name: string; readonly answer: StoredAnswer }[];
  /** Requests to hold, by route and device: each receives the next number. */
  readonly holds: readonly string[];
}

export interface SharedWrite {
  readonly version: number;
  /** In the order of the write's `holds`. */
  readonly hold_numbers: readonly number[];
}
