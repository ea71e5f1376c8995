// When a held request ends (relay §4.2.3, §4.3.4; R5–R7, R11, R24, R44–R51; C17, C18, C29), as a pure function of what is seen now.

import type { Seen } from '../engine.ts';
import { guestOf, isOnline, leadsHere } from '../session/session.ts';

interface Held {
  readonly device: string;
  /** Whose session it is. */
  readonly host: string;
  /** The code that the caller used, in its written form. */
  readonly code: string;
  /** The state tag that the caller has seen. */
  readonly st: string;
  /** As the engine gave it. */
  readonly number: number;
  /** When the hold is over at the latest, of this process' clock. */
  readonly until_ms: number;
}

export interface HeldPoll extends Held {
  readonly route: 'poll';
  /** The host's cursor. */
  readonly since: number;
}

export interface HeldJoin extends Held {
  readonly route: 'join';
  /** The guest's own. */
  readonly label: string;
  /** How the heartbeat was taken when it came; `offline`: it would have joined, but the host was silent. */
  readonly arrived: 'ok' | 'full' | 'offline';
  /** Whether its device was in the row then. */
  readonly joined: boolean;
}

export type Hold = HeldPoll | HeldJoin;

/** By route and device: one of them is held at a time (C17). */
export const holdName = ({ route, device }: Pick<Hold, 'route' | 'device'>): string => `${route} ${device}`;

/** The cursor after which its inputs are looked for; null where it has none. */
export const sinceOf = (hold: Hold): number | null => (hold.route === 'poll' ? hold.since : null);

export type HoldStatus = 'ok' | 'invalid' | 'offline' | 'full';

/**
 * Whether a held request ends now: its code leads nowhere, its session stopped, its time is over, a newer one is held elsewhere, the state it saw is another one, its
 * code is not the newest, or there are inputs for it.
 * @param seen With the inputs after the hold's cursor, where it has one.
 * @param st The tag of the state as it is seen.
 * @param clock_ms Of this process' clock.
 * @returns The status of its answer; null where it stays held.
 */
export function endOfHold(hold: Hold, seen: Seen, st: string, clock_ms: number): HoldStatus | null {
  const status = statusOf(hold, seen);
  const { session, inputs } = seen;
  const ends =
    status === 'invalid' ||
    !session.active ||
    clock_ms >= hold.until_ms ||
    (seen.holds[holdName(hold)] ?? 0) > hold.number ||
    st !== hold.st ||
    session.code !== hold.code ||
    (hold.route === 'poll' && inputs.length > 0);
  return ends ? status : null;
}

/** C14: whether a poll has read inputs that the session has lost, so that its host goes on with those that are there. */
export const hasSeenMore = (hold: Hold, { session }: Pick<Seen, 'session'>): boolean =>
  hold.route === 'poll' && hold.since >= session.next_seq;

/** What a request that ends now, for whatever reason, is answered. */
export function statusOf(hold: Hold, { session, now_ms }: Pick<Seen, 'session' | 'now_ms'>): HoldStatus {
  if (hold.route === 'poll') return session.active ? 'ok' : 'invalid';
  if (!leadsHere(session, hold.code, now_ms)) return 'invalid';
  if (!session.active) return 'offline';
  const dropped = hold.joined && !guestOf(session, hold.device);
  if (dropped && session.code === hold.code) return 'invalid'; // under a new code it comes back (C18, C29)
  if (!isOnline(session, now_ms)) return 'offline';
  return hold.arrived === 'full' ? 'full' : 'ok';
}
