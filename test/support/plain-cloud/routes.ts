// The four routes (relay §4), implemented from the spec alone: answers carry no label and do not list silent guests,
// and a guest that left is indistinguishable from a silent one.

import type { Clock } from '../../../hal/clock/clock.ts';
import { HOLD_MS_MAX, PLAYERS_MAX } from '../../../wire/limits.ts';
import type { JsonFields } from '../../../wire/json-fields.ts';
import type {
  HostRequest,
  InputRequest,
  JoinRequest,
  PollRequest,
  RelayRequest,
} from '../../../wire/relay/requests.ts';
import type { Session, Sessions } from './sessions.ts';

const ITEMS_MAX = 25;

/** Answer that is sent immediately, or held until it is `due`, which is checked at intervals (relay §4.2, §4.3). */
export interface Outcome {
  /** Returns the answer's fields other than the state block. */
  answer(): JsonFields;
  /** Session whose state block is added to the answer; `none` for an answer without one. */
  readonly of: Session | undefined | 'none';
  readonly held?: { readonly wait_ms: number; readonly poll_ms: number; due(): boolean };
}

const refusal = (status: string): Outcome => ({ answer: () => ({ status }), of: undefined });

export function outcomeOf(sessions: Sessions, clock: Clock, device: string, request: RelayRequest): Outcome {
  switch (request.route) {
    case 'host':
      return hostOutcome(sessions, device, request.body);
    case 'poll':
      return pollOutcome(sessions, clock, device, request.body);
    case 'join':
      return joinOutcome(sessions, clock, device, request.body);
    case 'input':
      return inputOutcome(sessions, clock, device, request.body);
  }
}

function hostOutcome(sessions: Sessions, device: string, body: HostRequest): Outcome {
  const known = sessions.ofHost(device);
  if (body.action !== 'start' && !known?.active) return refusal(body.action === 'stop' ? 'ok' : 'invalid');
  const session = sessions.of(device);
  if (body.action === 'stop') {
    session.active = false;
    session.guests.clear();
    return { answer: () => ({ status: 'ok', code: session.code }), of: 'none' };
  }
  if (body.action === 'round') session.round = body.round;
  else {
    session.active = true;
    session.exp = body.exp ?? session.exp;
    session.name = body.name ?? session.name;
    if (body.action === 'regenerate') sessions.renew(session, body.keep_guests);
    else if (!body.keep_guests) session.guests.clear();
  }
  return { answer: () => ({ status: 'ok', code: session.code, next_seq: session.next_seq }), of: session };
}

function pollOutcome(sessions: Sessions, clock: Clock, device: string, body: PollRequest): Outcome {
  const session = sessions.at(body.code);
  if (!session?.active) return { ...refusal('invalid'), answer: () => ({ status: 'invalid', items: [] }) };
  if (session.host !== device) return { ...refusal('forbidden'), answer: () => ({ status: 'forbidden', items: [] }) };
  const { players = session.players, name = session.name, replay, ev, since, st } = body;
  Object.assign(session, { polled_ms: clock.now_ms(), players, name, replay });
  if (ev && session.reported !== `${ev.kind} ${ev.seq}`) {
    session.reported = `${ev.kind} ${ev.seq}`;
    session.ev = { ...ev, seq: session.ev.seq + 1 };
  }
  const items = (): readonly JsonFields[] => sessions.itemsAfter(session, since).slice(0, ITEMS_MAX);
  const changed = (): boolean => sessions.stateOf(session).st !== st || !session.active || session.code !== body.code;
  return {
    answer: () => ({ status: 'ok', items: items(), next_seq: session.next_seq }),
    of: session,
    held: { wait_ms: Math.min(body.wait_ms, HOLD_MS_MAX), poll_ms: 250, due: () => items().length > 0 || changed() },
  };
}

function joinOutcome(sessions: Sessions, clock: Clock, device: string, body: JoinRequest): Outcome {
  const session = sessions.at(body.code);
  if (!session || session.host === device) return refusal('invalid');
  const label = sessions.labelOf(device);
  if (body.action === 'leave') {
    session.guests.delete(device);
    return { answer: () => ({ status: 'ok' }), of: 'none' };
  }
  const before = session.guests.get(device);
  const { players = before?.players ?? [], fol = before?.fol ?? true } = body;
  const answerAs = (status: string): Outcome['answer'] => {
    const { host, name, active } = session;
    const stopped = status === 'offline' ? { host_stopped: !active } : {};
    return () => ({ status, code: session.code, host_label: sessions.labelOf(host), host_name: name, ...stopped });
  };
  if (!before && !sessions.isOnline(session)) return { answer: answerAs('offline'), of: session };
  if (seatedBut(session, device) + players.length > PLAYERS_MAX) return { answer: answerAs('full'), of: session };
  session.guests.set(device, { label, seen_ms: clock.now_ms(), players, fol });
  const status = (): string => {
    if (!sessions.isOnline(session)) return 'offline';
    return session.guests.has(device) ? 'ok' : 'invalid';
  };
  const due = (): boolean =>
    sessions.stateOf(session).st !== body.st || status() !== 'ok' || session.code !== body.code;
  return {
    answer: () => (status() === 'invalid' ? { status: 'invalid' } : answerAs(status())()),
    of: session,
    held: { wait_ms: body.action === 'join' ? 0 : Math.min(body.wait_ms, HOLD_MS_MAX), poll_ms: 500, due },
  };
}

/** Returns the number of players on all other devices. */
function seatedBut({ players, guests }: Session, device: string): number {
  const others = [...guests].filter(([guest]) => guest !== device);
  return others.reduce((sum, [, guest]) => sum + guest.players.length, players.length);
}

function inputOutcome(sessions: Sessions, clock: Clock, device: string, body: InputRequest): Outcome {
  const session = sessions.at(body.code);
  const guest = session?.guests.get(device);
  if (!session || !guest) return refusal('invalid');
  guest.seen_ms = clock.now_ms();
  const status = !sessions.isOnline(session) ? 'offline' : session.replay ? 'busy' : 'ok';
  if (status !== 'ok') return { answer: () => ({ status }), of: session };
  const seq = session.next_seq++;
  const { kind } = body;
  const name = guest.label;
  session.queue.push({ at_ms: clock.now_ms(), item: { seq, kind, name, ...payloadOf(body, clock.unix_s()) } });
  session.ev = { seq, kind, name: body.name ?? name, steps: body.kind === 'aim' ? body.steps : 0 };
  return { answer: () => ({ status: 'ok', seq }), of: session };
}

/**
 * Returns the payload of an input. The spec does not define `ms`: here it is the time of the putt, in Unix
 * milliseconds.
 */
function payloadOf(body: InputRequest, unix_s: number): JsonFields {
  if (body.kind === 'aim') return { steps: body.steps };
  if (body.kind === 'club') return { club: body.club };
  return body.kind === 'putt' ? { putt: body.putt, ms: unix_s * 1000 } : {};
}
