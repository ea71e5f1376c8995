// All operations on a session, as data, and the pure function that applies them. Every engine applies an operation
// atomically.

import type { InputRequest, PollRequest, PresenceRequest } from '../../../wire/relay/requests.ts';
import {
  operateContact,
  operateHeartbeat,
  operateInput,
  operateJoin,
  operateLeave,
  type GuestStatus,
} from './guest-operations.ts';
import { clearsQueue, operateHost, operatePoll, type HostOperation } from './host-operations.ts';
import type { QueuedInput } from './input-queue.ts';
import { leadsHere, settled, type Session } from './session.ts';

export type SessionOperation =
  | { readonly kind: 'host'; readonly request: HostOperation }
  | { readonly kind: 'poll'; readonly code: string; readonly request: PollRequest }
  | {
      readonly kind: 'join' | 'heartbeat';
      readonly code: string;
      readonly device: string;
      readonly label: string;
      readonly request: PresenceRequest;
    }
  | { readonly kind: 'leave'; readonly code: string; readonly device: string }
  /** Contact of a guest. */
  | { readonly kind: 'contact'; readonly code: string; readonly device: string }
  | { readonly kind: 'input'; readonly code: string; readonly device: string; readonly request: InputRequest };

export interface OperationOutcome {
  readonly session: Session;
  /** `invalid` also if the code no longer leads to this session. */
  readonly status: GuestStatus;
  /** The input to append to the queue. */
  readonly queued?: QueuedInput;
  readonly clears_queue?: boolean;
}

/**
 * Pure: applies the effects of time up to `now_ms`, and then the operation.
 * @param now_ms Relay time, whole milliseconds.
 * @returns The same session object if nothing in it changed. A refusal (`status`) is no error: it may still count as a
 * contact (R25).
 */
export function operate(before: Session, operation: SessionOperation, now_ms: number): OperationOutcome {
  const session = settled(before, now_ms);
  if (operation.kind === 'host') return hostOutcome(session, operation.request, now_ms);
  const invalid: OperationOutcome = { session, status: 'invalid' };
  if (!leadsHere(session, operation.code, now_ms)) return invalid;
  switch (operation.kind) {
    case 'poll':
      return session.active ? { session: operatePoll(session, operation.request, now_ms), status: 'ok' } : invalid;
    case 'join':
      return operateJoin(session, operation, operation.request, now_ms);
    case 'heartbeat':
      return operateHeartbeat(session, operation, operation.request, now_ms);
    case 'leave':
      return { session: operateLeave(session, operation.device), status: 'ok' };
    case 'contact':
      return { session: operateContact(session, operation.device, now_ms), status: 'ok' };
    case 'input':
      return operateInput(session, operation.device, operation.request, now_ms);
  }
}

function hostOutcome(session: Session, request: HostOperation, now_ms: number): OperationOutcome {
  const after = operateHost(session, request, now_ms);
  if (!after) return { session, status: 'invalid' };
  return { session: after, status: 'ok', clears_queue: clearsQueue(request) };
}

/**
 * Returns the remaining effect of an operation that was already done: an input still counts as a contact (R25); null if
 * none.
 */
export const repeatedOperation = (operation: SessionOperation): SessionOperation | null =>
  operation.kind === 'input' ? { kind: 'contact', code: operation.code, device: operation.device } : null;
