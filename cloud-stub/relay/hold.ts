// When a held request ends (relay §4.2.3, §4.3.4; R5–R7, R11, R24, R44–R51; C17, C18, C29), as a pure function of what is seen now.

import { guestOf, isOnline, type Session } from './session.ts';

export interface Hold {
  readonly route: 'poll' | 'join';
  readonly device: string;
  /** Whose session it is. */
  readonly host: string;
  /** The code that the caller used, in its written form. */
  readonly code: string;
  /** The state tag that the caller has seen. */
  readonly st: string;
  /** The host's cursor. */
  readonly since: number;
  /** When the hold is over at the latest. */
  readonly until_ms: number;
  /** How a heartbeat was taken when it came; `offline`: it would have joined, but the host was silent. */
  readonly arrived: 'ok' | 'full' | 'offline';
  /** Whether its device was in the row then. */
  readonly joined: boolean;
}

export interface CurrentState {
  /** Whose session the caller's code leads to by now. */
  readonly code_leads_to: string | null;
  readonly session: Session;
  readonly st: string;
  readonly has_items: boolean;
  readonly now_ms: number;
}

export type HoldStatus = 'ok' | 'invalid' | 'offline' | 'full';

/**
 * Whether a held request ends now: its code leads nowhere, its session stopped, its time is over, the state it saw is another one, its
 * code is not the newest, or there are inputs for it.
 * @returns The status of its answer; null where it stays held.
 */
export function endOfHold(hold: Hold, current: CurrentState): HoldStatus | null {
  const status = statusOf(hold, current);
  const { session, now_ms, st, has_items } = current;
  const ends =
    status === 'invalid' ||
    !session.active ||
    now_ms >= hold.until_ms ||
    st !== hold.st ||
    session.code !== hold.code ||
    has_items;
  return ends ? status : null;
}

/** What a request that ends now, for whatever reason, is answered. */
export function statusOf(hold: Hold, { code_leads_to, session, now_ms }: CurrentState): HoldStatus {
  if (hold.route === 'poll') return session.active ? 'ok' : 'invalid';
  if (code_leads_to !== hold.host) return 'invalid';
  if (!session.active) return 'offline';
  const dropped = hold.joined && !guestOf(session, hold.device);
  if (dropped && session.code === hold.code) return 'invalid'; // under a new code it comes back (C18, C29)
  if (!isOnline(session, now_ms)) return 'offline';
  return hold.arrived === 'full' ? 'full' : 'ok';
}
