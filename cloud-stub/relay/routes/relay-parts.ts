// Shared code of the relay's routes: the caller, and operations that are done once per `rid` (C13).

import type { AnswerFields, RelayEngine, SessionSnapshot, SessionWatch } from '../engine.ts';
import type { RelayObserver } from '../observer.ts';
import type { SessionOperation, OperationOutcome } from '../session/operations.ts';

/** The caller, and the id of its request if it has one. */
export interface RelayCaller {
  readonly device: string;
  readonly memo: { readonly rid: string; readonly fingerprint: string } | null;
  readonly observer: RelayObserver;
}

/** A caller that waits for an answer and may disconnect first. */
export interface Waiter {
  readonly device: string;
  readonly isGone: () => boolean;
}

/** Ends a request whose caller disconnected before its operation was applied. */
export function gone(watch: SessionWatch): null {
  watch.end();
  return null;
}

/** The `rid` was already used for a different request. */
export const REUSED_RID = 'reused_rid';
export type ReusedRid = typeof REUSED_RID;

interface OperationRequest {
  readonly host: string;
  readonly operation: SessionOperation;
  readonly answerOf: (outcome: OperationOutcome) => AnswerFields;
}

/** Applies an operation, or returns the earlier answer to its `rid`. */
export async function applied(
  engine: RelayEngine,
  { device, memo, observer }: RelayCaller,
  { host, operation, answerOf }: OperationRequest,
): Promise<{ readonly fields: AnswerFields | ReusedRid; readonly snapshot: SessionSnapshot }> {
  const with_memo = memo ? { memo: { device, ...memo, answerOf } } : {};
  const { outcome, stored_answer, snapshot } = await engine.apply({ host, operation, ...with_memo });
  if (!stored_answer) {
    if (outcome.queued) observer.accepted(outcome.queued.payload.kind);
    return { fields: answerOf(outcome), snapshot };
  }
  return { fields: stored_answer.fingerprint === memo?.fingerprint ? stored_answer.fields : REUSED_RID, snapshot };
}
