// The field for a code of six digits that is mailed to somebody, and where that mail is.

import { html, type Html } from './html.ts';

/** Where mail is that somebody waits for: a cloud without a mail server shows it on a page. */
export type MailPlace = 'mailbox' | 'outbox';

/** `sent`: what is said of a mail that goes out. `which`: which one it is of all on the page of mails. */
export const mailSentence = (place: MailPlace, sent: string, which: string): string =>
  place === 'mailbox' ? sent : `This cloud sends no mail: ${which} is on the page of mails.`;

/** Behind the form, so that the field comes first by keyboard. */
export const noMail = (place: MailPlace): Html =>
  place === 'mailbox'
    ? html`No mail? Look in the spam folder.`
    : html`<a href="/id/outbox" target="_blank" rel="noopener">The page of mails</a>.`;

export const CODE_HINT = 'code-hint';

/** `sent`: what is said of the mail. `about`: attributes of the field, where it says more than its hint. */
export const codeField = (sent: string, about: Html = html`aria-describedby="${CODE_HINT}"`): Html =>
  html` <label for="code">Code</label>
    <p class="hint" id="${CODE_HINT}">${sent} Its code has six digits, and is good for half an hour.</p>
    <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required ${about} />`;
