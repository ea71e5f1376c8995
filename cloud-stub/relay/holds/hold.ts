// Rules that end a held request (relay §4.2.3, §4.3.4; R5–R7, R11, R24, R44–R51; C17, C18, C29), as a pure function of
// the current session.

import type { SessionSnapshot } from '../engine.ts';
import { guestOf, isOnline, leadsHere } from '../session/session.ts';

interface Held {
  readonly device: string;
  /** Host of the session. */
  readonly host: string;
  /** Code that the caller used, in its written form. */
  readonly code: string;
  /** State tag that the caller has. */
  readonly st: string;
  /** Number that the engine assigned. */
  readonly number: number;
  /** Latest end of the hold, on this process' clock. */
  readonly until_ms: number;
}

export interface HeldPoll extends Held {
  readonly route: 'poll';
  /** The host's cursor. */
  readonly since: number;
}

export interface HeldJoin extends Held {
  readonly route: 'join';
  /** Label of the guest. */
  readonly label: string;
  /** Result of the heartbeat on arrival; `offline`: it would have joined, but the host was silent. */
  readonly arrived: 'ok' | 'full' | 'offline';
  /** Whether its device was in the row on arrival. */
  readonly joined: boolean;
}

export type Hold = HeldPoll | HeldJoin;

/** Returns the key of a route and device; one request per key is held at a time (C17). */
export const holdName = ({ route, device }: Pick<Hold, 'route' | 'device'>): string => `${route} ${device}`;

/** Returns the cursor after which its inputs are read; null if it has none. */
export const sinceOf = (hold: Hold): number | null => (hold.route === 'poll' ? hold.since : null);

export type HoldStatus = 'ok' | 'invalid' | 'offline' | 'full';

/**
 * Checks whether a held request ends: its code is invalid or no longer the newest, its session has stopped, its hold
 * has timed out, another process holds a newer one, the state differs, or there are inputs for it.
 * @param snapshot With the inputs after the hold's cursor, if it has one.
 * @param st Tag of the current state.
 * @param clock_ms Time on this process' clock.
 * @returns The status of its answer; null if it stays held.
 */
export function endOfHold(hold: Hold, snapshot: SessionSnapshot, st: string, clock_ms: number): HoldStatus | null {
  const status = statusOf(hold, snapshot);
  const { session, inputs } = snapshot;
  const ends =
    status === 'invalid' ||
    !session.active ||
    clock_ms >= hold.until_ms ||
    (snapshot.holds[holdName(hold)] ?? 0) > hold.number ||
    st !== hold.st ||
    session.code !== hold.code ||
    (hold.route === 'poll' && inputs.length > 0);
  return ends ? status : null;
}

/**
 * C14: whether a poll has read inputs that the session has lost, so that its host must continue with the remaining
 * ones.
 */
export const hasReadMore = (hold: Hold, { session }: Pick<SessionSnapshot, 'session'>): boolean =>
  hold.route === 'poll' && hold.since >= session.next_seq;

/** Returns the status for a request that ends now, for any reason. */
export function statusOf(hold: Hold, { session, now_ms }: Pick<SessionSnapshot, 'session' | 'now_ms'>): HoldStatus {
  if (hold.route === 'poll') return session.active ? 'ok' : 'invalid';
  if (!leadsHere(session, hold.code, now_ms)) return 'invalid';
  if (!session.active) return 'offline';
  const dropped = hold.joined && !guestOf(session, hold.device);
  if (dropped && session.code === hold.code) return 'invalid'; // a new code lets it rejoin (C18, C29)
  if (!isOnline(session, now_ms)) return 'offline';
  return hold.arrived === 'full' ? 'full' : 'ok';
}
