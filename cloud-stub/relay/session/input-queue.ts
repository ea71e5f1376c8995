// Inputs of a session that wait for its host (relay §2.2; R28–R31, R33, R34, R44). Delivery removes nothing: the host's
// cursor is the `since` of its polls.

import { INPUT_LIFETIME_MS } from '../../../wire/limits.ts';
import type { InputRequest } from '../../../wire/relay/requests.ts';
import type { RelayPutt } from '../../../wire/relay/shapes.ts';

/** Maximum number of items per answer (relay §4.2). */
export const POLL_ITEMS_MAX = 25;

/** A queued input: the sender's cloud label, the payload of its kind, and the time it was accepted. */
export interface QueuedInput {
  readonly seq: number;
  readonly at_ms: number;
  readonly payload: InputPayload;
}

export type InputPayload =
  | { readonly kind: 'aim'; readonly name: string; readonly steps: number }
  | { readonly kind: 'club'; readonly name: string; readonly club: number }
  | { readonly kind: 'putt'; readonly name: string; readonly putt: RelayPutt }
  | { readonly kind: 'repeat' | 'repeat_aim' | 'reset' | 'mulligan'; readonly name: string };

/** @param name The sender's cloud label. */
export function payloadOf(request: InputRequest, name: string): InputPayload {
  switch (request.kind) {
    case 'aim':
      return { kind: 'aim', name, steps: request.steps };
    case 'club':
      return { kind: 'club', name, club: request.club };
    case 'putt':
      return { kind: 'putt', name, putt: request.putt };
    default:
      return { kind: request.kind, name };
  }
}

export interface InputQueue {
  push(input: QueuedInput): void;
  /** Returns at most 25 valid inputs after the cursor, in order. */
  after(since: number, now_ms: number): readonly QueuedInput[];
  all(): readonly QueuedInput[];
  /** Drops expired inputs, and returns how many are left. */
  expire(now_ms: number): number;
  clear(): void;
}

/** @param inputs Ordered by number, as all pushed inputs must be. */
export function createInputQueue(inputs: readonly QueuedInput[] = []): InputQueue {
  let kept = [...inputs];
  return {
    push: (input) => void kept.push(input),
    after(since, now_ms) {
      const first = firstIndex(kept, (input) => input.seq > since && isValidInput(input, now_ms));
      return kept.slice(first, first + POLL_ITEMS_MAX);
    },
    expire(now_ms) {
      const first = firstIndex(kept, (input) => isValidInput(input, now_ms));
      if (first > 0) kept = kept.slice(first);
      return kept.length;
    },
    all: () => kept,
    clear: () => (kept = []),
  };
}

export const isValidInput = ({ at_ms }: QueuedInput, now_ms: number): boolean => now_ms - at_ms < INPUT_LIFETIME_MS;

/**
 * Returns the index of the first input that satisfies `holds`; numbers and times increase, so all later ones do too.
 */
function firstIndex(inputs: readonly QueuedInput[], holds: (input: QueuedInput) => boolean): number {
  let [low, high] = [0, inputs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const input = inputs[middle];
    if (!input || holds(input)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the input as a poll item. C3: `ms` is the time since a putt was accepted. */
export const itemOf = ({ seq, at_ms, payload }: QueuedInput, now_ms: number) => ({
  seq,
  ...payload,
  ...(payload.kind === 'putt' ? { ms: now_ms - at_ms } : {}),
});
