// Queue of publish checks: runs a limited number concurrently, at most one per author, and next serves the author whose
// last check is longest ago. So frequent publishers do not delay other authors, and checks never overload the machine.

import type { CheckResult, PublishCheck } from './check.ts';
import { refuse, type StoreResult } from './failures.ts';

export const CHECKS_WAITING_MAX = 64;
export const CHECKS_WAITING_OF_AUTHOR_MAX = 8;

/** Errors: `checker_busy` if too many wait. Rejects if the check does. */
export type QueuedCheck = (owner: string, text: string) => Promise<StoreResult<CheckResult>>;

interface Waiting {
  readonly owner: string;
  start(): void;
}

export function createCheckQueue(check: PublishCheck, at_once: number): QueuedCheck {
  const waiting: Waiting[] = [];
  const running = new Set<string>();
  /** Sequence number of each author's last check. */
  const turns = new Map<string, number>();
  let turn = 0;
  const next = (): Waiting | undefined =>
    waiting
      .filter(({ owner }) => !running.has(owner))
      .reduce<Waiting | undefined>((first, each) => (first && turnOf(first) <= turnOf(each) ? first : each), undefined);
  const turnOf = ({ owner }: Waiting): number => turns.get(owner) ?? 0;
  const startNext = (): void => {
    while (running.size < at_once) {
      const chosen = next();
      if (!chosen) break;
      waiting.splice(waiting.indexOf(chosen), 1);
      running.add(chosen.owner);
      turns.set(chosen.owner, ++turn);
      chosen.start();
    }
    if (waiting.length === 0 && running.size === 0) turns.clear();
  };
  return (owner, text) => {
    const own = waiting.filter((each) => each.owner === owner).length;
    if (waiting.length >= CHECKS_WAITING_MAX || own >= CHECKS_WAITING_OF_AUTHOR_MAX)
      return Promise.resolve(refuse('checker_busy', 'Too many scripts are waiting to be checked. Try again later.'));
    return new Promise((resolve, reject) => {
      const start = (): void => {
        check(text)
          .then((value) => resolve({ ok: true, value }), reject)
          .finally(() => {
            running.delete(owner);
            startNext();
          });
      };
      waiting.push({ owner, start });
      startNext();
    });
  };
}
