// Mailer that sends nothing: on a cloud that runs on the user's own machine, the user reads the mails on a page.

import { ok } from '../../../wire/errors.ts';
import type { Mail, Mailer } from './mailer.ts';

export interface Outbox extends Mailer {
  /** Returns the latest mails, newest first. */
  mails(): readonly Mail[];
}

const MAILS_MAX = 20;

export function createOutbox(onMail: (mail: Mail) => void): Outbox {
  const mails: Mail[] = [];
  return {
    async send(mail) {
      mails.unshift(mail);
      mails.splice(MAILS_MAX);
      onMail(mail);
      return ok(undefined);
    },
    mails: () => mails,
  };
}
