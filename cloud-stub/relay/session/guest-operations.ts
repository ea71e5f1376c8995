// Operations of a guest on a session, as pure functions: they change its own entry and, for an input, the queue (relay
// §4.3, §4.4; R14, R18–R25, R27, R29, R35, R37).

import type { InputRequest, PresenceRequest } from '../../../wire/relay/requests.ts';
import { samePlayers, withEvent } from './host-operations.ts';
import { payloadOf, type QueuedInput } from './input-queue.ts';
import { fits, GUESTS_MAX, guestOf, isOnline, keepGuests, type Guest, type Session } from './session.ts';

export type GuestStatus = 'ok' | 'busy' | 'invalid' | 'offline' | 'full';

interface GuestOutcome {
  readonly session: Session;
  readonly status: GuestStatus;
  /** R29: an accepted input becomes one entry of the queue. */
  readonly queued?: QueuedInput;
}

/** A device, by its id and its label. */
interface Newcomer {
  readonly device: string;
  readonly label: string;
}

/**
 * Applies a `join`, or a heartbeat of a device that is not in the row (C29). A refusal leaves no trace in the row
 * (R20).
 */
export function operateJoin(
  session: Session,
  newcomer: Newcomer,
  request: PresenceRequest,
  now_ms: number,
): GuestOutcome {
  if (newcomer.device === session.host) return { session, status: 'invalid' };
  if (!isOnline(session, now_ms)) return { session, status: 'offline' };
  const players = request.players ?? guestOf(session, newcomer.device)?.players ?? [];
  if (!fits(session, newcomer.device, players)) return { session, status: 'full' };
  const { fol = true } = request;
  const { device, label } = newcomer;
  return { session: withGuest(session, { device, label, players, fol, listed: true }, now_ms), status: 'ok' };
}

/**
 * Applies a heartbeat: it counts as a contact, and reports players and `fol`. It is accepted even while the host is
 * silent.
 */
export function operateHeartbeat(
  session: Session,
  newcomer: Newcomer,
  request: PresenceRequest,
  now_ms: number,
): GuestOutcome {
  const guest = guestOf(session, newcomer.device);
  if (!session.active || !guest) return operateJoin(session, newcomer, request, now_ms);
  const wanted = request.players ?? guest.players;
  const taken = fits(session, guest.device, wanted);
  const players = taken ? wanted : guest.players;
  const listed = fits(session, guest.device, players);
  const { fol = guest.fol } = request;
  return {
    session: withGuest(session, { ...guest, players, fol, listed }, now_ms),
    status: taken ? 'ok' : 'full',
  };
}

export const operateLeave = (session: Session, device: string): Session =>
  keepGuests(session, (guest) => guest.device !== device);

/** Records a contact of a guest, which is listed again if its players still fit (R23). */
export function operateContact(session: Session, device: string, now_ms: number): Session {
  const guest = guestOf(session, device);
  return guest ? withGuest(session, { ...guest, listed: fits(session, device, guest.players) }, now_ms) : session;
}

/** Applies an input. C11 sets the order of refusals; each except `invalid` still counts as a contact (R25). */
export function operateInput(session: Session, device: string, request: InputRequest, now_ms: number): GuestOutcome {
  if (!session.active) return { session, status: 'offline' };
  const guest = guestOf(session, device);
  if (!guest) return { session, status: 'invalid' };
  const contacted = operateContact(session, device, now_ms);
  if (!isOnline(session, now_ms)) return { session: contacted, status: 'offline' };
  if (!guestOf(contacted, device)?.listed) return { session: contacted, status: 'full' };
  if (session.replay) return { session: contacted, status: 'busy' };
  const steps = request.kind === 'aim' ? request.steps : 0;
  const { kind } = request;
  const queued = { seq: contacted.next_seq, at_ms: now_ms, payload: payloadOf(request, guest.label) };
  const name = request.name || guest.label; // C23
  const after = withEvent({ ...contacted, next_seq: contacted.next_seq + 1 }, { kind, name, steps });
  return { session: after, status: 'ok', queued };
}

/** Updates the guest, or appends a new one; returns the same list if nothing in it changes. */
function withGuest(session: Session, guest: Guest, now_ms: number): Session {
  const before = guestOf(session, guest.device);
  const roomy = before ? session : withRoom(session);
  const seen_ms = { ...roomy.seen_ms, [guest.device]: now_ms };
  if (!before) return { ...roomy, guests: [...roomy.guests, guest], seen_ms };
  if (sameGuest(before, guest)) return { ...session, seen_ms };
  return { ...session, guests: session.guests.map((other) => (other === before ? guest : other)), seen_ms };
}

const sameGuest = (a: Guest, b: Guest): boolean =>
  a.fol === b.fol && a.listed === b.listed && samePlayers(a.players, b.players);

/** C72: removes the guest that has been away longest if there are too many. */
function withRoom(session: Session): Session {
  if (session.guests.length < GUESTS_MAX) return session;
  const lastSeen = ({ device }: Guest): number => session.seen_ms[device] ?? 0;
  const [forgotten] = session.guests.filter(({ listed }) => !listed).sort((a, b) => lastSeen(a) - lastSeen(b));
  return keepGuests(session, (guest) => guest !== forgotten);
}
