// Form field for a mailed six-digit code, with a hint where to find the mail.

import { html, type Html } from './html.ts';

/** Where users find their mail: without a mail server, the cloud shows it on a page. */
export type MailPlace = 'mailbox' | 'outbox';

/** Returns the hint about a mail. `sent`: text if the mail was sent; `which`: name of the mail in the outbox. */
export const mailSentence = (place: MailPlace, sent: string, which: string): string =>
  place === 'mailbox' ? sent : `This cloud sends no mail: ${which} is in the outbox.`;

/** Help for a missing code mail. Placed after the form, so that the field comes first in tab order. */
export const noMail = (place: MailPlace): Html =>
  place === 'mailbox'
    ? html`No mail? Check your spam folder.`
    : html`<a href="/id/outbox" target="_blank" rel="noopener">Open the outbox</a>.`;

export const CODE_HINT = 'code-hint';

/**
 * Returns the code field. `sent`: text about the mail; `about`: attributes of the field. Default: described by its
 * hint.
 */
export const codeField = (sent: string, about: Html = html`aria-describedby="${CODE_HINT}"`): Html =>
  html` <label for="code">Code</label>
    <p class="hint" id="${CODE_HINT}">${sent} Its code has six digits and is valid for 30 minutes.</p>
    <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required ${about} />`;
