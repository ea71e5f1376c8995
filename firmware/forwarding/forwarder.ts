// Queue of shots for a user's server, as rules without xstate (C55): in order, one at a time, at most 32.

import { readPrivateAddress, shotUrl } from '../../wire/shot/private-address.ts';
import type { Forwarding } from '../persisted/forwarding.ts';
import type { Sender, ForwardedShot } from './shot.ts';

/** Counts of finished shots: each offered shot ends in exactly one (R127). */
interface ShotCounts {
  readonly sent: number;
  readonly failed: number;
  readonly dropped: number;
}

/** Message to send: a shot or a connection test. */
export type Parcel = { readonly kind: 'shot'; readonly shot: ForwardedShot } | { readonly kind: 'test' };

/** Result of sending a parcel: accepted by the server, refused, or no reply to any try. */
export type ParcelResult =
  | { readonly status: 'sent' }
  | { readonly status: 'failed'; readonly reason: string }
  | { readonly status: 'dropped'; readonly reason: string };

export interface ForwarderPersisted {
  readonly forwarding: Forwarding;
  readonly sender: Sender;
}

export interface ForwarderContext {
  readonly persisted: ForwarderPersisted;
  /** The first one is in flight or next. */
  readonly queue: readonly Parcel[];
  readonly counts: ShotCounts;
  /** Result of the last parcel, as text; '' before the first. */
  readonly last: string;
}

interface ForwardingView {
  readonly counts: ShotCounts;
  readonly last: string;
  readonly waiting: number;
}

export const NO_SHOTS: ShotCounts = { sent: 0, failed: 0, dropped: 0 };
export const NO_FORWARDING: ForwardingView = { counts: NO_SHOTS, last: '', waiting: 0 };

export const viewOf = ({ counts, last, queue }: ForwarderContext): ForwardingView => ({
  counts,
  last,
  waiting: queue.length,
});

/** Returns the URL that shots go to; null if forwarding is off. Read again for each send (R124, R125). */
export function urlOf({ address, port }: Forwarding): string | null {
  const octets = readPrivateAddress(address);
  return octets && shotUrl(octets, port);
}

/** C55: maximum number of queued shots; beyond it the oldest is dropped. */
const SHOT_QUEUE_MAX = 32;
const shotsIn = (queue: readonly Parcel[]): number => queue.filter(({ kind }) => kind === 'shot').length;

/**
 * Appends a shot, dropping the oldest queued one if the queue is full. A test goes directly behind the parcel in
 * flight.
 */
export function withParcel({ queue, counts }: ForwarderContext, parcel: Parcel): Partial<ForwarderContext> {
  if (parcel.kind === 'test')
    return queue.some(({ kind }) => kind === 'test') ? {} : { queue: queue.toSpliced(1, 0, parcel) };
  const [in_flight, ...waiting] = [...queue, parcel];
  const over = shotsIn(waiting) > SHOT_QUEUE_MAX;
  const oldest = waiting.findIndex(({ kind }) => kind === 'shot');
  const kept = over ? waiting.toSpliced(oldest, 1) : waiting;
  return {
    queue: in_flight ? [in_flight, ...kept] : kept,
    counts: { ...counts, dropped: counts.dropped + (over ? 1 : 0) },
  };
}

/** Removes the finished first parcel and counts its result. Tests are not counted. */
export function withResult({ queue, counts }: ForwarderContext, result: ParcelResult): Partial<ForwarderContext> {
  const [parcel, ...rest] = queue;
  const counted = parcel?.kind === 'shot' ? { ...counts, [result.status]: counts[result.status] + 1 } : counts;
  const what = parcel?.kind === 'test' ? 'The test' : 'The last shot';
  const last = result.status === 'sent' ? `${what} was received.` : `${what} was not received: ${result.reason}`;
  return { queue: rest, counts: counted, last };
}

/** Drops everything in the queue. */
export const withNothing = ({ queue, counts }: ForwarderContext): Partial<ForwarderContext> => ({
  queue: [],
  counts: { ...counts, dropped: counts.dropped + shotsIn(queue) },
});
