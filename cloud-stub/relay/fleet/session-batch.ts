// Applies a batch of changes to a session that was read, and returns what to write. Pure, so that it can be repeated if
// another relay wrote first.

import * as v from 'valibot';
import type { Applied, SessionChange, StoredAnswer } from '../engine.ts';
import type { QueuedInput } from '../session/input-queue.ts';
import { operate, repeatedOperation, type OperationOutcome } from '../session/operations.ts';
import { differsIn, persistedOf, isOnline, settled, type Session, type PersistedSession } from '../session/session.ts';
import type { SessionWrite, StoredSession } from './shared-store.ts';

/** A stored session with its persisted state. */
export interface ReadSession extends Omit<StoredSession, 'facts' | 'contacts'> {
  readonly session: Session;
}

export interface AppliedBatch {
  readonly session: Session;
  readonly done: readonly Pick<Applied, 'outcome' | 'stored_answer'>[];
  /** New inputs, after the last clearing. */
  readonly inputs: readonly QueuedInput[];
  readonly clears_inputs: boolean;
  /** Null if there is nothing to write. */
  readonly write: SessionWrite | null;
}

/** Returns the name of an idempotency record. */
export const nameOfAnswer = (device: string, rid: string): string => JSON.stringify([device, rid]);

/** Returns the device and the request id in the name of an idempotency record. */
export function answerOfName(name: string): { readonly device: string; readonly rid: string } {
  const [device, rid] = v.parse(v.tuple([v.string(), v.string()]), JSON.parse(name));
  return { device, rid };
}

const answerName = ({ memo }: Pick<SessionChange, 'memo'>): string | null =>
  memo ? nameOfAnswer(memo.device, memo.rid) : null;

/**
 * Applies the changes in order.
 * @param tag Tag of the persisted state, if it is written.
 */
export function turnOf(read: ReadSession, changes: readonly SessionChange[], tag: string): AppliedBatch {
  const { now_ms } = read;
  const answers = new Map<string, StoredAnswer>();
  const known = new Map(answerNames(changes).map((name, at) => [name, read.answers[at] ?? null]));
  let session = settled(read.session, now_ms);
  let inputs: QueuedInput[] = [];
  let clears_inputs = false;
  const done = changes.map((change) => {
    const name = answerName(change);
    const stored_answer = name === null ? null : (answers.get(name) ?? known.get(name) ?? null);
    const outcome = stored_answer
      ? repeated(session, change, stored_answer, now_ms)
      : operate(session, change.operation, now_ms);
    if (outcome.clears_queue) [inputs, clears_inputs] = [[], true];
    if (outcome.queued) inputs.push(outcome.queued);
    if (name !== null && change.memo && !stored_answer) {
      const { fingerprint, answerOf } = change.memo;
      answers.set(name, { fingerprint, fields: answerOf(outcome) });
    }
    session = outcome.session;
    return { outcome, stored_answer };
  });
  const holds = changes.flatMap(({ holds: name }) => name ?? []);
  const write = writeOf(read, session, { inputs, clears_inputs, answers, holds, tag });
  return { session, done, inputs, clears_inputs, write };
}

/** Returns the names of the idempotency records that these changes need. */
export const answerNames = (changes: readonly SessionChange[]): readonly string[] => [
  ...new Set(changes.flatMap((change) => answerName(change) ?? [])),
];

/** Does not repeat an answered operation; an input still counts as a contact (R25). */
function repeated(
  session: Session,
  { operation, memo }: SessionChange,
  stored_answer: StoredAnswer,
  now_ms: number,
): OperationOutcome {
  const contact = stored_answer.fingerprint === memo?.fingerprint ? repeatedOperation(operation) : null;
  return contact ? operate(session, contact, now_ms) : { session, status: 'ok' };
}

interface Made extends Pick<AppliedBatch, 'inputs' | 'clears_inputs'> {
  readonly answers: ReadonlyMap<string, StoredAnswer>;
  readonly holds: readonly string[];
  readonly tag: string;
}

function writeOf(read: ReadSession, session: Session, made: Made): SessionWrite | null {
  const { now_ms } = read;
  const before = read.session;
  const changes = made.clears_inputs || made.inputs.length > 0 || isVisibleChange(before, session, now_ms);
  const seen_ms = Object.entries(session.seen_ms).filter(([device, ms]) => before.seen_ms[device] !== ms);
  const gone = Object.keys(before.seen_ms).filter((device) => !(device in session.seen_ms));
  const polled_ms = session.polled_ms === before.polled_ms ? null : session.polled_ms;
  if (!changes && seen_ms.length === 0 && polled_ms === null && made.answers.size === 0 && made.holds.length === 0)
    return null;
  return {
    now_ms,
    change: changes
      ? {
          expected_tag: read.tag,
          tag: made.tag,
          facts: persistedOf(session),
          silent: silentIn(before, now_ms),
          clears_inputs: made.clears_inputs,
          inputs: made.inputs,
        }
      : null,
    polled_ms,
    seen_ms: Object.fromEntries(seen_ms),
    gone,
    answers: [...made.answers].map(([name, answer]) => ({ name, answer })),
    holds: made.holds,
  };
}

/** Whether other devices can see the change: in the persisted state, or because the host is back online (R7). */
function isVisibleChange(before: Session, after: Session, now_ms: number): boolean {
  if ((before.polled_ms === null) !== (after.polled_ms === null)) return true;
  if (isOnline(before, now_ms) !== isOnline(after, now_ms)) return true;
  return differsIn<PersistedSession>(persistedOf(after), before);
}

/** Returns the guests dropped for silence and the time of their last contact: another relay may have a newer one. */
function silentIn(before: Session, now_ms: number): Readonly<Record<string, number>> {
  const dropped = settled(before, now_ms).guests.filter((guest, at) => guest !== before.guests[at]);
  return Object.fromEntries(dropped.map(({ device }) => [device, before.seen_ms[device] ?? 0]));
}
