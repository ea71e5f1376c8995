// A session: the relay's data of one host and its guests (relay §2.1), and its state as shown to them (R8, R17, R18,
// R22, R91). Times are relay time in whole milliseconds.

import { PLAYERS_MAX } from '../../../wire/limits.ts';
import type { Experience, HostEvent, PlayerEntry, RelayEvent } from '../../../wire/relay/shapes.ts';
import type { RelayRound } from '../../../wire/relay/round.ts';
import { EMPTY_EVENT, EMPTY_EXPERIENCE, type ListedDevice, type UntaggedState } from '../../../wire/relay/state.ts';

/** A host counts as online while its last poll is younger than this (relay §2.1, C12). */
const HOST_ONLINE_MS = 45_000;
/** A guest is listed while its last contact is this old or younger (relay §2.9, C12). */
const GUEST_LISTED_MS = 40_000;
/**
 * C72: limit of guest devices per session, listed or away. The cap of relay §8 counts players, and a device may have
 * none.
 */
export const GUESTS_MAX = 16;

export interface Guest {
  readonly device: string;
  readonly label: string;
  readonly players: readonly PlayerEntry[];
  readonly fol: boolean;
  /** False after 40 s without contact; true again with the next contact, if its players still fit. */
  readonly listed: boolean;
}

/** A code that was replaced by a newer one. */
interface RetiredCode {
  readonly code: string;
  readonly retired_ms: number;
}

/** Persisted state of a session. */
export interface PersistedSession {
  /** Device id of the host, which has one session. */
  readonly host: string;
  readonly label: string;
  readonly code: string;
  /** Older codes that still lead to this one, oldest first. */
  readonly retired: readonly RetiredCode[];
  readonly active: boolean;
  /** Device name that the host reports. */
  readonly name: string;
  readonly players: readonly PlayerEntry[];
  readonly exp: Experience;
  readonly round: RelayRound | null;
  readonly ev: RelayEvent;
  /** Latest event that the host reported, so that it counts once (C16). */
  readonly reported: Pick<HostEvent, 'kind' | 'seq'>;
  readonly replay: boolean;
  readonly guests: readonly Guest[];
  readonly next_seq: number;
}

/** Times of the last contacts, Unix milliseconds. */
export interface Contacts {
  /** Last poll of the host; null before the first. */
  readonly polled_ms: number | null;
  /** Last contact of each guest, by device id. */
  readonly seen_ms: Readonly<Record<string, number>>;
}

export interface Session extends PersistedSession, Contacts {}

