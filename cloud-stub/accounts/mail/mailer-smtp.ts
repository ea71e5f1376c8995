// SMTP mailer. The library is loaded with the first mail.

import { fail, messageOf, ok, type Result } from '../../../wire/errors.ts';
import type { Mailer } from './mailer.ts';

interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://`. */
  readonly url: string;
  /** Sender address. */
  readonly from: string;
}

const TIMEOUT_MS = 10_000;

export const createSmtpMailer = ({ url, from }: SmtpOptions): Mailer => ({
  async send({ to, subject, text }): Promise<Result<void>> {
    try {
      const { createTransport } = await import('nodemailer');
      const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
      const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      return ok(undefined);
    } catch (thrown) {
      return fail('mail_failed', `The mail was not sent: ${messageOf(thrown)}.`);
    }
  },
});
