// How much may come to the store (C35): fetches of each address and of each device, update checks of each device, publishing of each
// author; and of each address the tokens and keys that are refused.

import type { Clock } from '../../hal/clock/clock.ts';
import { networkOf } from '../caller-network.ts';
import { createTokenBuckets } from '../token-buckets.ts';

/** C35: what may come to the store in a second on average, and at once. */
const STORE_RATE = {
  fetch_address: { a_second: 1, burst: 60 },
  fetch_device: { a_second: 20 / 60, burst: 20 },
  check: { a_second: 12 / 60, burst: 12 },
  publish: { a_second: 30 / 3600, burst: 30 },
  refused: { a_second: 1, burst: 60 },
} as const;

/** Each gives null, or the whole seconds after which to come again. */
export interface StoreLimits {
  /** `device`: undefined for a caller that is none. */
  fetch(address: string, device: string | undefined): number | null;
  check(device: string): number | null;
  publish(owner: string): number | null;
  refused(address: string): number | null;
}

export const NO_STORE_LIMITS: StoreLimits = {
  fetch: () => null,
  check: () => null,
  publish: () => null,
  refused: () => null,
};

export function createStoreLimits(clock: Pick<Clock, 'now_ms'>): StoreLimits {
  const by_address = createTokenBuckets(STORE_RATE.fetch_address, clock);
  const by_device = createTokenBuckets(STORE_RATE.fetch_device, clock);
  const check = createTokenBuckets(STORE_RATE.check, clock);
  const publish = createTokenBuckets(STORE_RATE.publish, clock);
  const refused = createTokenBuckets(STORE_RATE.refused, clock);
  return {
    fetch(address, device) {
      // A device that has had enough takes nothing from the others at its address.
      const device_s = device === undefined ? null : by_device.peek(device);
      const wait_s = device_s ?? by_address.take(networkOf(address));
      if (wait_s === null && device !== undefined) by_device.take(device);
      return wait_s;
    },
    check: (device) => check.take(device),
    publish: (owner) => publish.take(owner),
    refused: (address) => refused.take(networkOf(address)),
  };
}
