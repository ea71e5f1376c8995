// Mails that the identity provider sends.

import type { Result } from '../../../wire/errors.ts';

export interface Mail {
  /** A single address. */
  readonly to: string;
  readonly subject: string;
  /** Plain text. */
  readonly text: string;
}

export interface Mailer {
  /** Resolves when a mail server has accepted the mail. Errors: `mail_failed`. */
  send(mail: Mail): Promise<Result<void>>;
}
