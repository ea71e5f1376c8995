// The identity provider of a cloud over its data folder, and how its mail goes out.

import { join } from 'node:path';
import { openIdentityDatabase } from '../../cloud-stub/accounts/database.ts';
import { createIdentity, type Identity } from '../../cloud-stub/accounts/endpoint.ts';
import { createOutbox } from '../../cloud-stub/accounts/mail/mailer-outbox.ts';
import { createSmtpMailer } from '../../cloud-stub/accounts/mail/mailer-smtp.ts';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import { ok, type Result } from '../../wire/errors.ts';
import { isLoopback } from '../../wire/listening.ts';
import { startOn } from './read-database.ts';

interface OpenIdentityOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** The data folder. */
  readonly data: string;
  /** What the cloud listens on. */
  readonly host: string;
  /** Where it is reached from outside, if that is another address. */
  readonly public_url?: string;
  /** Where it is reached, once it listens. */
  readonly origin: () => string;
  readonly limited: boolean;
}

export const IDENTITY_DATABASE_FILE = 'identity.sqlite';

/** Null, with a line in the log, where nobody could be sent a code. Errors: those of the database. */
export function openIdentity(options: OpenIdentityOptions): Result<Identity | null> {
  const { data, host, public_url, log } = options;
  const { TAPIN_SMTP_URL: url, TAPIN_MAIL_FROM: from } = process.env;
  const sends_mail = url !== undefined && url !== '';
  const is_here = isLoopback(host) && (public_url === undefined || isLoopback(new URL(public_url).hostname));
  if (!sends_mail && !is_here) {
    log.write('info', 'identity', 'Nobody can sign up: TAPIN_SMTP_URL names no mail server.');
    return ok(null);
  }
  const path = join(data, IDENTITY_DATABASE_FILE);
  const database = openIdentityDatabase(path);
  if (!database.ok) return database;
  const outbox = sends_mail ? null : createOutbox(({ to }) => log.write('info', 'identity', `A mail to ${to} is at ${options.origin()}/id/outbox, since TAPIN_SMTP_URL names no mail server.`)); // oxfmt-ignore
  const mailer = outbox ?? createSmtpMailer({ url: url ?? '', from: from ?? 'FooGolf <no-reply@localhost>' });
  return startOn(path, database.value, () => createIdentity({ ...options, database: database.value, mailer, outbox }));
}
