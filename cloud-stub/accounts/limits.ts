// Rate limits of sign-ins, password attempts and mails (C110): per account, against password guessing, and per address,
// against trying many accounts or filling the database.

import type { Clock } from '../../hal/clock/clock.ts';
import { networkOf } from '../caller-network.ts';
import { createTokenBuckets, type TokenBuckets } from '../token-buckets.ts';

/** Average rate per second, and burst (C110). */
const IDENTITY_RATE = {
  wrong_account: { a_second: 1 / 180, burst: 5 },
  wrong_address: { a_second: 1 / 20, burst: 30 },
  mail_account: { a_second: 1 / 1200, burst: 3 },
  mail_address: { a_second: 1 / 360, burst: 10 },
  begin_address: { a_second: 1 / 4, burst: 60 },
  body_address: { a_second: 2, burst: 100 },
} as const;

/** Each counting method returns null, or the seconds to wait before the next attempt. */
export interface IdentityLimits {
  /** Counts a request that is stored until it is answered. */
  begin(address: string): number | null;
  /** Counts a request body of an unauthenticated client, before it is read (C130). */
  body(address: string): number | null;
  /** Counts an attempt to authenticate before its result is known, since many can arrive at once. */
  tryOut(account: string, address: string): number | null;
  /** Counts an attempt that names no account to lock: with a passkey, or with an invalid e-mail address. */
  tryFrom(address: string): number | null;
  /** Takes back a successful attempt. */
  wasRightFrom(address: string): void;
  /** Counts a mail to an account. */
  mail(account: string, address: string): number | null;
  /** Takes back a successful attempt. */
  wasRight(account: string, address: string): void;
}

/**
 * `account`: any stable key of an account, existing or not. `of_addresses`: whether limits per address apply; limits
 * per account always do.
 */
export function createIdentityLimits(clock: Pick<Clock, 'now_ms'>, of_addresses: boolean): IdentityLimits {
  const buckets = (name: keyof typeof IDENTITY_RATE): TokenBuckets =>
    name.endsWith('_address') && !of_addresses ? NO_BUCKETS : createTokenBuckets(IDENTITY_RATE[name], clock);
  const [wrong_account, wrong_address] = [buckets('wrong_account'), buckets('wrong_address')];
  const [mail_account, mail_address] = [buckets('mail_account'), buckets('mail_address')];
  const [begin_address, body_address] = [buckets('begin_address'), buckets('body_address')];
  const takeBoth = (of_account: TokenBuckets, of_address: TokenBuckets, account: string, address: string) => {
    const wait_s = of_account.peek(account) ?? of_address.take(networkOf(address));
    if (wait_s === null) of_account.take(account);
    return wait_s;
  };
  return {
    begin: (address) => begin_address.take(networkOf(address)),
    body: (address) => body_address.take(networkOf(address)),
    tryFrom: (address) => wrong_address.take(networkOf(address)),
    wasRightFrom: (address) => wrong_address.give(networkOf(address)),
    tryOut: (account, address) => takeBoth(wrong_account, wrong_address, account, address),
    mail: (account, address) => takeBoth(mail_account, mail_address, account, address),
    wasRight(account, address) {
      wrong_account.give(account);
      wrong_address.give(networkOf(address));
    },
  };
}

const NO_BUCKETS: TokenBuckets = {
  take: () => null,
  peek: () => null,
  left: () => Number.POSITIVE_INFINITY,
  give: () => {},
};
