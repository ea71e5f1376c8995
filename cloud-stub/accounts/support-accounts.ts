// Support accounts (store §5.3; C116): by invitation only, with a second factor. An account is created when the
// invitation code, a password and the first code of an authenticator are submitted together.

import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { codeOf, readCode } from '../../wire/crockford.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { nobodysPassword } from './accounts.ts';
import { tooOften, type Codes } from './codes.ts';
import { commonPasswords } from './common-passwords.ts';
import type { Invitation, SupportAccount } from './database-accounts.ts';
import type { IdentityDatabase } from './database.ts';
import { addressIn, emailKey, emailProblem, isEmail, passwordProblem, supportNameProblem } from './form-rules.ts';
import type { IdentityLimits } from './limits.ts';
import { invitationMail } from './mail/texts.ts';
import { hashPassword, isPassword } from './passwords.ts';

interface SupportSignIn {
  readonly email: string;
  readonly password: string;
  /** Six-digit code of the authenticator. */
  readonly otp: string;
}

/** `address`: IP address of the request. Errors: `bad_value`, `limited`, `mail_failed`. */
export interface SupportAccounts {
  /** Mails a code that is valid for a week; `at`: URL of the page that takes it. @returns The code. */
  invite(invitee: Pick<Invitation, 'email' | 'name' | 'is_main'>, at: string): Promise<Result<string>>;
  /** Returns the data for the authenticator if the code of the invitation is correct. */
  invited(email: string, code: string, address: string): Result<Invitation>;
  join(form: SupportSignIn & { readonly code: string }, address: string): Promise<Result<SupportAccount>>;
  /** `known_as`: cookie of a browser that has signed in before; '' if none. */
  signIn(form: SupportSignIn, address: string, known_as: string): Promise<Result<SupportAccount>>;
  /** Returns the cookie of a browser that has signed in to this account. Only this cloud can create it. */
  knownAs(sub: string): string;
  account(sub: string): SupportAccount | null;
  accounts(): readonly SupportAccount[];
  invitations(): readonly Invitation[];
  /** Removes a member and ends their sessions, or withdraws an invitation. Returns false if the address has neither. */
  remove(email: string): boolean;
}

interface SupportAccountsOptions {
  readonly database: IdentityDatabase;
  readonly limits: IdentityLimits;
  readonly codes: Codes;
  readonly unix_s: () => number;
}

/** Prefix that distinguishes support accounts from author accounts. */
const SUPPORT_SUB = 'support:';
export const isOfSupport = (sub: string): boolean => sub.startsWith(SUPPORT_SUB);

/** Length of an invitation code: 60 bits. */
const CODE_SYMBOLS = 12;
const INVITED_S = 7 * 86_400;
const TRIES_MAX = 5;
const OTP_PERIOD_S = 30;
const WRONG = 'Wrong address, password or code.';

export function createSupportAccounts(options: SupportAccountsOptions): SupportAccounts {
  const { database, unix_s } = options;
  return {
    ...inviting(options),
    ...entering(options),
    account: (sub) => database.supportAccount(sub),
    accounts: () => database.supportAccounts(),
    invitations: () => database.invitations().filter(({ expires_s }) => expires_s > unix_s()),
    remove(email) {
      const key = emailKey(email);
      const account = database.supportAccountOf(key);
      const invitation = database.invitation(key);
      database.removeInvitation(key);
      if (!account) return invitation !== null;
      database.removeSupportAccount(account.sub);
      database.removeSessions(account.sub);
      database.removeWebSessions(account.sub, '');
      return true;
    },
  };
}

const inviting = ({ database, codes, unix_s }: SupportAccountsOptions): Pick<SupportAccounts, 'invite'> => ({
  async invite({ email: typed, name: named, is_main }, at) {
    const [email, name] = [addressIn(typed), named.trim()];
    const [wrong_email, wrong_name] = [emailProblem(email), supportNameProblem(name)];
    if (wrong_email !== '') return fail('bad_value', wrong_email, 'email');
    if (wrong_name !== '') return fail('bad_value', wrong_name, 'name');
    const email_key = emailKey(email);
    if (database.supportAccountOf(email_key))
      return fail('bad_value', `${email} is already a support member.`, 'email');
    const code = codeOf(randomBytes(CODE_SYMBOLS));
    const invitation = { email, email_key, name, is_main, code_hash: hashOf(email_key, code), tries: 0 };
    const otp_secret = new Secret({ size: 20 }).base32;
    database.saveInvitation({ ...invitation, otp_secret, expires_s: unix_s() + INVITED_S });
    const sent = await codes.send(invitationMail(email, code, at));
    return sent.ok ? ok(code) : sent;
  },
});

