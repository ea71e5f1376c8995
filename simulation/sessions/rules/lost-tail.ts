// What a fail-over of an engine may break, for rules that would say more (C122): it loses the newest writes, and nothing that was acknowledged
// before them. Each rule forgets what it learned from those, and from answers that are about them.

import type { Answered } from '../observations.ts';

interface LostTail {
  /** Notes that what was written before this is all that is left. */
  note(at_ms: number): void;
  /** Whether its request was taken before the fail-over: it may be about what is lost. */
  isAboutLost(answered: Pick<Answered, 'taken_ms'>): boolean;
}

export function createLostTail(): LostTail {
  let at_ms = Number.NEGATIVE_INFINITY;
  return {
    note: (lost_ms) => void (at_ms = lost_ms),
    isAboutLost: ({ taken_ms }) => taken_ms <= at_ms,
  };
}

/** Numbers that were acknowledged of hosts, of which a fail-over loses the newest. */
interface Acknowledged {
  note(host: string, seq: number, at_ms: number): void;
  /** The highest of a host; 0 for none. */
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

/** Takes out what was noted after a time. */
export function forgetAfter<K>(noted: Map<K, number>, from_ms: number): void {
  for (const [key, at_ms] of noted) if (at_ms > from_ms) noted.delete(key);
}
