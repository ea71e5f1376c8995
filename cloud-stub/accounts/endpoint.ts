// Identity provider of the cloud, mounted at /id: the protocol, the pages, and the keys that verify its tokens. Large
// modules are loaded on the first request.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Alarm, Clock } from '../../hal/clock/clock.ts';
import type { Log } from '../../hal/log/log.ts';
import { messageOf } from '../../wire/errors.ts';
import type { HttpAnswer } from '../http/answers.ts';
import { statusOf } from '../http/body.ts';
import type { Mount } from '../http/serve-request.ts';
import { readFields } from '../../wire/json-fields.ts';
import { STORE_AUDIENCE, SUPPORT_AUDIENCE } from '../store/author.ts';
import type { Issuer } from '../store/authors.ts';
import { createAccounts, type Accounts } from './accounts.ts';
import { createCodes } from './codes.ts';
import type { IdentityDatabase } from './database.ts';
import { readAnyForm } from './form.ts';
import { INTERACTION_FORMS, sendPage } from './oidc/interactions.ts';
import { fullDisk, nothingHere } from './oidc/library-answers.ts';
import { createIdentityLimits, type IdentityLimits } from './limits.ts';
import type { Mail, Mailer } from './mail/mailer.ts';
import type { Outbox } from './mail/mailer-outbox.ts';
import { createNamedTokens, type NamedTokens } from './oidc/named-tokens.ts';
import { errorPage, outboxPage } from './pages/pages.ts';
import type { MailPlace } from '../web/common/code-field.ts';
import { STYLE } from '../web/common/style.ts';
import { createPasskeys, type Passkeys } from './passkeys/passkeys.ts';
import { createCliSessions, type CliSessions } from './sessions.ts';
import { providing, type Provided } from './oidc/provided.ts';
import { createSentOnce } from './sent-once.ts';
import { createSupportAccounts, type SupportAccounts } from './support-accounts.ts';
import { isStorageFull } from '../storage-room.ts';
import { createWebSessions, type WebSessions } from './web-sessions.ts';

interface IdentityOptions {
  readonly database: IdentityDatabase;
  readonly clock: Pick<Clock, 'now_ms' | 'unix_s' | 'setTimeout' | 'clearTimeout'>;
  readonly log: Log;
  readonly mailer: Mailer;
  /** Outbox that replaces outgoing mail and is shown on a page; null if mail is sent. */
  readonly outbox: Outbox | null;
  /** Whether limits per address apply; limits per account always do. */
  readonly limited: boolean;
  /** Public origin of the cloud, such as https://cloud.example.com; called only once the server listens. */
  readonly origin: () => string;
}

export interface IdentityService {
  readonly mount: Mount;
  readonly accounts: Accounts;
  readonly support: SupportAccounts;
  readonly web_sessions: WebSessions;
  readonly tokens: NamedTokens;
  readonly passkeys: Passkeys;
  /** Sessions of an account outside the pages of this cloud. */
  readonly cli_sessions: CliSessions;
  /** Redeems an authorization code of one of our own pages and returns its account; null if invalid. */
  redeem(client: string, code: string, verifier: string): Promise<string | null>;
  /** Ends a browser session without asking for a password. `id`: value of its session cookie. */
  endSession(id: string, sub: string): void;
  /** Issuer of author tokens. */
  issuer(): Issuer;
  /** Issuer of support tokens. */
  supportIssuer(): Issuer;
  readonly mail_place: MailPlace;
  /** Sends a mail; the result is logged. */
  mail(mail: Mail): void;
  /** Rotates the signing key, in an hour or immediately. @returns Time from which the new key signs, Unix seconds. */
  rotateKeys(at_once: boolean): number;
  /**
   * Counts a request body of an unauthenticated client before it is read. Returns the seconds to wait after too many
   * from an address, else null.
   */
  bodyWait(address: string): number | null;
  /** Copies the database to a new file. @throws If the copy fails. */
  copyTo(path: string): void;
  close(): void;
}

const PREFIX = '/id';
/** Interval between removals of expired data and checks of the signing keys. */
const SWEEP_MS = 600_000;
/** Provider routes that accept a body. */
export const IDENTITY_POSTS: readonly string[] = [
  '/token',
  '/token/revocation',
  '/device',
  '/device/auth',
  '/session/end',
  '/session/end/confirm',
  ...INTERACTION_FORMS,
];
const POSTS = new RegExp(`^(${IDENTITY_POSTS.map((path) => path.replace(':uid', '[^/]+')).join('|')})$`);
/** Routes whose requests are stored until they are answered or expire. */
const KEPT = /^\/(auth|device|session)(\/|$)/;
/** Routes that only machines request, not browsers. */
const OF_MACHINES = /^\/(device\/auth|token|token\/revocation)$/;
/** Paths where the library resumes after a form. */
const RESUMED = /^\/(auth|device)\/[^/]+$/;
/** Paths that accept HEAD. */
const READ = /^\/(\.well-known\/openid-configuration|jwks|style\.css)$/;

