// The identity provider as a cloud has it, at /id: the protocol, the pages, and the keys by which the store knows its tokens. What is large in it is
// loaded when somebody first comes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import { messageOf } from '../../wire/errors.ts';
import type { Mount } from '../http/server.ts';
import { STORE_AUDIENCE } from '../store/author.ts';
import { localKeys, type Issuer, type IssuerKeys } from '../store/authors.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import type { IdentityDatabase } from './database.ts';
import { createInteractions, sendPage, type Interactions } from './interactions.ts';
import { createIdentityLimits, NO_IDENTITY_LIMITS } from './limits.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Outbox } from './mail/mailer-outbox.ts';
import { errorPage, outboxPage } from './pages/pages.ts';
import { STYLE } from './pages/style.ts';
import { createSigningKeys, publicPartOf, type SigningKeys } from './signing-keys.ts';

export interface IdentityOptions {
  readonly database: IdentityDatabase;
  readonly clock: Pick<Clock, 'now_ms' | 'unix_s' | 'setTimeout' | 'clearTimeout'>;
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
  /** Has another key sign: in an hour, or at once. @returns When, Unix seconds. */
  rotateKeys(at_once: boolean): number;
  close(): void;
}

interface Loaded {
  readonly callback: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly interactions: Interactions;
}

const PREFIX = '/id';
/** How often what has expired is removed, and keys are looked at. */
const SWEEP_MS = 600_000;
/** What is asked here is kept until it is answered, or has expired. */
const KEPT_PATHS: ReadonlySet<string> = new Set(['/auth', '/device/auth']);

export function createIdentity(options: IdentityOptions): Identity {
  const { database, log, outbox, origin, clock } = options;
  const unix_s = (): number => clock.unix_s();
  const issuer = (): string => `${origin()}${PREFIX}`;
  const limits = options.limited ? createIdentityLimits(clock) : NO_IDENTITY_LIMITS;
  const accounts = createAccounts({ ...options, limits, unix_s });
  const provided = providing(options, issuer, accounts);
  const endSweeping = sweeping(clock, () => {
    database.removeExpired(unix_s());
    provided.look();
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ''] = (request.url ?? '').slice(PREFIX.length).split('?');
    if (path === '/style.css') return void response.writeHead(200, STYLE_HEADERS).end(STYLE);
    // A page that calls this machine by a name of its own must not read the codes.
    if (path === '/outbox' && outbox && request.headers.host === new URL(origin()).host)
      return sendPage(response, 200, outboxPage(outbox.mails()));
    const wait_s = KEPT_PATHS.has(path) ? limits.begin(request.socket.remoteAddress ?? '') : null;
    if (wait_s !== null) return sendTooOften(response, path, wait_s);
    const { callback, interactions } = await provided.provider();
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
    issuer: () => ({ issuer: issuer(), audience: STORE_AUDIENCE, client_id: null, keys: provided.issuerKeys() }),
    rotateKeys(at_once) {
      const signs_s = provided.keys.rotate(at_once);
      provided.look();
      return signs_s;
    },
    close() {
      endSweeping();
      database.close();
    },
  };
}

interface Provided {
  readonly keys: SigningKeys;
  /** With the keys that are published now; loaded when it is first asked for. */
  provider(): Promise<Loaded>;
  /** By which its tokens are known. */
  issuerKeys(): IssuerKeys;
  /** Whether other keys are to be published. */
  look(): void;
}

/** The library takes its keys once, so with others there is another provider. */
function providing({ database, clock, log }: IdentityOptions, issuer: () => string, accounts: Accounts): Provided {
  const unix_s = (): number => clock.unix_s();
  const keys = createSigningKeys(database, unix_s);
  let published = keys.current();
  let known = localKeys({ keys: published.map(publicPartOf) });
  let loading: Promise<Loaded> | null = null;
  const load = async (): Promise<Loaded> => {
    const { createProvider } = await import('./provider.ts');
    const provider = createProvider({ issuer: issuer(), database, accounts, keys: published, unix_s });
    provider.on('server_error', (_context, error) => log.write('error', 'identity', error.message));
    return { callback: provider.callback(), interactions: createInteractions(provider, accounts) };
  };
  return {
    keys,
    provider: () => (loading ??= load()),
    issuerKeys: () => known,
    look() {
      const now = keys.current();
      if (now.map(({ kid }) => kid).join() === published.map(({ kid }) => kid).join()) return;
      published = now;
      known = localKeys({ keys: published.map(publicPartOf) });
      loading = null;
    },
  };
}

/** Does it now and again and again. @returns Ends it. */
function sweeping(clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>, sweep: () => void): () => void {
  let alarm: Alarm = null;
  const again = (): void => {
    sweep();
    alarm = clock.setTimeout(again, SWEEP_MS);
  };
  again();
  return () => clock.clearTimeout(alarm);
}

/** To a person a page, to a machine its words (RFC 6749). */
function sendTooOften(response: ServerResponse, path: string, wait_s: number): void {
  response.setHeader('Retry-After', `${wait_s}`);
  const sentence = `That was too often; try again in ${wait_s} s.`;
  if (path === '/auth') return sendPage(response, 429, errorPage(sentence));
  const body = JSON.stringify({ error: 'temporarily_unavailable', error_description: sentence });
  response.writeHead(429, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(body);
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
