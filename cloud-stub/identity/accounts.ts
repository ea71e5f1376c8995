// The accounts of authors: signing up by a code from a mail, signing in, and a new password (store §5.1, C110). Whether an address has an account
// is said to nobody: the answers are the same, and take as long.

import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Log } from '../../hal/log/log.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import { commonPasswords } from './common-passwords.ts';
import type { Account, IdentityDatabase, Waiting } from './database.ts';
import { emailKey, emailProblem, nameProblem, passwordProblem } from './form-rules.ts';
import type { IdentityLimits } from './limits.ts';
import type { Mail, Mailer } from './mail/mailer.ts';
import { knownMail, resetMail, signUpMail } from './mail/texts.ts';
import { hashPassword, isPassword } from './passwords.ts';

export interface SignUpForm {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

/** `id`: of whoever sends the form, so that the code is good for nobody else. `address`: where it comes from. Errors: `bad_value`, `limited`, `mail_failed`. */
export interface Accounts {
  /** Sends a code to the address. */
  signUp(id: string, form: SignUpForm, address: string): Promise<Result<void>>;
  /** The account exists from then on. */
  confirm(id: string, code: string): Result<Account>;
  signIn(form: Pick<SignUpForm, 'email' | 'password'>, address: string): Promise<Result<Account>>;
  /** Sends a code, where there is an account. */
  forgot(id: string, email: string, address: string): Result<void>;
  /** Signs out everywhere. */
  reset(id: string, code: string, password: string): Promise<Result<Account>>;
  account(sub: string): Account | null;
}

export interface AccountsOptions {
  readonly database: IdentityDatabase;
  readonly limits: IdentityLimits;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly unix_s: () => number;
}

const CODE_DIGITS = 6;
const WAITS_S = 1800;
const TRIES_MAX = 5;

export function createAccounts({ database, limits, mailer, log, unix_s }: AccountsOptions): Accounts {
  const send = async (mail: Mail): Promise<Result<void>> => {
    const sent = await mailer.send(mail);
    if (!sent.ok) log.write('error', 'identity', sent.error.message);
    return sent.ok ? sent : fail('mail_failed', "A mail can't be sent just now; try again in a while.");
  };
  /** Keeps the form until the code comes; null: no code will do. */
  const wait = (form: Pick<Waiting, 'id' | 'kind' | 'email' | 'name' | 'password'>, code: string | null): void => {
    const { id, email } = form;
    const code_hash = code === null ? null : hashOf(id, code);
    const expires_s = unix_s() + WAITS_S;
    database.saveWaiting({ ...form, email_key: emailKey(email), code_hash, tries: 0, expires_s });
  };
  /** What waits for this code. */
  const redeem = (id: string, kind: Waiting['kind'], code: string): Result<Waiting> => {
    const waiting = database.waiting(id);
    if (!waiting || waiting.kind !== kind || waiting.expires_s <= unix_s() || waiting.tries >= TRIES_MAX)
      return fail('bad_value', 'This code is too old, or was wrong too often: ask for another.');
    if (isCode(waiting, code)) return ok(waiting);
    database.saveWaiting({ ...waiting, tries: waiting.tries + 1 });
    return fail('bad_value', 'That is not the code from the mail.');
  };
  return {
    ...signingUp({ database, limits, unix_s }, { wait, redeem, send }),
    ...resetting({ database, limits }, { wait, redeem, send }),
    async signIn({ email, password }, address) {
      const key = emailKey(email);
      const wait_s = limits.signIn(key, address);
      if (wait_s !== null) return tooOften(wait_s);
      const account = database.accountOf(key);
      const right = await isPassword(password, account?.password ?? (await nobodysPassword()));
      if (account && right) return ok(account);
      limits.wrongPassword(key, address);
      return fail('bad_value', 'There is no account with this address and this password.');
    },
    account: (sub) => database.account(sub),
  };
}

interface Codes {
  readonly wait: (form: Pick<Waiting, 'id' | 'kind' | 'email' | 'name' | 'password'>, code: string | null) => void;
  readonly redeem: (id: string, kind: Waiting['kind'], code: string) => Result<Waiting>;
  readonly send: (mail: Mail) => Promise<Result<void>>;
}

function signingUp(
  { database, limits, unix_s }: Pick<AccountsOptions, 'database' | 'limits' | 'unix_s'>,
  { wait, redeem, send }: Codes,
): Pick<Accounts, 'signUp' | 'confirm'> {
  return {
    async signUp(id, form, address) {
      const [email, name] = [form.email.trim(), form.name.trim()];
      const problem =
        emailProblem(email) ||
        nameProblem(name) ||
        passwordProblem(form.password, { email, name }, await commonPasswords());
      if (problem !== '') return fail('bad_value', problem);
      const wait_s = limits.mail(emailKey(email), address);
      if (wait_s !== null) return tooOften(wait_s);
      const password = await hashPassword(form.password);
      const code = database.accountOf(emailKey(email)) ? null : newCode();
      wait({ id, kind: 'sign-up', email, name, password }, code);
      return send(code === null ? knownMail(email) : signUpMail(email, code));
    },
    confirm(id, code) {
      const redeemed = redeem(id, 'sign-up', code);
      if (!redeemed.ok) return redeemed;
      const { email, email_key, name, password } = redeemed.value;
      database.removeWaiting(id);
      const account = { sub: randomUUID(), email, email_key, name, password, created_s: unix_s() };
      // Whoever signed up twice at once has confirmed the other form first.
      return database.addAccount(account)
        ? ok(account)
        : fail('bad_value', 'This address has an account by now: sign in.');
    },
  };
}

function resetting(
  { database, limits }: Pick<AccountsOptions, 'database' | 'limits'>,
  { wait, redeem, send }: Codes,
): Pick<Accounts, 'forgot' | 'reset'> {
  return {
    forgot(id, typed, address) {
      const email = typed.trim();
      const problem = emailProblem(email);
      if (problem !== '') return fail('bad_value', problem);
      const wait_s = limits.mail(emailKey(email), address);
      if (wait_s !== null) return tooOften(wait_s);
      const known = database.accountOf(emailKey(email)) !== null;
      const code = known ? newCode() : null;
      wait({ id, kind: 'reset', email, name: '', password: '' }, code);
      // Not waited for: how long it takes would tell.
      if (code !== null) void send(resetMail(email, code));
      return ok(undefined);
    },
    async reset(id, code, password) {
      const redeemed = redeem(id, 'reset', code);
      if (!redeemed.ok) return redeemed;
      const account = database.accountOf(redeemed.value.email_key);
      if (!account) return fail('bad_value', 'This account is no more.');
      const problem = passwordProblem(password, account, await commonPasswords());
      if (problem !== '') return fail('bad_value', problem);
      const kept = await hashPassword(password);
      database.removeWaiting(id);
      database.setPassword(account.sub, kept);
      database.removeSessions(account.sub);
      return ok({ ...account, password: kept });
    },
  };
}

const tooOften = (wait_s: number): Result<never> =>
  fail('limited', `That was too often; try again in ${Math.ceil(wait_s / 60)} min.`);

const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

const hashOf = (id: string, code: string): string => createHash('sha256').update(`${id} ${code}`).digest('hex');

/** People type spaces. */
function isCode({ id, code_hash }: Waiting, typed: string): boolean {
  const given = hashOf(id, typed.replaceAll(/\s/g, ''));
  return code_hash !== null && timingSafeEqual(Buffer.from(given), Buffer.from(code_hash));
}

let nobodys: Promise<string> | null = null;
/** To look at in place of the password of an account that is not there, for as long. */
const nobodysPassword = (): Promise<string> => (nobodys ??= hashPassword(randomUUID()));
