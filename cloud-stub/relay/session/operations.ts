// Everything that can happen to a session, as data, and the one pure function that lets it happen. A store applies an operation
// as a whole or not at all, whatever engine it stands on.

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

export type Operation =
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
  /** A guest was heard of. */
  | { readonly kind: 'contact'; readonly code: string; readonly device: string }
  | { readonly kind: 'input'; readonly code: string; readonly device: string; readonly request: InputRequest };

export interface Outcome {
  readonly session: Session;
  /** `invalid` among others where the code that was asked for leads to this session no longer. */
  readonly status: GuestStatus;
  /** The input to append to the queue. */
  readonly queued?: QueuedInput;
  readonly clears_queue?: boolean;
}

/**
 * Pure: the session as time alone has made it by `now_ms`, and then as the operation makes it.
 * @param now_ms Whole milliseconds of the relay's own time.
 * @returns The same session object where nothing in it changed. A refusal (`status`) is no error: it may be a contact all the same (R25).
 */
export function operate(before: Session, operation: Operation, now_ms: number): Outcome {
  const session = settled(before, now_ms);
  if (operation.kind === 'host') return hostOutcome(session, operation.request, now_ms);
  const invalid: Outcome = { session, status: 'invalid' };
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

function hostOutcome(session: Session, request: HostOperation, now_ms: number): Outcome {
  const after = operateHost(session, request, now_ms);
  if (!after) return { session, status: 'invalid' };
  return { session: after, status: 'ok', clears_queue: clearsQueue(request) };
}

/** What is left to do of an operation that was done before: an input is a sign of life all the same (R25); null for nothing. */
export const repeatedOperation = (operation: Operation): Operation | null =>
  operation.kind === 'input' ? { kind: 'contact', code: operation.code, device: operation.device } : null;