export function createIdentity(options: IdentityOptions): IdentityService {
  const { database, log, outbox, origin, clock } = options;
  const unix_s = (): number => clock.unix_s();
  const issuer = (): string => `${origin()}${PREFIX}`;
  const mail_place = outbox ? 'outbox' : 'mailbox';
  const limits = createIdentityLimits(clock, options.limited);
  const codes = createCodes({ ...options, unix_s });
  const accounts = createAccounts({ database, limits, codes, unix_s, origin });
  const support = createSupportAccounts({ database, limits, codes, unix_s });
  const web_sessions = createWebSessions(database, unix_s);
  const passkeys = createPasskeys({ database, limits, codes, accounts, unix_s, origin });
  const provided = providing({
    database,
    log,
    unix_s,
    issuer,
    accounts,
    support,
    web_sessions,
    passkeys,
    mail_place,
  });
  const issuerFor = (audience: string, isCurrent: (sub: string) => boolean): Issuer => {
    return { issuer: issuer(), audience, client_id: null, keys: provided.issuerKeys(), isCurrent };
  };
  const sweep = (): void => {
    database.removeExpired(unix_s());
    provided.refresh();
  };
  sweep();
  const endSweeping = sweeping(clock, log, sweep);
  const answer = answering(options, limits, provided);
  return {
    mount: {
      prefix: PREFIX,
      handle(request, response, address) {
        answer(request, response, address).catch((thrown: unknown) => {
          if (request.complete || !request.destroyed) sendFailure(log, request, response, thrown); // otherwise the client has disconnected
        });
      },
    },
    accounts,
    support,
    web_sessions,
    tokens: createNamedTokens(database, unix_s),
    passkeys,
    cli_sessions: createCliSessions(database),
    redeem: async (client, code, verifier) => (await provided.provider()).redeem(client, code, verifier),
    endSession(id, sub) {
      const session = readFields(database.oidc('Session', 'id', id, unix_s()) ?? '');
      if (session?.['accountId'] === sub) database.removeOidc('Session', id);
    },
    issuer: () => issuerFor(STORE_AUDIENCE, (sub) => accounts.account(sub) !== null),
    supportIssuer: () => issuerFor(SUPPORT_AUDIENCE, (sub) => support.account(sub) !== null),
    mail_place,
    mail: (mail) => void codes.send(mail),
    rotateKeys(at_once) {
      const signs_s = provided.keys.rotate(at_once);
      provided.refresh();
      return signs_s;
    },
    bodyWait: (address) => limits.body(address),
    copyTo: database.copyTo,
    close() {
      endSweeping();
      database.close();
    },
  };
}

function sendFailure(log: Log, { headers }: IncomingMessage, response: ServerResponse, thrown: unknown): void {
  const status = statusOf(thrown);
  if (status !== null) {
    response.setHeader('Connection', 'close'); // leaves the rest of an oversized body unread
    return sendPage(response, status, errorPage(messageOf(thrown)));
  }
  log.write('error', 'identity', messageOf(thrown));
  if (response.headersSent) response.destroy();
  else if (isStorageFull(thrown)) sendAnswer(response, fullDisk(headers.accept));
  else sendPage(response, 500, errorPage('Internal server error; see the server log.'));
}

const sendAnswer = (response: ServerResponse, { status, headers, body }: HttpAnswer): void =>
  void response.writeHead(status, headers).end(body);

/**
 * Sweeps every `SWEEP_MS`. A failed sweep, as on a full disk, is logged and does not stop the later ones. Returns a
 * stop function.
 */
function sweeping(clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>, log: Log, sweep: () => void): () => void {
  let alarm: Alarm = clock.setTimeout(again, SWEEP_MS);
  function again(): void {
    try {
      sweep();
    } catch (thrown) {
      log.write('warn', 'identity', `Expired data was not removed: ${messageOf(thrown)}.`);
    }
    alarm = clock.setTimeout(again, SWEEP_MS);
  }
  return () => clock.clearTimeout(alarm);
}

