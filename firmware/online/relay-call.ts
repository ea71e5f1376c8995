// Requests to the relay as values, and their results.

import type { RelayAnswer } from '../../wire/relay/answers.ts';
import type { RequestBody, RelayRoute } from '../../wire/relay/requests.ts';
import type { PlayerEntry } from '../../wire/relay/shapes.ts';
import type { DeviceKey } from '../../wire/signing.ts';
import { CONTROL_TIMEOUT_MS, HELD_TIMEOUT_MS, RETRY_DELAY_MS, RETRY_FAILURES, RETRY_LONG_DELAY_MS } from './limits.ts';

/** Identity of the device at the relay. The key does not expose its bytes. */
export interface DeviceIdentity {
  readonly id: string;
  readonly key: DeviceKey;
}

/** Name and players that a device reports in its calls. */
export interface Self {
  readonly name: string;
  readonly players: readonly PlayerEntry[];
}

export type RelayCall = {
  readonly [R in RelayRoute]: { readonly route: R; readonly body: RequestBody[R]; readonly held?: boolean };
}[RelayRoute];

export interface AskInput {
  readonly identity: DeviceIdentity;
  readonly call: RelayCall;
}

export type AskEvent =
  | { readonly type: 'relay.answered'; readonly answer: RelayAnswer; readonly at_ms: number; readonly took_ms: number }
  | {
      readonly type: 'relay.failed';
      /** Reason as one sentence, with a remedy if there is one. */
      readonly reason: string;
      /** True if the same request would fail again. */
      readonly refused: boolean;
      readonly at_ms: number;
      readonly took_ms: number;
    };

/** Returns the request timeout (R96, R97). */
export const timeoutMs = ({ held = false }: RelayCall): number => (held ? HELD_TIMEOUT_MS : CONTROL_TIMEOUT_MS);

/** R96: returns the pause after a number of consecutive failures. */
export const retryDelayMs = (failures: number): number =>
  failures < RETRY_FAILURES ? RETRY_DELAY_MS : RETRY_LONG_DELAY_MS;

/** Minimum duration for which a held request without news counts as held. */
const AT_ONCE_MS = 1000;

/**
 * Whether a held request ended immediately with nothing new. Once is chance; repeatedly means that a second device uses
 * the same identity (C79).
 */
export const hasNoNews = ({ answer, took_ms }: Extract<AskEvent, { type: 'relay.answered' }>, st: string): boolean =>
  took_ms < AT_ONCE_MS && answer.items.length === 0 && (answer.state?.st ?? st) === st;

export const DUPLICATE_IDENTITY = 'Another device uses this identity: turn one off.';
export const refusalOf = (status: string): string => `The cloud answered ${status}. Trying again.`;
