// What relays that share an engine need of it: to read a session as one, and to write one as one where nobody else has in between. No rule
// of a session is in it.

import type { RememberedAnswer } from '../engine.ts';
import type { QueuedInput } from '../session/input-queue.ts';
import type { Contacts, SessionFacts } from '../session/session.ts';

/** Everything rejects with `EngineAway` where the store can't be reached, or does not answer in time. */
export interface SharedStore {
  /** The session of a host; null if it never had one. */
  read(wanted: WantedSession): Promise<StoredSession | null>;
  /** Writes where the session is as it was read; null where it is not. Where it rejects, it may be written or not. */
  write(host: string, write: SessionWrite): Promise<Written | null>;
  /** To whom a code was given; null for nobody. */
  ownerOf(code: string): Promise<string | null>;
  /** False where the code was ever given to anybody (R2). */
  giveCode(code: string, host: string): Promise<boolean>;
  labelOf(device: string): Promise<string | null>;
  /** The device's label from now on, which is the one that it has already if it has one; null where the label is another's (R17). */
  giveLabel(device: string, label: string): Promise<string | null>;
  /** Hints of this session come from now on. */
  subscribe(host: string): Promise<void>;
  unsubscribe(host: string): void;
  /** A hint may be lost, come late, or twice. */
  onHint(listener: HintListener): void;
  readonly contents: StoreContents;
  close(): Promise<void>;
}

/** All that a store has; what comes while it is read may be missing. */
export interface StoreContents {
  /** By host: the names of the answers that are remembered there. */
  sessions(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** By code: to whom it was given. */
  codes(): Promise<ReadonlyMap<string, string>>;
  /** By device. */
  labels(): Promise<ReadonlyMap<string, string>>;
}

/** `host` null: hints of any session may have been lost, and versions may have fallen. `version` null: it may be that nothing but a contact is new. */
export type HintListener = (host: string | null, version: number | null) => void;

export interface WantedSession {
  readonly host: string;
  /** The tag of the facts that are known already, which are not read again; '' for none. */
  readonly known_tag: string;
  /** Asks for inputs after this cursor. */
  readonly since: number | null;
  /** Names of remembered answers that are asked for. */
  readonly answers: readonly string[];
}

export interface StoredSession {
  /** Rises with each change. It may fall with a fail-over that loses some. */
  readonly version: number;
  /** Of these facts alone: no two writes ever have the same. */
  readonly tag: string;
  /** Null where they are known already. */
  readonly facts: SessionFacts | null;
  readonly contacts: Contacts;
  /** By route and device: the number of its newest held request. */
  readonly holds: Readonly<Record<string, number>>;
  /** The store's time, which never runs backwards for a session. */
  readonly now_ms: number;
  /** The first that are valid after the cursor, in order, at most 25. */
  readonly inputs: readonly QueuedInput[];
  /** In the order in which they were asked for. */
  readonly answers: readonly (RememberedAnswer | null)[];
}

export interface SessionWrite {
  readonly now_ms: number;
  /** Null: the version is not looked at and does not rise, since contacts alone are written. */
  readonly change: {
    /** As it was read; '' for a host that has no session. */
    readonly expected_tag: string;
    /** From then on. */
    readonly tag: string;
    readonly facts: SessionFacts;
    /** Guests who were last heard of then, or nothing is written. */
    readonly silent: Readonly<Record<string, number>>;
    readonly clears_inputs: boolean;
    readonly inputs: readonly QueuedInput[];
  } | null;
  readonly polled_ms: number | null;
  /** Those that are new, by device. */
  readonly seen_ms: Readonly<Record<string, number>>;
  /** Devices of which nothing is kept any more. */
  readonly gone: readonly string[];
  readonly answers: readonly { readonly name: string; readonly answer: RememberedAnswer }[];
  /** Requests that are to be held, by route and device: each gets the next number. */
  readonly holds: readonly string[];
}

export interface Written {
  readonly version: number;
  /** In the order of the write's `holds`. */
  readonly hold_numbers: readonly number[];
}
