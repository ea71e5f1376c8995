// Tells silent guests from departed ones if the cloud does not report `away` (C106): a guest missing from the list for
// 120 s has left.

import type { Round } from '../../wire/relay/round.ts';
import type { StateBlock } from '../../wire/relay/state.ts';
import { GUEST_MISSING_MS, HELD_TIMEOUT_MS } from './limits.ts';

export interface KnownGuests {
  /** Time of the latest state on the device clock. */
  readonly at_ms: number;
  readonly guests: readonly KnownGuest[];
}

interface KnownGuest {
  readonly label: string;
  /** Time when the guest was first missing from the list; null while it is listed. */
  readonly missing_ms: number | null;
}

export const NO_GUESTS: KnownGuests = { at_ms: 0, guests: [] };

interface ReceivedState {
  readonly state: StateBlock;
  /** Versions of the round that the cloud does not have yet. */
  readonly rounds: readonly Round[];
  readonly at_ms: number;
}

/** Updates the guests that have been listed or have a seat from a new state. */
export function withListed(known: KnownGuests, { state, rounds, at_ms }: ReceivedState): KnownGuests {
  const listed = new Set(state.players.map(({ name }) => name));
  const seated = [state.round, ...rounds].flatMap((round) => round?.ro.map(({ d }) => d) ?? []);
  // Guests were unreachable while the cloud was away, so each one gets the full time again.
  const was_connected = at_ms - known.at_ms <= HELD_TIMEOUT_MS;
  const since_ms = was_connected
    ? new Map(known.guests.map(({ label, missing_ms }) => [label, missing_ms]))
    : new Map<string, null>();
  const labels = new Set([...known.guests.map(({ label }) => label), ...listed, ...seated]);
  const guests = [...labels].map((label) => ({
    label,
    missing_ms: listed.has(label) ? null : (since_ms.get(label) ?? at_ms),
  }));
  return { at_ms, guests };
}

/** Returns the labels of guests that are listed or have not been missing for long enough. */
export const notGone = ({ at_ms, guests }: KnownGuests): readonly string[] =>
  guests
    .filter(({ missing_ms }) => missing_ms === null || at_ms - missing_ms < GUEST_MISSING_MS)
    .map(({ label }) => label);
