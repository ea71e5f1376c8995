// Codes sent by mail (C110). A form is stored for 30 minutes; until then the browser that sent it can submit its code.

import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Log } from '../../hal/log/log.ts';
import { fail, ok, type Result } from '../../wire/errors.ts';
import type { PendingForm } from './database-accounts.ts';
import type { IdentityDatabase } from './database.ts';
import { emailKey } from './form-rules.ts';
import type { Mail, Mailer } from './mail/mailer.ts';

export interface Codes {
  /** Stores the form for its lifetime. `code`: null accepts no code. */
  wait(form: Pick<PendingForm, 'id' | 'kind' | 'email' | 'name' | 'password'>, code: string | null): void;
  /** Returns the form of this code without deleting it. Errors: `bad_value`. */
  redeem(id: string, kind: PendingForm['kind'], code: string): Result<PendingForm>;
  /** Sends the mail and logs the cause of a failure. Errors: `mail_failed`. */
  send(mail: Mail): Promise<Result<void>>;
}

interface CodesOptions {
  readonly database: IdentityDatabase;
  readonly mailer: Mailer;
  readonly log: Log;
  readonly unix_s: () => number;
}

const CODE_DIGITS = 6;
const WAITS_S = 1800;
const TRIES_MAX = 5;

export const createCodes = ({ database, mailer, log, unix_s }: CodesOptions): Codes => ({
  wait(form, code) {
    const { id, email } = form;
    const code_hash = code === null ? null : hashOf(id, code);
    const expires_s = unix_s() + WAITS_S;
    database.saveWaiting({ ...form, email_key: emailKey(email), code_hash, tries: 0, expires_s });
  },
  redeem(id, kind, code) {
    const waiting = database.waiting(id);
    if (!waiting || waiting.kind !== kind || waiting.expires_s <= unix_s() || waiting.tries >= TRIES_MAX)
      return fail('bad_value', 'This code has expired or was mistyped too often. Request a new one.');
    if (isCode(waiting, code)) return ok(waiting);
    database.saveWaiting({ ...waiting, tries: waiting.tries + 1 });
    return fail('bad_value', 'Wrong code. Check the mail and try again.');
  },
  async send(mail) {
    const sent = await mailer.send(mail);
    if (!sent.ok) log.write('error', 'identity', sent.error.message);
    return sent.ok ? sent : fail('mail_failed', 'The mail could not be sent. Try again later.');
  },
});

export const tooOften = (wait_s: number): Result<never> =>
  fail('limited', `Too many attempts. Try again in ${Math.ceil(wait_s / 60)} min.`);

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');

const hashOf = (id: string, code: string): string => createHash('sha256').update(`${id} ${code}`).digest('hex');

/** Compares the code without spaces, which users may type. */
function isCode({ id, code_hash }: PendingForm, typed: string): boolean {
  const given = hashOf(id, typed.replaceAll(/\s/g, ''));
  return code_hash !== null && timingSafeEqual(Buffer.from(given), Buffer.from(code_hash));
}
