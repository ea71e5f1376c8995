// How much may come (C21): of each device, once its signature is right; and of each address, only what fails. So a club behind one
// address plays undisturbed by somebody else there.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { RelayRequest } from '../../../wire/relay/requests.ts';
import { networkOf } from '../../caller-network.ts';
import { createTokenBuckets } from '../../token-buckets.ts';

/** C21: what may come in a second on average, and at once. */
const RATE = {
  control: { a_second: 20, burst: 40 },
  /** C121: an old code leads on for 600 s, so at most 64 of a host do at a time. */
  renewal: { a_second: 32 / 600, burst: 32 },
  held: { a_second: 60, burst: 120 },
  invalid: { a_second: 1, burst: 60 },
  failure: { a_second: 20, burst: 100 },
} as const;

/** Each gives null, or the whole seconds after which to come again. */
export interface RateLimits {
  request(device: string, request: RelayRequest): number | null;
  /** A device was told `invalid`; after too many it is told nothing but to wait. */
  invalid(device: string): void;
  /** How often a device may be told `invalid` now, and in how many seconds again where it may not. */
  guesses(device: string): { readonly left: number; readonly wait_s: number };
  failure(address: string): number | null;
}

export const NO_LIMITS: RateLimits = {
  request: () => null,
  invalid: () => {},
  guesses: () => ({ left: Number.POSITIVE_INFINITY, wait_s: 0 }),
  failure: () => null,
};

export function createRateLimits(clock: Clock): RateLimits {
  const control = createTokenBuckets(RATE.control, clock);
  const renewal = createTokenBuckets(RATE.renewal, clock);
  const held = createTokenBuckets(RATE.held, clock);
  const invalid = createTokenBuckets(RATE.invalid, clock);
  const failure = createTokenBuckets(RATE.failure, clock);
  return {
    request(device, request) {
      const { route, body } = request;
      // Who has guessed at too many codes is not told of one more, be it right or wrong.
      const guessed = route === 'host' ? null : invalid.peek(device);
      const is_held = route === 'poll' || (route === 'join' && body.action === 'heartbeat');
      const wait_s = guessed ?? (is_held ? held : control).take(device);
      const renews = route === 'host' && body.action === 'regenerate';
      return wait_s ?? (renews ? renewal.take(device) : null);
    },
    invalid: (device) => void invalid.take(device),
    guesses: (device) => ({ left: invalid.left(device), wait_s: invalid.peek(device) ?? 0 }),
    failure: (address) => failure.take(networkOf(address)),
  };
}
