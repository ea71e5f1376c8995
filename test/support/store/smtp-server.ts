// A mail server on a real port that records delivered mails.

import { once } from 'node:events';
import type { ExecutionContext } from 'ava';
import { SMTPServer } from 'smtp-server';
import { TIMEOUT_MS } from '../process/timeouts.ts';
import { portOf } from '../process/port-of.ts';

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  /** Message including its headers. */
  readonly text: string;
}

interface MailServer {
  readonly url: string;
  /** Delivered mails, oldest first. */
  readonly delivered: readonly Delivered[];
  /** Resolves with the next mail to this address that matches, counted from the last one returned. */
  next(to: string, pattern: RegExp): Promise<RegExpExecArray>;
}

export async function smtpServer(t: ExecutionContext): Promise<MailServer> {
  const delivered: Delivered[] = [];
  const came = new EventTarget();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
      stream.on('end', () => {
        const from = mailFrom === false ? '' : mailFrom.address;
        delivered.push({ from, to: rcptTo.map(({ address }) => address), text });
        came.dispatchEvent(new Event('mail'));
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())));
  let read = 0;
  return {
    url: `smtp://127.0.0.1:${portOf(listening)}`,
    delivered,
    async next(to, pattern) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      for (;;) {
        for (; read < delivered.length; read++) {
          const mail = delivered[read];
          const found = mail?.to.includes(to) ? pattern.exec(mail.text) : null;
          if (!found) continue;
          read++;
          return found;
        }
        await once(came, 'mail', { signal });
      }
    },
  };
}
