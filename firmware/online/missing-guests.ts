// Which guests are merely silent, where the cloud does not say so by `away` (C106): one who is missing from the list for 120 s
// has left.

import type { Round } from '../../wire/relay/round.ts';
import type { StateBlock } from '../../wire/relay/state.ts';
import { GUEST_MISSING_MS, HELD_TIMEOUT_MS } from './limits.ts';

export interface KnownGuests {
  /** When the last state came, on the device's clock. */
  readonly at_ms: number;
  readonly guests: readonly KnownGuest[];
}

interface KnownGuest {
  readonly label: string;
  /** When it was first missing from the list; null while it is listed. */
  readonly missing_ms: number | null;
}

export const NO_GUESTS: KnownGuests = { at_ms: 0, guests: [] };

interface HeardFrom {
  readonly state: StateBlock;
  /** Versions of the round that the cloud does not have yet. */
  readonly rounds: readonly Round[];
  readonly at_ms: number;
}

/** The guests that have been listed or have a seat, after another state has come. */
export function withListed(known: KnownGuests, { state, rounds, at_ms }: HeardFrom): KnownGuests {
  const listed = new Set(state.players.map(({ name }) => name));
  const seated = [state.round, ...rounds].flatMap((round) => round?.ro.map(({ d }) => d) ?? []);
  // While the cloud was away no guest could be heard either, so each one has the whole time again.
  const heard = at_ms - known.at_ms <= HELD_TIMEOUT_MS;
  const since_ms = heard
    ? new Map(known.guests.map(({ label, missing_ms }) => [label, missing_ms]))
    : new Map<string, null>();
  const labels = new Set([...known.guests.map(({ label }) => label), ...listed, ...seated]);
  const guests = [...labels].map((label) => ({
    label,
    missing_ms: listed.has(label) ? null : (since_ms.get(label) ?? at_ms),
  }));
  return { at_ms, guests };
}

/** Labels of those who have not left: they stand on the list, or have not been missing for long enough. */
export const notGone = ({ at_ms, guests }: KnownGuests): readonly string[] =>
  guests
    .filter(({ missing_ms }) => missing_ms === null || at_ms - missing_ms < GUEST_MISSING_MS)
    .map(({ label }) => label);
