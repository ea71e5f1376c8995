// The queue of shots that go to a user's server, as rules without xstate (C55): in order, one at a time, 32 at most.

import { readPrivateAddress, shotUrl } from '../../wire/shot/private-address.ts';
import type { Forwarding } from '../persisted/forwarding.ts';
import type { Sender, Shot } from './shot.ts';

/** Every shot that was offered ends in exactly one of these (R127). */
interface ShotCounts {
  readonly sent: number;
  readonly failed: number;
  readonly dropped: number;
}

/** What is to be sent: a shot, or the test of the connection. */
export type Parcel = { readonly kind: 'shot'; readonly shot: Shot } | { readonly kind: 'test' };

/** What a sender says of a parcel: the server took it, or refused it, or gave no reply in all its tries. */
export type Fate =
  | { readonly fate: 'sent' }
  | { readonly fate: 'failed'; readonly reason: string }
  | { readonly fate: 'dropped'; readonly reason: string };

export interface ForwarderPersisted {
  readonly forwarding: Forwarding;
  readonly sender: Sender;
}

export interface ForwarderContext {
  readonly persisted: ForwarderPersisted;
  /** The first is under way, or next. */
  readonly queue: readonly Parcel[];
  readonly counts: ShotCounts;
  /** What became of the last one, in words; '' before the first. */
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

/** Where shots go now; null for nowhere. It is read again for each send (R124, R125). */
export function urlOf({ address, port }: Forwarding): string | null {
  const octets = readPrivateAddress(address);
  return octets && shotUrl(octets, port);
}

/** C55: shots that wait for a user's server; where there are more the oldest is dropped. */
const SHOT_QUEUE_MAX = 32;
const shotsIn = (queue: readonly Parcel[]): number => queue.filter(({ kind }) => kind === 'shot').length;

/** With a shot at the end; where the queue is full the oldest that waits is dropped. A test goes right behind what is under way. */
export function withParcel({ queue, counts }: ForwarderContext, parcel: Parcel): Partial<ForwarderContext> {
  if (parcel.kind === 'test')
    return queue.some(({ kind }) => kind === 'test') ? {} : { queue: queue.toSpliced(1, 0, parcel) };
  const [under_way, ...waiting] = [...queue, parcel];
  const over = shotsIn(waiting) > SHOT_QUEUE_MAX;
  const oldest = waiting.findIndex(({ kind }) => kind === 'shot');
  const kept = over ? waiting.toSpliced(oldest, 1) : waiting;
  return {
    queue: under_way ? [under_way, ...kept] : kept,
    counts: { ...counts, dropped: counts.dropped + (over ? 1 : 0) },
  };
}

/** Without the first, which has met its fate. Tests are not counted. */
export function withFate({ queue, counts }: ForwarderContext, fate: Fate): Partial<ForwarderContext> {
  const [parcel, ...rest] = queue;
  const counted = parcel?.kind === 'shot' ? { ...counts, [fate.fate]: counts[fate.fate] + 1 } : counts;
  const what = parcel?.kind === 'test' ? 'The test' : 'The last shot';
  const last = fate.fate === 'sent' ? `${what} was received.` : `${what} was not received: ${fate.reason}`;
  return { queue: rest, counts: counted, last };
}

/** Nothing is sent any more: what waits is dropped. */
export const withNothing = ({ queue, counts }: ForwarderContext): Partial<ForwarderContext> => ({
  queue: [],
  counts: { ...counts, dropped: counts.dropped + shotsIn(queue) },
});
