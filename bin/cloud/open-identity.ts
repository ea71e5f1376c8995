// Opens a cloud's identity provider over its data folder, with its mailer.

import { join } from 'node:path';
import { openIdentityDatabase } from '../../cloud-stub/accounts/database.ts';
import { createIdentity, type IdentityService } from '../../cloud-stub/accounts/endpoint.ts';
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
  /** Data folder. */
  readonly data: string;
  /** Address that the cloud listens on. */
  readonly host: string;
  /** Public URL, if it differs from the listening address. */
  readonly public_url?: string;
  /** Returns the origin of the cloud; valid once it listens. */
  readonly origin: () => string;
  readonly limited: boolean;
}

export const IDENTITY_DATABASE_FILE = 'identity.sqlite';

/**
 * Opens the identity provider; returns null, and logs it, if no sign-in code could be delivered. Errors: as for the
 * database.
 */
export function openIdentity(options: OpenIdentityOptions): Result<IdentityService | null> {
  const { data, host, public_url, log } = options;
  const { TAPIN_SMTP_URL: url, TAPIN_MAIL_FROM: from } = process.env;
  const sends_mail = url !== undefined && url !== '';
  const is_here = isLoopback(host) && (public_url === undefined || isLoopback(new URL(public_url).hostname));
  if (!sends_mail && !is_here) {
    log.write('info', 'identity', 'Sign-up is disabled: TAPIN_SMTP_URL is not set.');
    return ok(null);
  }
  const path = join(data, IDENTITY_DATABASE_FILE);
  const database = openIdentityDatabase(path);
  if (!database.ok) return database;
  const outbox = sends_mail ? null : createOutbox(({ to }) => log.write('info', 'identity', `A mail to ${to} is at ${options.origin()}/id/outbox, since TAPIN_SMTP_URL is not set.`)); // oxfmt-ignore
  const mailer = outbox ?? createSmtpMailer({ url: url ?? '', from: from ?? 'FooGolf <no-reply@localhost>' });
  return startOn(path, database.value, () => createIdentity({ ...options, database: database.value, mailer, outbox }));
}
