// How often somebody may begin to sign in, try a password, and be sent mail (C110): by the account, so that its password is not guessed, and by
// the address that it comes from, so that nobody goes through many accounts or fills the database.

import type { Clock } from '../../hal/clock/clock.ts';
import { networkOf } from '../caller-network.ts';
import { createTokenBuckets, type TokenBuckets } from '../token-buckets.ts';

/** C110: in a second on average, and at once. */
const IDENTITY_RATE = {
  wrong_account: { a_second: 1 / 180, burst: 5 },
  wrong_address: { a_second: 1 / 20, burst: 30 },
  mail_account: { a_second: 1 / 1200, burst: 3 },
  mail_address: { a_second: 1 / 360, burst: 10 },
  begin_address: { a_second: 1 / 4, burst: 60 },
} as const;

/** Each gives null, or the whole seconds after which to come again. */
export interface IdentityLimits {
  /** Counts a request that leaves something to be kept until it is answered. */
  begin(address: string): number | null;
  /** Whether a password may be tried; counts nothing. */
  signIn(account: string, address: string): number | null;
  /** A password was wrong. */
  wrongPassword(account: string, address: string): void;
  /** Counts a mail to an account. */
  mail(account: string, address: string): number | null;
}

export const NO_IDENTITY_LIMITS: IdentityLimits = {
  begin: () => null,
  signIn: () => null,
  wrongPassword: () => {},
  mail: () => null,
};

/** `account`: whatever is always the same for one, there or not. */
export function createIdentityLimits(clock: Pick<Clock, 'now_ms'>): IdentityLimits {
  const buckets = (name: keyof typeof IDENTITY_RATE): TokenBuckets => createTokenBuckets(IDENTITY_RATE[name], clock);
  const [wrong_account, wrong_address] = [buckets('wrong_account'), buckets('wrong_address')];
  const [mail_account, mail_address] = [buckets('mail_account'), buckets('mail_address')];
  const begin_address = buckets('begin_address');
  return {
    begin: (address) => begin_address.take(networkOf(address)),
    signIn: (account, address) => wrong_account.peek(account) ?? wrong_address.peek(networkOf(address)),
    wrongPassword(account, address) {
      wrong_account.take(account);
      wrong_address.take(networkOf(address));
    },
    mail(account, address) {
      const wait_s = mail_account.peek(account) ?? mail_address.take(networkOf(address));
      if (wait_s === null) mail_account.take(account);
      return wait_s;
    },
  };
}
