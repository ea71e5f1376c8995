// How much may come (C21): of each device, once its signature is right; and of each address, only what fails. So a club behind one
// address plays undisturbed by somebody else there.

import type { Clock } from '../../hal/clock/clock.ts';
import { RATE } from '../../wire/choices.ts';
import type { RelayRequest } from '../../wire/relay/requests.ts';
import { createTokenBuckets } from '../token-buckets.ts';

/** Each gives null, or the whole seconds after which to come again. */
export interface RateLimits {
  request(device: string, request: RelayRequest): number | null;
  /** A device was told `invalid`. */
  invalid(device: string): void;
  failure(address: string): number | null;
}

export const NO_LIMITS: RateLimits = { request: () => null, invalid: () => {}, failure: () => null };

export function createRateLimits(clock: Clock): RateLimits {
  const control = createTokenBuckets(RATE.control, clock);
  const held = createTokenBuckets(RATE.held, clock);
  const invalid = createTokenBuckets(RATE.invalid, clock);
  const failure = createTokenBuckets(RATE.failure, clock);
  return {
    request(device, request) {
      const { route, body } = request;
      // Who has guessed at too many codes is not told of one more, be it right or wrong.
      const guessed = route === 'host' ? null : invalid.peek(device);
      const is_held = route === 'poll' || (route === 'join' && body.action === 'heartbeat');
      return guessed ?? (is_held ? held : control).take(device);
    },
    invalid: (device) => void invalid.take(device),
    failure: (address) => failure.take(networkOf(address)),
  };
}

/** IPv4 as it is, also when it comes as `::ffff:…`; of IPv6 the first 64 bits, since a caller has all that share them. */
function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address);
  if (mapped) return mapped[1] as string;
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const rest = tail.split(':').filter((group) => group !== '');
  const zeros = address.includes('::') ? Array.from({ length: 8 - groups.length - rest.length }, () => '0') : [];
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}
