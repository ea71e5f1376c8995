// Rate limits of the relay (C21): per device after its signature is verified, and per address for failures only. So
// players of a club behind one address are not affected by other clients there.

import type { Clock } from '../../../hal/clock/clock.ts';
import type { RelayRequest } from '../../../wire/relay/requests.ts';
import { networkOf } from '../../caller-network.ts';
import { createTokenBuckets } from '../../token-buckets.ts';

/** Average rate per second, and burst (C21). */
const RATE = {
  control: { a_second: 20, burst: 40 },
  /** C121: an old code stays valid for 600 s, so a host has at most 64 at a time. */
  renewal: { a_second: 32 / 600, burst: 32 },
  held: { a_second: 60, burst: 120 },
  invalid: { a_second: 1, burst: 60 },
  failure: { a_second: 20, burst: 100 },
} as const;

/** Each returns null, or the seconds to wait before the next attempt. */
export interface RateLimits {
  request(device: string, request: RelayRequest): number | null;
  /** Records an `invalid` answer to a device; after too many, it only receives a wait time. */
  invalid(device: string): void;
  /** Returns how many `invalid` answers a device may still receive, and the seconds until the next if none. */
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
      // A device with too many wrong guesses gets no answer about another code, right or wrong.
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