function entering({
  database,
  limits,
  unix_s,
}: SupportAccountsOptions): Pick<SupportAccounts, 'invited' | 'join' | 'signIn' | 'knownAs'> {
  const secret = database.secret('known-browsers', () => randomBytes(32).toString('base64url'));
  const knownAs = (sub: string): string => createHmac('sha256', secret).update(sub).digest('base64url');
  const invited = (email: string, code: string, address: string): Result<Invitation> => {
    const key = `invited ${emailKey(email)}`;
    const wait_s = isEmail(email) ? limits.tryOut(key, address) : limits.tryFrom(address);
    if (wait_s !== null) return tooOften(wait_s);
    const invitation = database.invitation(emailKey(email));
    if (invitation && invitation.expires_s > unix_s() && invitation.tries < TRIES_MAX) {
      if (isCode(invitation, code)) {
        limits.wasRight(key, address);
        return ok(invitation);
      }
      database.saveInvitation({ ...invitation, tries: invitation.tries + 1 });
    }
    return fail('bad_value', 'Invitation not found or expired. Ask for a new one.');
  };
  return {
    invited,
    knownAs,
    async join({ email, code, password, otp }, address) {
      const invitation = invited(email, code, address);
      if (!invitation.ok) return invitation;
      const { name, is_main, otp_secret, email_key } = invitation.value;
      const problem = passwordProblem(password, { email, name }, await commonPasswords());
      if (problem !== '') return fail('bad_value', problem);
      const otp_step = stepOf(otp_secret, otp, unix_s());
      if (otp_step === null) return fail('bad_value', 'Wrong authenticator code. Enter the current one.');
      const sub = `${SUPPORT_SUB}${randomUUID()}`;
      const kept = await hashPassword(password);
      const created = { sub, email: invitation.value.email, email_key, name, password: kept, created_s: unix_s() };
      const account: SupportAccount = { ...created, otp_secret, otp_step, is_main };
      database.removeInvitation(email_key);
      return database.addSupportAccount(account) ? ok(account) : fail('bad_value', WRONG);
    },
    async signIn({ email, password, otp }, address, known_as) {
      const account = database.supportAccountOf(emailKey(email));
      // Failed attempts of strangers can lock the account, but not for a browser that has signed in to it (C132).
      const is_known = account !== null && isSame(known_as, knownAs(account.sub));
      const key = `support ${is_known ? 'known ' : ''}${emailKey(email)}`; // does not lock out an author with the same address
      const wait_s = isEmail(email) ? limits.tryOut(key, address) : limits.tryFrom(address);
      if (wait_s !== null) return tooOften(wait_s);
      const right = await isPassword(password, account?.password ?? (await nobodysPassword()));
      const step = account && right ? stepOf(account.otp_secret, otp, unix_s()) : null;
      // Each code works once, so a code read over a user's shoulder is useless.
      if (account && step !== null && database.useOtpStep(account.sub, step)) {
        limits.wasRight(key, address);
        return ok(account);
      }
      return fail('bad_value', WRONG);
    },
  };
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const authenticatorOf = (secret: string): TOTP =>
  new TOTP({ issuer: 'FooGolf support', secret: Secret.fromBase32(secret), period: OTP_PERIOD_S });

/** Returns the otpauth URI that an authenticator scans as a QR code. */
export function authenticatorUri({ email, otp_secret }: Pick<Invitation, 'email' | 'otp_secret'>): string {
  const authenticator = authenticatorOf(otp_secret);
  authenticator.label = email;
  return authenticator.toString();
}

/**
 * Returns the time step of a code, accepting one step before and after the current one; null for a wrong code (RFC
 * 6238).
 */
function stepOf(secret: string, typed: string, now_s: number): number | null {
  const token = typed.replaceAll(/\s/g, '');
  const delta = authenticatorOf(secret).validate({ token, timestamp: now_s * 1000, window: 1 });
  return delta === null ? null : Math.floor(now_s / OTP_PERIOD_S) + delta;
}

const hashOf = (email_key: string, code: string): string =>
  createHash('sha256')
    .update(`${email_key} ${readCode(code, CODE_SYMBOLS) ?? ''}`)
    .digest('hex');

const isCode = ({ email_key, code_hash }: Invitation, typed: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(email_key, typed)), Buffer.from(code_hash));
