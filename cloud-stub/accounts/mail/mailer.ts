// Mail that the identity provider sends.

import type { Result } from '../../../wire/errors.ts';

export interface Mail {
  /** One address. */
  readonly to: string;
  readonly subject: string;
  /** Plain lines. */
  readonly text: string;
}

export interface Mailer {
  /** Done when somebody has taken it who delivers it. Errors: `mail_failed`. */
  send(mail: Mail): Promise<Result<void>>;
}
