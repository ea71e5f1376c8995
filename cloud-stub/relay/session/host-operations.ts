// Operations of a host on its session, as pure functions (relay §4.1, §4.2; R3–R5, R9, R10, R73, R89, R91).

import { PLAYERS_MAX } from '../../../wire/limits.ts';
import type { HostRequest, PollRequest } from '../../../wire/relay/requests.ts';
import type { Experience, PlayerEntry, RelayEvent } from '../../../wire/relay/shapes.ts';
import { keepGuests, withNewCode, type Guest, type Session } from './session.ts';

interface Registration {
  readonly name?: string | undefined;
  readonly exp?: Experience | undefined;
  readonly keep_guests: boolean;
}

export type HostOperation = Exclude<HostRequest, { action: 'regenerate' }> | (Registration & Regenerate);

interface Regenerate {
  readonly action: 'regenerate';
  /** The new code, never issued before. */
  readonly code: string;
}

/** `experience` and `round` need an active session (C28). */
const needsActive = ({ action }: HostOperation): boolean => action === 'experience' || action === 'round';

/**
 * Returns the session after a POST /sim/host; null if the operation needs an active one.
 * @param now_ms Relay time.
 */
export function operateHost(session: Session, operation: HostOperation, now_ms: number): Session | null {
  if (needsActive(operation) && !session.active) return null;
  switch (operation.action) {
    case 'start':
      return { ...registered(session, operation), active: true };
    case 'experience':
      return registered(session, operation);
    case 'regenerate':
      return withNewCode(
        registered(keepGuests(session, isListed), operation),
        operation.code,
        operation.keep_guests,
        now_ms,
      );
    case 'round':
      return { ...session, round: operation.round };
    case 'stop':
      return { ...keepGuests(session, noGuest), active: false, round: null, replay: false };
  }
}

const noGuest = (): boolean => false;
const isListed = ({ listed }: Guest): boolean => listed;

/** Dropping all guests also drops their inputs (C18, C28). */
export const clearsQueue = (operation: HostOperation): boolean =>
  operation.action === 'stop' || ('keep_guests' in operation && !operation.keep_guests);

function registered(session: Session, { name, exp, keep_guests }: Registration): Session {
  const kept = keep_guests ? session : keepGuests(session, noGuest);
  return { ...kept, name: name ?? session.name, exp: exp ?? session.exp };
}

/**
 * Applies a poll: it counts as the host's contact, and reports its players, its latest event and whether it replays.
 * @param now_ms Relay time; becomes the host's last poll.
 */
export function operatePoll(session: Session, request: PollRequest, now_ms: number): Session {
  const { name = session.name, players = session.players, replay } = request;
  const polled = { ...session, name, replay, polled_ms: now_ms, players: rosterAfter(session, players) };
  return withReported(polled, request);
}

/** C19: refuses players that would raise the total above 4. */
function rosterAfter({ players, guests }: Session, wanted: readonly PlayerEntry[]): readonly PlayerEntry[] {
  const others = guests.reduce((sum, guest) => sum + (guest.listed ? guest.players.length : 0), 0);
  if (samePlayers(players, wanted) || others + wanted.length > PLAYERS_MAX) return players;
  return wanted;
}

export const samePlayers = (a: readonly PlayerEntry[], b: readonly PlayerEntry[]): boolean =>
  a.length === b.length && a.every(({ n, h }, index) => n === b[index]?.n && h === b[index].h);

/** C16: a host repeats its latest event in every poll; it is new if its kind or its number differs. */
function withReported(session: Session, { ev }: PollRequest): Session {
  if (!ev || ev.kind === '') return session;
  if (ev.kind === session.reported.kind && ev.seq === session.reported.seq) return session;
  const { kind, name, steps } = ev;
  return withEvent({ ...session, reported: { kind, seq: ev.seq } }, { kind, name, steps });
}

/** R89: the relay numbers the events of both sources together. */
export const withEvent = (session: Session, event: Omit<RelayEvent, 'seq'>): Session => ({
  ...session,
  ev: { seq: session.ev.seq + 1, ...event },
});
