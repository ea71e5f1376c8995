// Exceptions to the rules after a fail-over of an engine (C122): the engine loses the latest writes, but no
// acknowledged write before them. Each rule forgets what it learned from the lost writes and from answers about them.

import type { Answered } from '../observations.ts';

interface LostTail {
  /** Records that all earlier writes were cut off at this time. */
  note(at_ms: number): void;
  /** True if the request was taken before the fail-over, so that its answer may be about lost writes. */
  isAboutLost(answered: Pick<Answered, 'taken_ms'>): boolean;
}

export function createLostTail(): LostTail {
  let at_ms = Number.NEGATIVE_INFINITY;
  return {
    note: (lost_ms) => void (at_ms = lost_ms),
    isAboutLost: ({ taken_ms }) => taken_ms <= at_ms,
  };
}

/** Acknowledged input numbers of each host; a fail-over removes the newest. */
interface Acknowledged {
  note(host: string, seq: number, at_ms: number): void;
  /** Returns the highest number of a host; 0 if none. */
  newest(host: string): number;
  loseAfter(from_ms: number): void;
}

const KEPT = 1000;

export function createAcknowledged(): Acknowledged {
  const of_host = new Map<string, { readonly seq: number; readonly at_ms: number }[]>();
  return {
    note: (host, seq, at_ms) => void of_host.set(host, [...(of_host.get(host) ?? []).slice(-KEPT), { seq, at_ms }]),
    newest: (host) => of_host.get(host)?.at(-1)?.seq ?? 0,
    loseAfter(from_ms) {
      for (const [host, noted] of of_host) of_host.set(host, noted.filter(({ at_ms }) => at_ms <= from_ms)); // oxfmt-ignore
    },
  };
}

/** Deletes entries recorded after `from_ms`. */
export function forgetAfter<K>(noted: Map<K, number>, from_ms: number): void {
  for (const [key, at_ms] of noted) if (at_ms > from_ms) noted.delete(key);
}
