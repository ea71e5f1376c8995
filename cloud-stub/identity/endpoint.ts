// The identity provider as a cloud has it, at /id: the protocol, the pages, and the keys by which the store knows its tokens. What is large in it is
// loaded when somebody first comes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import { messageOf } from '../../wire/errors.ts';
import type { Mount } from '../http/server.ts';
import { STORE_AUDIENCE } from '../store/author.ts';
import { localKeys, type Issuer } from '../store/authors.ts';
import { createAccounts } from './accounts.ts';
import type { IdentityDatabase } from './database.ts';
import { createInteractions, sendPage, type Interactions } from './interactions.ts';
import { createIdentityLimits, NO_IDENTITY_LIMITS } from './limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Outbox } from './mail/mailer-outbox.ts';
import { errorPage, outboxPage } from './pages/pages.ts';
import { STYLE } from './pages/style.ts';
import { openSigningKey, publicPartOf } from './signing-key.ts';

export interface IdentityOptions {
  readonly database: IdentityDatabase;
  readonly clock: Pick<Clock, 'now_ms' | 'unix_s'>;
  readonly log: Log;
  readonly mailer: Mailer;
  /** In place of mail that goes out: it is shown on a page. */
  readonly outbox: Outbox | null;
  readonly limited: boolean;
  /** Where the cloud is reached from outside, such as https://cloud.example.com; asked for once it listens. */
  readonly origin: () => string;
}

export interface Identity {
  readonly mount: Mount;
  /** Whose tokens are an author's. */
  issuer(): Issuer;
  close(): void;
}

interface Loaded {
  readonly callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly interactions: Interactions;
}

const PREFIX = '/id';

export function createIdentity(options: IdentityOptions): Identity {
  const { database, log, outbox, origin } = options;
  const key = openSigningKey(database);
  const keys = localKeys({ keys: [publicPartOf(key)] });
  const issuer = (): string => `${origin()}${PREFIX}`;
  const unix_s = (): number => options.clock.unix_s();
  const limits = options.limited ? createIdentityLimits(options.clock) : NO_IDENTITY_LIMITS;
  const accounts = createAccounts({ ...options, limits, unix_s });
  let loading: Promise<Loaded> | null = null;
  const load = async (): Promise<Loaded> => {
    const { createProvider } = await import('./provider.ts');
    database.removeExpired(unix_s());
    const provider = createProvider({ issuer: issuer(), database, accounts, key, unix_s });
    provider.on('server_error', (_context, error) => log.write('error', 'identity', error.message));
    return { callback: provider.callback(), interactions: createInteractions(provider, accounts) };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').slice(PREFIX.length).split('?');
    if (path === '/style.css') return void response.writeHead(200, STYLE_HEADERS).end(STYLE);
    // A page that calls this machine by a name of its own must not read the codes.
    if (path === '/outbox' && outbox && request.headers.host === new URL(origin()).host)
      return sendPage(response, 200, outboxPage(outbox.mails()));
    const { callback, interactions } = await (loading ??= load());
    asFromOutside(request, new URL(origin()), path);
    if (path.startsWith('/interaction/')) return interactions(request, response, path.slice('/interaction/'.length));
    return callback(request, response);
  };
  return {
    mount: {
      prefix: PREFIX,
      handle(request, response) {
        answer(request, response).catch((thrown: unknown) => {
          log.write('error', 'identity', messageOf(thrown));
          if (response.headersSent) response.destroy();
          else sendPage(response, 500, errorPage('The server failed; its log says why.'));
        });
      },
    },
    issuer: () => ({ issuer: issuer(), audience: STORE_AUDIENCE, client_id: null, keys }),
    close: () => database.close(),
  };
}

const STYLE_HEADERS = {
  'Content-Type': 'text/css; charset=utf-8',
  'Cache-Control': 'max-age=300',
  'X-Content-Type-Options': 'nosniff',
};

/** The library takes what it is called from the request: that is settled here, whatever a request or a proxy says. */
function asFromOutside(request: IncomingMessage, { host, protocol }: URL, path: string): void {
  // A code is typed and not followed: a link could be anybody's.
  const url = path === '/device' ? `${PREFIX}/device` : (request.url ?? '');
  Object.assign(request, { originalUrl: url, url: url.slice(PREFIX.length) || '/' });
  request.headers['x-forwarded-host'] = host;
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete request.headers['x-forwarded-for'];
}
