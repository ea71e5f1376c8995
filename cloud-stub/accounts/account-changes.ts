// Changes of an author's account (C115). Each change that could be used to take over the account requires its password.

import { fail, ok, type Result } from '../../wire/errors.ts';
import { newCode, tooOften, type Codes } from './codes.ts';
import { commonPasswords } from './common-passwords.ts';
import type { Account } from './database-accounts.ts';
import type { IdentityDatabase } from './database.ts';
import { addressIn, emailKey, emailProblem, nameProblem, passwordProblem } from './form-rules.ts';
import type { IdentityLimits } from './limits.ts';
import { addressChangedMail, addressMail, knownMail, passwordChangedMail } from './mail/texts.ts';
import { hashPassword, isPassword } from './passwords.ts';

/** `address`: IP address of the request. Errors: `bad_value`, `limited`, `mail_failed`. */
export interface AccountChanges {
  changeName(sub: string, name: string): Result<void>;
  /** Ends all sessions except the web session with this hash. */
  changePassword(
    sub: string,
    form: { readonly current: string; readonly password: string },
    address: string,
    kept_hash: string,
  ): Promise<Result<void>>;
  /** Mails a code to the new address, or a notice if that address already has an account. */
  changeAddress(
    sub: string,
    form: { readonly current: string; readonly email: string },
    address: string,
  ): Promise<Result<void>>;
  /** Confirms the new address with the code from the mail. */
  confirmAddress(sub: string, code: string): Result<void>;
  /** Checks the password of the account. */
  isOwnPassword(sub: string, password: string, address: string): Promise<Result<void>>;
  /** Deletes the account and its data, and ends all its sessions. */
  removeAccount(sub: string): void;
}

interface AccountChangesOptions {
  readonly database: IdentityDatabase;
  readonly limits: IdentityLimits;
  readonly codes: Codes;
  /** Public origin of the cloud, used in mails. */
  readonly origin: () => string;
}

export function createAccountChanges({ database, limits, codes, origin }: AccountChangesOptions): AccountChanges {
  const proven = provenBy({ database, limits });
  return {
    changeName(sub, typed) {
      const name = typed.trim();
      const problem = nameProblem(name);
      if (problem !== '') return fail('bad_value', problem, 'name');
      database.setName(sub, name);
      return ok(undefined);
    },
    async changePassword(sub, { current, password }, address, kept_hash) {
      const account = await proven(sub, current, address);
      if (!account.ok) return account;
      const problem = passwordProblem(password, account.value, await commonPasswords());
      if (problem !== '') return fail('bad_value', problem, 'password');
      database.setPassword(sub, await hashPassword(password));
      database.removeSessions(sub);
      database.removeWebSessions(sub, kept_hash);
      void codes.send(passwordChangedMail(account.value.email, database.passkeys(sub).length > 0, origin()));
      return ok(undefined);
    },
    async changeAddress(sub, form, address) {
      const email = addressIn(form.email);
      const problem = emailProblem(email);
      if (problem !== '') return fail('bad_value', problem, 'email');
      const account = await proven(sub, form.current, address);
      if (!account.ok) return account;
      const wait_s = limits.mail(emailKey(email), address);
      if (wait_s !== null) return tooOften(wait_s);
      const known = database.accountOf(emailKey(email));
      const code = known ? null : newCode();
      codes.wait({ id: waitingOf(sub), kind: 'address', email, name: '', password: '' }, code);
      // Not awaited: the duration would reveal whether the address has an account.
      void codes.send(code === null ? knownMail(known?.email ?? email) : addressMail(email, code));
      return ok(undefined);
    },
    confirmAddress(sub, code) {
      const redeemed = codes.redeem(waitingOf(sub), 'address', code);
      if (!redeemed.ok) return redeemed;
      const { email, email_key } = redeemed.value;
      const before = database.account(sub);
      database.removeWaiting(waitingOf(sub));
      if (!database.setAddress(sub, email, email_key))
        return fail('bad_value', 'This address is not available. Use another one.');
      if (before) void codes.send(addressChangedMail(before.email, origin()));
      return ok(undefined);
    },
    async isOwnPassword(sub, password, address) {
      const account = await proven(sub, password, address);
      return account.ok ? ok(undefined) : account;
    },
    removeAccount(sub) {
      database.removeAccount(sub);
      database.removeSessions(sub);
      database.removeWebSessions(sub, '');
      database.removeTokens(sub);
      database.removePasskeys(sub);
      database.removeWaiting(waitingOf(sub));
    },
  };
}

/** Returns a function that returns the account if the password is correct. */
function provenBy({ database, limits }: Pick<AccountChangesOptions, 'database' | 'limits'>) {
  return async (sub: string, password: string, address: string): Promise<Result<Account>> => {
    const account = database.account(sub);
    if (!account) return fail('bad_value', 'This account no longer exists.');
    const key = `signed in ${sub}`; // a key of its own, so that failed sign-ins elsewhere cannot lock the owner out
    const wait_s = limits.tryOut(key, address);
    if (wait_s !== null) return tooOften(wait_s);
    if (await isPassword(password, account.password)) {
      limits.wasRight(key, address);
      return ok(account);
    }
    return fail('bad_value', 'Wrong password.', 'current');
  };
}

/** Cannot collide with the id of a form, which is random. */
const waitingOf = (sub: string): string => `address of ${sub}`;