/** Sends a page to browsers and an RFC 6749 error to clients. */
function sendTooOften(response: ServerResponse, path: string, wait_s: number): void {
  response.setHeader('Retry-After', `${wait_s}`);
  const sentence = `Too many requests. Try again in ${wait_s} s.`;
  if (!OF_MACHINES.test(path)) return sendPage(response, 429, errorPage(sentence));
  const body = JSON.stringify({ error: 'temporarily_unavailable', error_description: sentence });
  response.writeHead(429, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(body);
}

/**
 * Redirects a sign-out by POST to GET: browsers send cookies with a cross-site GET but not with a POST, so the user
 * would seem signed out.
 */
async function askAgain(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const form = await readAnyForm(request);
  if (!form) return sendPage(response, 400, errorPage('The sign-out request is not a form.'));
  response.writeHead(303, { Location: `${PREFIX}/session/end?${form.toString()}`, 'Cache-Control': 'no-store' }).end();
}

type Answer = (request: IncomingMessage, response: ServerResponse, address: string) => Promise<void>;

function answering(
  { database, outbox, origin, clock }: IdentityOptions,
  limits: IdentityLimits,
  provided: Provided,
): Answer {
  const once = createSentOnce(() => clock.unix_s());
  const isKept = (model: string, id: string): boolean => database.oidc(model, 'id', id, clock.unix_s()) !== null;
  /** Whether the form can come from a page that was shown. Without a session, the library would fail. */
  const isOpen = (request: IncomingMessage, path: string, at: string): boolean => {
    if (path.startsWith('/interaction/')) return isKept('Interaction', at.split('/')[2] ?? '');
    return path !== '/device' || isKept('Session', sessionIdIn(request));
  };
  return async (request, response, address) => {
    const path = pathOf(request);
    for (const [name, value] of Object.entries(SAFE)) response.setHeader(name, value);
    if (request.method === 'HEAD' && !READ.test(path))
      return sendPage(response, 405, errorPage('HEAD is not allowed here.'));
    if (request.method === 'POST' && !POSTS.test(path))
      return sendAnswer(response, nothingHere(request.headers.accept));
    if (path === '/style.css') return void response.writeHead(200, STYLE_HEADERS).end(STYLE);
    // A page that reaches this machine under another host name must not read the codes.
    if (path === '/outbox' && outbox && request.headers.host === new URL(origin()).host)
      return sendPage(response, 200, outboxPage(outbox.mails()));
    const wait_s =
      (request.method === 'POST' ? limits.body(address) : null) ?? (KEPT.test(path) ? limits.begin(address) : null);
    if (wait_s !== null) return sendTooOften(response, path, wait_s);
    const at = (request.url ?? '').slice(PREFIX.length).split('?', 1)[0] ?? '';
    const respond = async (incoming: IncomingMessage, answered: ServerResponse): Promise<void> => {
      const { callback, interactions } = await provided.provider();
      asFromOutside(incoming, new URL(origin()), path);
      if (!path.startsWith('/interaction/')) return callback(incoming, answered);
      return interactions(incoming, answered, at.slice('/interaction/'.length), address);
    };
    if (request.method !== 'POST')
      return RESUMED.test(path) ? once.resume(at, request, response, respond) : respond(request, response);
    if (!isOpen(request, path, at) && !once.knows(at))
      return sendPage(response, 400, errorPage('This page has expired or belongs to another browser.'));
    if (path === '/session/end') return askAgain(request, response);
    return once.post(at, request, response, respond);
  };
}

/** Returns the path below the provider, as its router matches it: case-insensitive, without trailing slashes. */
function pathOf({ url = '' }: IncomingMessage): string {
  const [path = ''] = url.slice(PREFIX.length).split('?');
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end).toLowerCase();
}

const sessionIdIn = ({ headers }: IncomingMessage): string =>
  /(?:^|; *)_session=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? '';

/** Headers of every response of the library. */
const SAFE = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

const STYLE_HEADERS = {
  'Content-Type': 'text/css; charset=utf-8',
  'Cache-Control': 'max-age=300',
  'X-Content-Type-Options': 'nosniff',
};

/**
 * Fixes the public origin: the library takes it from the request, and neither the request nor a proxy may change it.
 */
function asFromOutside(request: IncomingMessage, { host, protocol }: URL, path: string): void {
  // Users must type the code: anyone could have made a link that contains one.
  const url = path === '/device' ? `${PREFIX}/device` : (request.url ?? '');
  Object.assign(request, { originalUrl: url, url: url.slice(PREFIX.length).replace(/^(?!\/)/, '/') });
  request.headers['x-forwarded-host'] = host;
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
  delete request.headers['x-forwarded-for'];
}
