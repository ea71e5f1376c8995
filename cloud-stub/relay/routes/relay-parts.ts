// What the routes of the relay have in common: who asks, and operations that are done once for each `rid` (C13).

import type { AnswerFields, RelayEngine, Seen, Watch } from '../engine.ts';
import type { RelayObserver } from '../observer.ts';
import type { Operation, Outcome } from '../session/operations.ts';

/** Who asks, and the name of the request where it has one. */
export interface Caller {
  readonly device: string;
  readonly memo: { readonly rid: string; readonly fingerprint: string } | null;
  readonly observer: RelayObserver;
}

/** Who waits for an answer, and who may go before there is one. */
export interface Waiter {
  readonly device: string;
  readonly isGone: () => boolean;
}

/** A held request whose caller went before it was applied: nothing is. */
export function gone(watch: Watch): null {
  watch.end();
  return null;
}

/** The `rid` of a request was used for another one. */
export const REUSED_RID = 'reused_rid';
export type ReusedRid = typeof REUSED_RID;

interface Asked {
  readonly host: string;
  readonly operation: Operation;
  readonly answerOf: (outcome: Outcome) => AnswerFields;
}

/** Applies an operation, or finds what was answered to its `rid` before. */
export async function applied(
  engine: RelayEngine,
  { device, memo, observer }: Caller,
  { host, operation, answerOf }: Asked,
): Promise<{ readonly fields: AnswerFields | ReusedRid; readonly seen: Seen }> {
  const remembering = memo ? { memo: { device, ...memo, answerOf } } : {};
  const { outcome, remembered, seen } = await engine.apply({ host, operation, ...remembering });
  if (!remembered) {
    if (outcome.queued) observer.accepted(outcome.queued.payload.kind);
    return { fields: answerOf(outcome), seen };
  }
  return { fields: remembered.fingerprint === memo?.fingerprint ? remembered.fields : REUSED_RID, seen };
}
