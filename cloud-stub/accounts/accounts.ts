// Author accounts: signing up with a code from a mail, signing in, resetting the password (store §5.1, C110). Responses
// and their timing do not reveal whether an address has an account.

import { randomUUID } from 'node:crypto';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { createAccountChanges, type AccountChanges } from './account-changes.ts';
import { newCode, tooOften, type Codes } from './codes.ts';
import { commonPasswords } from './common-passwords.ts';
import type { Account } from './database-accounts.ts';
import type { IdentityDatabase } from './database.ts';
import { addressIn, emailKey, emailProblem, isEmail, nameProblem, passwordProblem } from './form-rules.ts';
import type { IdentityLimits } from './limits.ts';
import { knownMail, resetMail, signUpMail } from './mail/texts.ts';
import { hashPassword, isPassword } from './passwords.ts';

export interface SignUpForm {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/**
 * `id`: id of the browser interaction that sent the form; its code is valid only there. `address`: IP address of the
 * request. Errors: `bad_value`, `limited`, `mail_failed`.
 */
export interface Accounts extends AccountChanges {
  /** Mails a code to the address. */
  signUp(id: string, form: SignUpForm, address: string): Promise<Result<void>>;
  /** Creates the account. */
  confirm(id: string, code: string): Result<Account>;
  signIn(form: Pick<SignUpForm, 'email' | 'password'>, address: string): Promise<Result<Account>>;
  /** Mails a code if the account exists. */
  forgot(id: string, email: string, address: string): Result<void>;
  /** Sets the password and ends all sessions. */
  reset(id: string, code: string, password: string): Promise<Result<Account>>;
  account(sub: string): Account | null;
  /** Returns the account with this `emailKey`. */
  accountOf(email_key: string): Account | null;
}

interface AccountsOptions {
  readonly database: IdentityDatabase;
  readonly limits: IdentityLimits;
  readonly codes: Codes;
  readonly unix_s: () => number;
  /** Public origin of the cloud, used in mails. */
  readonly origin: () => string;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const { database, limits } = options;
  return {
    ...signingUp(options),
    ...resetting(options),
    ...createAccountChanges(options),
    async signIn({ email, password }, address) {
      const key = emailKey(email);
      const wait_s = isEmail(email) ? limits.tryOut(key, address) : limits.tryFrom(address);
      if (wait_s !== null) return tooOften(wait_s);
      const account = database.accountOf(key);
      const right = await isPassword(password, account?.password ?? (await nobodysPassword()));
      if (account && right) {
        limits.wasRight(key, address);
        return ok(account);
      }
      return fail('bad_value', 'Wrong address or password.');
    },
    account: (sub) => database.account(sub),
    accountOf: (email_key) => database.accountOf(email_key),
  };
}

function signingUp({
  database,
  limits,
  codes: { wait, redeem, send },
  unix_s,
}: AccountsOptions): Pick<Accounts, 'signUp' | 'confirm'> {
  return {
    async signUp(id, form, address) {
      const [email, name] = [addressIn(form.email), form.name.trim()];
      const problem =
        emailProblem(email) ||
        nameProblem(name) ||
        passwordProblem(form.password, { email, name }, await commonPasswords());
      if (problem !== '') return fail('bad_value', problem);
      const wait_s = limits.mail(emailKey(email), address);
      if (wait_s !== null) return tooOften(wait_s);
      const password = await hashPassword(form.password);
      const known = database.accountOf(emailKey(email));
      const code = known ? null : newCode();
      wait({ id, kind: 'sign-up', email, name, password }, code);
      return send(known || code === null ? knownMail(known?.email ?? email) : signUpMail(email, code));
    },
    confirm(id, code) {
      const redeemed = redeem(id, 'sign-up', code);
      if (!redeemed.ok) return redeemed;
      const { email, email_key, name, password } = redeemed.value;
      database.removeWaiting(id);
      const account = { sub: randomUUID(), email, email_key, name, password, created_s: unix_s() };
      // Fails if a second sign-up with the same address was confirmed first.
      return database.addAccount(account)
        ? ok(account)
        : fail('bad_value', 'This address already has an account. Sign in instead.');
    },
  };
}

function resetting({
  database,
  limits,
  codes: { wait, redeem, send },
}: AccountsOptions): Pick<Accounts, 'forgot' | 'reset'> {
  return {
    forgot(id, typed, address) {
      const email = addressIn(typed);
      const problem = emailProblem(email);
      if (problem !== '') return fail('bad_value', problem);
      const wait_s = limits.mail(emailKey(email), address);
      if (wait_s !== null) return tooOften(wait_s);
      const account = database.accountOf(emailKey(email));
      const code = account ? newCode() : null;
      wait({ id, kind: 'reset', email, name: '', password: '' }, code);
      // Not awaited: the duration would reveal whether the account exists.
      if (account && code !== null)
        void send(resetMail(account.email, code, database.passkeys(account.sub).length > 0));
      return ok(undefined);
    },
    async reset(id, code, password) {
      const redeemed = redeem(id, 'reset', code);
      if (!redeemed.ok) return redeemed;
      const account = database.accountOf(redeemed.value.email_key);
      if (!account) return fail('bad_value', 'This account no longer exists.');
      const problem = passwordProblem(password, account, await commonPasswords());
      if (problem !== '') return fail('bad_value', problem);
      const kept = await hashPassword(password);
      database.removeWaiting(id);
      database.setPassword(account.sub, kept);
      database.removeSessions(account.sub);
      database.removeWebSessions(account.sub, '');
      return ok({ ...account, password: kept });
    },
  };
}

let nobodys: Promise<string> | null = null;
/** Returns a hash to check when the account does not exist, so that the check takes as long. */
export const nobodysPassword = (): Promise<string> => (nobodys ??= hashPassword(randomUUID()));
