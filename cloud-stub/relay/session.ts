// A session: what the relay knows of one host and its guests (relay §2.1), and what others see of it (R8, R17, R18, R22, R91).
// Times are whole milliseconds of the relay's own time.

import { PLAYERS_MAX } from '../../wire/limits.ts';
import type { Experience, HostEvent, PlayerEntry, RelayEvent, Round } from '../../wire/relay/shapes.ts';
import { EMPTY_EVENT, EMPTY_EXPERIENCE, type ListedDevice, type StateFacts } from '../../wire/relay/state.ts';

/** A host counts as online while its last poll is younger than this (relay §2.1, C12). */
const HOST_ONLINE_MS = 45_000;
/** A guest is listed while its last contact is this old or younger (relay §2.9, C12). */
const GUEST_LISTED_MS = 40_000;
/** C72: guest devices listed at once. */
const GUESTS_LISTED_MAX = 4;

export interface Guest {
  readonly device: string;
  readonly label: string;
  readonly players: readonly PlayerEntry[];
  readonly fol: boolean;
  /** Off the list after 40 s without contact; on it again with the next contact, if its players still fit. */
  readonly listed: boolean;
}

/** What outlives a restart. */
export interface SessionFacts {
  /** The host's device id; a host has one session. */
  readonly host: string;
  readonly label: string;
  readonly code: string;
  readonly active: boolean;
  /** The host's device name, as it reports it. */
  readonly name: string;
  readonly players: readonly PlayerEntry[];
  readonly exp: Experience;
  readonly round: Round | null;
  readonly ev: RelayEvent;
  /** What the host last reported of its own, so that it counts once (C16). */
  readonly reported: Pick<HostEvent, 'kind' | 'seq'>;
  readonly replay: boolean;
  readonly guests: readonly Guest[];
  readonly next_seq: number;
}

export interface Session extends SessionFacts {
  /** The host's last poll; null before the first. */
  readonly polled_ms: number | null;
  /** Each guest's last contact, by device id. */
  readonly seen_ms: Readonly<Record<string, number>>;
}

export const newSession = (host: string, label: string, code: string): Session => ({
  host,
  label,
  code,
  active: false,
  name: '',
  players: [],
  exp: EMPTY_EXPERIENCE,
  round: null,
  ev: EMPTY_EVENT,
  reported: { kind: '', seq: 0 },
  replay: false,
  guests: [],
  next_seq: 1,
  polled_ms: null,
  seen_ms: {},
});

export function factsOf({ polled_ms: _polled, seen_ms: _seen, ...facts }: Session): SessionFacts {
  return facts;
}

/** C14: after a restart every contact counts as just made, so every guest is listed who fits; who was listed comes first. */
export function revived(facts: SessionFacts, polled: boolean, now_ms: number): Session {
  const seen_ms = Object.fromEntries(facts.guests.map(({ device }) => [device, now_ms]));
  const session: Session = { ...facts, polled_ms: polled ? now_ms : null, seen_ms };
  return session.guests.reduce(relisted, session);
}

const relisted = (session: Session, { device, players }: Guest): Session => ({
  ...session,
  guests: session.guests.map((guest) =>
    guest.device === device ? { ...guest, listed: guest.listed || fits(session, device, players) } : guest,
  ),
});

/** R8: it is active, and its last poll is younger than 45 s. */
export const isOnline = ({ active, polled_ms }: Session, now_ms: number): boolean =>
  active && polled_ms !== null && now_ms - polled_ms < HOST_ONLINE_MS;

export const guestOf = ({ guests }: Session, device: string): Guest | undefined =>
  guests.find((guest) => guest.device === device);

/** The session with only those guests for whom this holds. */
export function keepGuests(session: Session, keep: (guest: Guest) => boolean): Session {
  const guests = session.guests.filter(keep);
  if (guests.length === session.guests.length) return session;
  const seen = guests.map(({ device }): [string, number] => [device, session.seen_ms[device] ?? 0]);
  return { ...session, guests, seen_ms: Object.fromEntries(seen) };
}

/** Whether a guest's players fit beside everybody else who is listed (R18, C72). */
export function fits({ players, guests }: Session, device: string, wanted: readonly PlayerEntry[]): boolean {
  const others = guests.filter((guest) => guest.listed && guest.device !== device);
  const taken = others.reduce((sum, guest) => sum + guest.players.length, players.length);
  return others.length < GUESTS_LISTED_MAX && taken + wanted.length <= PLAYERS_MAX;
}

/** The session as time alone has made it by now: guests silent for more than 40 s are off the list (R22, R23). */
export function settled(session: Session, now_ms: number): Session {
  const isSilent = ({ device, listed }: Guest): boolean =>
    listed && now_ms - (session.seen_ms[device] ?? 0) > GUEST_LISTED_MS;
  if (!session.guests.some(isSilent)) return session;
  return {
    ...session,
    guests: session.guests.map((guest) => (isSilent(guest) ? { ...guest, listed: false } : guest)),
  };
}

/**
 * When time alone next changes what others see (R51): a guest drops off the list, or the host counts as offline.
 * @returns Milliseconds of the relay's own time; null if it never does.
 */
export function nextDeadlineMs(session: Session, now_ms: number): number | null {
  const deadlines = session.guests
    .filter(({ listed }) => listed)
    .map(({ device }) => (session.seen_ms[device] ?? 0) + GUEST_LISTED_MS + 1);
  if (isOnline(session, now_ms)) deadlines.push((session.polled_ms ?? 0) + HOST_ONLINE_MS);
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}

/** What every answer shows of a settled session. */
export function stateOf(session: Session, now_ms: number): StateFacts {
  const { label, players, guests, ev, replay, exp, round } = session;
  const listed = guests.filter((guest) => guest.listed);
  const roster: ListedDevice[] = [
    { name: label, host: true, players: [...players] },
    ...listed.map((guest) => ({ name: guest.label, host: false, fol: guest.fol, players: [...guest.players] })),
  ];
  const replay_by = replay ? label : '';
  return { players: roster, ev, replay, replay_by, host_online: isOnline(session, now_ms), exp, round };
}
