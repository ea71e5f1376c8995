// Rate limits of the store (C35, C36): fetches and update checks per address and per device, counted installs per
// address, publications per author, and refused tokens and keys per address.

import type { Clock } from '../../hal/clock/clock.ts';
import { networkOf } from '../caller-network.ts';
import { createTokenBuckets, type TokenBuckets } from '../token-buckets.ts';

/** C35, C36: average rate per second, and burst. */
const STORE_RATE = {
  fetch_address: { a_second: 1, burst: 60 },
  fetch_device: { a_second: 20 / 60, burst: 20 },
  check_address: { a_second: 1, burst: 60 },
  check_device: { a_second: 12 / 60, burst: 12 },
  install: { a_second: 8 / 3600, burst: 8 },
  publish: { a_second: 30 / 3600, burst: 30 },
  refused: { a_second: 1, burst: 60 },
} as const;

/** Each returns null, or the seconds to wait before the next attempt. */
export interface StoreLimits {
  /** `device`: undefined if the caller is not a device. */
  fetch(address: string, device: string | undefined): number | null;
  check(address: string, device: string): number | null;
  /** Returns the seconds until this address may check again, else null; counts nothing. */
  checksLeft(address: string): number | null;
  publish(owner: string): number | null;
  refused(address: string): number | null;
  /** Whether a fetch from this address may count as an install of this code; `installed` then counts it. */
  mayInstall(address: string, code: string): boolean;
  installed(address: string, code: string): void;
}

export const NO_STORE_LIMITS: StoreLimits = {
  fetch: () => null,
  check: () => null,
  checksLeft: () => null,
  mayInstall: () => true,
  installed: () => {},
  publish: () => null,
  refused: () => null,
};

interface Both {
  readonly address: TokenBuckets;
  readonly device: TokenBuckets;
}

/**
 * Takes a token from both the device's and the address's bucket. A device over its limit takes none from the address,
 * which other devices share.
 */
function takeBoth(buckets: Both, address: string, device: string | undefined): number | null {
  const device_s = device === undefined ? null : buckets.device.peek(device);
  const wait_s = device_s ?? buckets.address.take(networkOf(address));
  if (wait_s === null && device !== undefined) buckets.device.take(device);
  return wait_s;
}

const installKey = (address: string, code: string): string => `${networkOf(address)} ${code}`;

export function createStoreLimits(clock: Pick<Clock, 'now_ms'>): StoreLimits {
  const fetches = {
    address: createTokenBuckets(STORE_RATE.fetch_address, clock),
    device: createTokenBuckets(STORE_RATE.fetch_device, clock),
  };
  const checks = {
    address: createTokenBuckets(STORE_RATE.check_address, clock),
    device: createTokenBuckets(STORE_RATE.check_device, clock),
  };
  const install = createTokenBuckets(STORE_RATE.install, clock);
  const publish = createTokenBuckets(STORE_RATE.publish, clock);
  const refused = createTokenBuckets(STORE_RATE.refused, clock);
  return {
    fetch: (address, device) => takeBoth(fetches, address, device),
    check: (address, device) => takeBoth(checks, address, device),
    checksLeft: (address) => checks.address.peek(networkOf(address)),
    mayInstall: (address, code) => install.peek(installKey(address, code)) === null,
    installed: (address, code) => void install.take(installKey(address, code)),
    publish: (owner) => publish.take(owner),
    refused: (address) => refused.take(networkOf(address)),
  };
}
