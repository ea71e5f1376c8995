// An identity provider on a real port, with a mailbox, a cookie-keeping visitor, and an independent OpenID Connect
// client.

import type { ExecutionContext } from 'ava';
import * as client from 'openid-client';
import { openIdentityDatabase, type IdentityDatabase } from '../../../cloud-stub/accounts/database.ts';
import { createIdentity, type IdentityService } from '../../../cloud-stub/accounts/endpoint.ts';
import type { SignUpForm } from '../../../cloud-stub/accounts/accounts.ts';
import type { Mail } from '../../../cloud-stub/accounts/mail/mailer.ts';
import { createOutbox } from '../../../cloud-stub/accounts/mail/mailer-outbox.ts';
import { openCloudServer } from '../../../cloud-stub/http/server.ts';
import { createRouter } from '../../../cloud-stub/http/router.ts';
import { createVirtualClock, type VirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryLog, type MemoryLog } from '../../../hal/log/log-memory.ts';
import { valueOf } from '../results.ts';

interface IdentityWorld {
  readonly origin: string;
  readonly clock: VirtualClock;
  readonly log: MemoryLog;
  readonly identity: IdentityService;
  /** Sent mails, newest first. */
  readonly mails: () => readonly Mail[];
  /** Returns the code in the newest mail. */
  readonly code: () => string;
  end(): Promise<void>;
}

interface WorldOptions {
  readonly limited?: boolean;
  readonly file?: string;
  readonly port?: number;
  /** Whether sent mails are also shown on a page, as without a mail server; `mails` always returns them. */
  readonly has_outbox?: boolean;
  /** Wraps the database. */
  readonly onDatabase?: (database: IdentityDatabase) => IdentityDatabase;
  /** Whether errors may be logged. */
  readonly may_fail?: boolean;
}

/** Starts the provider with a clock set to the current time, since clients check it. */
export async function identityWorld(
  t: ExecutionContext,
  { limited = false, file = ':memory:', port = 0, has_outbox = true, onDatabase, may_fail = false }: WorldOptions = {},
): Promise<IdentityWorld> {
  const clock = createVirtualClock();
  clock.setWall({ synced: true, unix_s: Math.floor(Date.now() / 1000) });
  const log = createMemoryLog(clock);
  log.onLine(({ level, text }) => level === 'error' && !may_fail && t.fail(text));
  const outbox = createOutbox(() => {});
  const opened = valueOf(t, openIdentityDatabase(file));
  const database = onDatabase?.(opened) ?? opened;
  let origin = '';
  const identity = createIdentity({
    database,
    clock,
    log,
    mailer: outbox,
    outbox: has_outbox ? outbox : null,
    limited,
    origin: () => origin,
  });
  const cloud = { router: createRouter([]), release: () => {} };
  const server = valueOf(t, await openCloudServer(cloud, { host: '127.0.0.1', port, log }, [identity.mount]));
  origin = server.url;
  let ended: Promise<void> | null = null;
  const close = async (): Promise<void> => {
    await server.close();
    identity.close();
  };
  const end = (): Promise<void> => (ended ??= close());
  t.teardown(end);
  const mails = (): readonly Mail[] => outbox.mails();
  return { origin, clock, log, identity, mails, code: () => /^\d{6}/.exec(mails()[0]?.subject ?? '')?.[0] ?? '', end };
}

export interface Shown {
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  /** Error message on the page; null if none. */
  readonly problem: string | null;
  readonly headers: Headers;
}

/**
 * Visitor that follows redirects within the origin and keeps cookies like a browser; stops at an address of another
 * origin.
 */
export interface Visitor {
  open(url: string | URL): Promise<Shown>;
  /** Sends the form of the current page; `to`: the last segment of its address. */
  submit(to: string, fields: Readonly<Record<string, string>>): Promise<Shown>;
  /** Sends a form to a path. */
  send(path: string, fields: Readonly<Record<string, string>>): Promise<Shown>;
  readonly cookies: Map<string, string>;
}

export function createVisitor(origin: string): Visitor {
  const cookies = new Map<string, string>();
  let shown = new URL(origin);
  const go = async (url: URL, form: URLSearchParams | null = null): Promise<Shown> => {
    if (url.origin !== origin) return { url, status: 0, text: '', problem: null, headers: new Headers() };
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = form ? ({ method: 'POST', body: form } as const) : {};
    const headers = { cookie, ...(form ? { 'sec-fetch-site': 'same-origin' } : {}) };
    const answer = await fetch(url, { ...sent, redirect: 'manual', headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const to = answer.headers.get('location');
    if (to !== null) return go(new URL(to, url));
    shown = url;
    const text = await answer.text();
    const problem = /role="alert">([^<]*)</.exec(text)?.[1] ?? null;
    return { url, status: answer.status, text, problem, headers: answer.headers };
  };
  return {
    open: (url) => go(new URL(url, origin)),
    submit: (to, fields) => {
      const [, uid = ''] = /\/interaction\/([^/]+)/.exec(shown.pathname) ?? [];
      return go(new URL(`/id/interaction/${uid}/${to}`, origin), new URLSearchParams(fields));
    },
    send: (path, fields) => go(new URL(path, origin), new URLSearchParams(fields)),
    cookies,
  };
}

export const ANN: SignUpForm = { email: 'ann@example.com', name: 'Ann Miller', password: 'three putts in a row' };
const REDIRECT = 'http://127.0.0.1:49152/callback';
const SCOPE = 'openid offline_access profile email extensions';

export interface SignIn {
  readonly config: client.Configuration;
  readonly url: URL;
  /** Exchanges the code in the returned address for tokens. */
  tokens(back: URL): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>;
}

/** Starts a sign-in as `tapin login` or another client does. */
export async function beginSignIn(
  origin: string,
  more: Readonly<Record<string, string>> = {},
  client_id = 'tapin-cli',
): Promise<SignIn> {
  const config = await client.discovery(new URL(`${origin}/id`), client_id, undefined, client.None(), {
    execute: [client.allowInsecureRequests],
  });
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: REDIRECT,
    scope: SCOPE,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return {
    config,
    url,
    tokens: (back) => client.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state }),
  };
}

/** Signs up and consents to the client's request. @returns Address that the browser is redirected to. */
export async function signUp(world: IdentityWorld, visitor: Visitor, { url }: SignIn, user = ANN): Promise<URL> {
  await visitor.open(url);
  await visitor.submit('sign-up', { ...user });
  await visitor.submit('confirm', { email: user.email, code: world.code() });
  return (await visitor.submit('consent', {})).url;
}