export const newSession = (host: string, label: string, code: string): Session => ({
  host,
  label,
  code,
  retired: [],
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

export function persistedOf({ polled_ms: _polled, seen_ms: _seen, ...persisted }: Session): PersistedSession {
  return persisted;
}

/**
 * C14: restores a session after a restart. Contacts keep their stored times; without them, as in a database of an older
 * version, they count as just made.
 */
export function revived(
  persisted: PersistedSession,
  polled: boolean,
  contacts: Contacts | null,
  now_ms: number,
): Session {
  const last_seen = persisted.guests.map(({ device }): [string, number] => [
    device,
    contacts?.seen_ms[device] ?? now_ms,
  ]);
  const polled_ms = polled ? (contacts?.polled_ms ?? now_ms) : null;
  return { ...persisted, polled_ms, seen_ms: Object.fromEntries(last_seen) };
}

/** C14: largest lag of a stored contact behind the actual one. */
const CONTACT_STORED_MS = 1000;

const isStale = (stored_ms: number | null | undefined, ms: number | null | undefined): boolean =>
  typeof ms === 'number' && !(typeof stored_ms === 'number' && ms - stored_ms < CONTACT_STORED_MS);

/** Returns the contacts to store, each at most once per second; the same object if there is nothing to store. */
export function storedContacts(stored: Contacts, { polled_ms, seen_ms }: Contacts): Contacts {
  const stale = Object.keys(seen_ms).filter((device) => isStale(stored.seen_ms[device], seen_ms[device]));
  const gone = Object.keys(stored.seen_ms).some((device) => !(device in seen_ms));
  const polled = isStale(stored.polled_ms, polled_ms);
  if (stale.length === 0 && !gone && !polled) return stored;
  const last_seen = Object.entries(seen_ms).map(([device, ms]): [string, number] => [
    device,
    stale.includes(device) ? ms : (stored.seen_ms[device] ?? ms),
  ]);
  return { polled_ms: polled ? polled_ms : stored.polled_ms, seen_ms: Object.fromEntries(last_seen) };
}

/** R8: whether the session is active and its last poll younger than 45 s. */
export const isOnline = ({ active, polled_ms }: Session, now_ms: number): boolean =>
  active && polled_ms !== null && now_ms - polled_ms < HOST_ONLINE_MS;

/** An old code leads to its successor while the change is younger than this (relay §2.1, C12). */
const REDIRECT_MS = 600_000;

const isLeading = ({ retired_ms }: RetiredCode, now_ms: number): boolean => now_ms - retired_ms < REDIRECT_MS;

/** Whether a code leads to this host: its newest one, and the previous ones for a while (R9, R13). */
export const leadsHere = ({ code, retired }: PersistedSession, requested: string, now_ms: number): boolean =>
  requested === code || retired.some((old) => old.code === requested && isLeading(old, now_ms));

/**
 * Returns the session with a new code. The old ones lead to it or, without `keeps_old`, become invalid (R9, R10, R13).
 */
export function withNewCode(session: Session, code: string, keeps_old: boolean, now_ms: number): Session {
  const all = [...session.retired, { code: session.code, retired_ms: now_ms }];
  const retired = keeps_old ? all.filter((old) => isLeading(old, now_ms)) : [];
  return { ...session, code, retired };
}

export const guestOf = ({ guests }: Session, device: string): Guest | undefined =>
  guests.find((guest) => guest.device === device);

/** Returns the session with only the guests that match. */
export function keepGuests(session: Session, keep: (guest: Guest) => boolean): Session {
  const guests = session.guests.filter(keep);
  if (guests.length === session.guests.length) return session;
  const last_seen = guests.map(({ device }): [string, number] => [device, session.seen_ms[device] ?? 0]);
  return { ...session, guests, seen_ms: Object.fromEntries(last_seen) };
}

/** Whether a guest's players fit in addition to all other listed players (R18, C72). */
export function fits({ players, guests }: Session, device: string, wanted: readonly PlayerEntry[]): boolean {
  const others = guests.filter((guest) => guest.listed && guest.device !== device);
  const taken = others.reduce((sum, guest) => sum + guest.players.length, players.length);
  return others.length < GUESTS_MAX && taken + wanted.length <= PLAYERS_MAX;
}

/** Applies the effects of time up to now: guests silent for more than 40 s are no longer listed (R22, R23). */
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
 * Returns the next time at which the visible state changes without a request (R51): a guest is no longer listed, or the
 * host counts as offline.
 * @returns Relay time in milliseconds; null if never.
 */
export function nextDeadlineMs(session: Session, now_ms: number): number | null {
  const deadlines = session.guests
    .filter(({ listed }) => listed)
    .map(({ device }) => (session.seen_ms[device] ?? 0) + GUEST_LISTED_MS + 1);
  if (isOnline(session, now_ms)) deadlines.push((session.polled_ms ?? 0) + HOST_ONLINE_MS);
  return deadlines.length === 0 ? null : Math.min(...deadlines);
}

/** Returns the state that every answer shows, from a settled session. */
export function stateOf(session: Session, now_ms: number): UntaggedState {
  const { label, players, guests, ev, replay, exp, round } = session;
  const listed = guests.filter((guest) => guest.listed);
  const roster: ListedDevice[] = [
    { name: label, host: true, players: [...players] },
    ...listed.map((guest) => ({ name: guest.label, host: false, fol: guest.fol, players: [...guest.players] })),
  ];
  const replay_by = replay ? label : '';
  return { players: roster, ev, replay, replay_by, host_online: isOnline(session, now_ms), exp, round };
}

/** Whether any field of `some` differs in `other`. */
export function differsIn<T extends object>(some: T, other: T): boolean {
  for (const key in some) if (some[key] !== other[key]) return true;
  return false;
}
