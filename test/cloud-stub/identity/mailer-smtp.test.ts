// Mail over a real SMTP server.

import { once } from 'node:events';
import test from 'ava';
import { SMTPServer } from 'smtp-server';
import { createSmtpMailer } from '../../../cloud-stub/identity/mail/mailer-smtp.ts';
import { signUpMail } from '../../../cloud-stub/identity/mail/texts.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { portOf } from '../../support/port-of.ts';
import type { ExecutionContext } from 'ava';

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

async function smtpServer(t: ExecutionContext): Promise<{ readonly url: string; readonly delivered: Delivered[] }> {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const from = mailFrom === false ? '' : mailFrom.address;
        delivered.push({ from, to: rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${portOf(listening)}`, delivered };
}

test('[C110] a code goes out by SMTP, to one address, as plain text', async (t) => {
  const { url, delivered } = await smtpServer(t);
  const mailer = createSmtpMailer({ url, from: 'FooGolf <club@example.com>' });
  valueOf(t, await mailer.send(signUpMail('ann@example.com', '012345')));
  const [mail] = delivered;
  t.deepEqual([mail?.from, mail?.to], ['club@example.com', ['ann@example.com']]);
  t.regex(mail?.text ?? '', /^Subject: 012345 is your code for FooGolf\r$/m);
  t.regex(mail?.text ?? '', /^Content-Type: text\/plain; charset=utf-8\r$/m);
  t.regex(mail?.text ?? '', /\r\n012345 is the code that confirms your address\./);
});

test('[C110] a mail server that is away is an error with its reason', async (t) => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from: 'club@example.com' });
  failsWith(t, await mailer.send(signUpMail('ann@example.com', '012345')), 'mail_failed', /ECONNREFUSED/);
});
