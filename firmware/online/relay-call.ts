// A request to the relay as a value, and what can come of it.

import type { RelayAnswer } from '../../wire/relay/answers.ts';
import type { RequestBody, Route } from '../../wire/relay/requests.ts';
import type { PlayerEntry } from '../../wire/relay/shapes.ts';
import type { DeviceKey } from '../../wire/signing.ts';
import { CONTROL_TIMEOUT_MS, HELD_TIMEOUT_MS, RETRY_DELAY_MS, RETRY_FAILURES, RETRY_LONG_DELAY_MS } from './limits.ts';

/** Who the device is to the relay. The key shows nothing of itself. */
export interface Identity {
  readonly id: string;
  readonly key: DeviceKey;
}

/** What a device says of itself with every call that carries it. */
export interface Self {
  readonly name: string;
  readonly players: readonly PlayerEntry[];
}

export type RelayCall = {
  readonly [R in Route]: { readonly route: R; readonly body: RequestBody[R]; readonly held?: boolean };
}[Route];

export interface AskInput {
  readonly identity: Identity;
  readonly call: RelayCall;
}

export type AskEvent =
  | { readonly type: 'relay.answered'; readonly answer: RelayAnswer; readonly at_ms: number; readonly took_ms: number }
  | {
      readonly type: 'relay.failed';
      /** One sentence: why, and what to do where somebody can. */
      readonly reason: string;
      /** The same request would fail again. */
      readonly refused: boolean;
      readonly at_ms: number;
      readonly took_ms: number;
    };

/** R96, R97. */
export const timeoutMs = ({ held = false }: RelayCall): number => (held ? HELD_TIMEOUT_MS : CONTROL_TIMEOUT_MS);

/** R96: the pause after so many failures in a row. */
export const retryDelayMs = (failures: number): number =>
  failures < RETRY_FAILURES ? RETRY_DELAY_MS : RETRY_LONG_DELAY_MS;

/** How long an answer to a held request must have taken to count as held, where it says nothing new. */
const AT_ONCE_MS = 1000;

/** Whether a held request ended at once and told nothing: once is chance, often is somebody with the same identity (C79). */
export const saysNothing = ({ answer, took_ms }: Extract<AskEvent, { type: 'relay.answered' }>, st: string): boolean =>
  took_ms < AT_ONCE_MS && answer.items.length === 0 && (answer.state?.st ?? st) === st;

export const DUPLICATE_IDENTITY = 'Another device uses this identity: switch one of the two off.';
export const refusalOf = (status: string): string => `The cloud answered ${status}, and is asked again.`;
