// Mail over a real SMTP server.

import test from 'ava';
import { createSmtpMailer } from '../../../cloud-stub/accounts/mail/mailer-smtp.ts';
import { signUpMail } from '../../../cloud-stub/accounts/mail/texts.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { smtpServer } from '../../support/store/smtp-server.ts';

test('[C110] sends a code by SMTP to one address, as plain text', async (t) => {
  const { url, delivered } = await smtpServer(t);
  const mailer = createSmtpMailer({ url, from: 'FooGolf <club@example.com>' });
  valueOf(t, await mailer.send(signUpMail('ann@example.com', '012345')));
  const [mail] = delivered;
  t.deepEqual([mail?.from, mail?.to], ['club@example.com', ['ann@example.com']]);
  t.regex(mail?.text ?? '', /^Subject: 012345 is your code for FooGolf\r$/m);
  t.regex(mail?.text ?? '', /^Content-Type: text\/plain; charset=utf-8\r$/m);
  t.regex(mail?.text ?? '', /\r\n012345 is the code to confirm your address\./);
});

test('[C110] reports an unreachable mail server with its reason', async (t) => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'club@example.com' });
  failsWith(t, await mailer.send(signUpMail('ann@example.com', '012345')), 'mail_failed', /ECONNREFUSED/);
});
