// Sign-in to the cloud's pages: each set of pages is a client of the identity provider (code with PKCE) and keeps its
// web session in a cookie that contains only a random number (C115).

import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { limited, type HttpAnswer } from '../../http/answers.ts';
import type { HttpRequest, RequestHead, Route } from '../../http/route.ts';
import { SIGNED_IN_PATH } from '../../accounts/oidc/clients.ts';
import type { WebSession } from '../../accounts/database-accounts.ts';
import type { IdentityService } from '../../accounts/endpoint.ts';
import { formTokenOf } from '../../accounts/web-sessions.ts';
import { isFormOf, readOpenForm } from './form.ts';
import { createOnce } from './once.ts';
import { html } from './html.ts';
import { pageAnswer, seeOther } from './page.ts';
import { refusalPage } from './refusal-page.ts';

export interface SignedIn {
  readonly session: WebSession;
  /** Token that each form sends back. */
  readonly form_token: string;
}

export interface SigningIn {
  readonly routes: readonly Route[];
  /** Returns the signed-in user; null if none. */
  of(request: HttpRequest): SignedIn | null;
  /** Signs in a user who was just authenticated. */
  welcome(sub: string): HttpAnswer;
  /**
   * Redirects to sign-in, and afterwards back to this request's path; after a form to the home page, which reports that
   * the form was not processed.
   */
  ask(request: HttpRequest): HttpAnswer;
  /**
   * Counts a form from a client that is not signed in. Returns a refusal if its address has sent too many; null if
   * accepted.
   */
  refuseBody(request: RequestHead): HttpAnswer | null;
  /** Returns the address of the sign-in page, which then continues to this path. */
  address(to: string): string;
}

interface SigningInDeps {
  readonly identity: Pick<IdentityService, 'web_sessions' | 'redeem' | 'endSession' | 'bodyWait'>;
  /** Client ID at the identity provider. */
  readonly client: string;
  /** Path prefix of these pages: '' or `/support`. */
  readonly base: string;
  /** Returns the public origin of the cloud. */
  readonly origin: () => string;
  readonly unix_s: () => number;
}

const flowState = v.object({ state: v.string(), verifier: v.string(), to: v.string() });

const FLOW_S = 3600;
const SESSION_COOKIE_S = 14 * 86_400;
/**
 * Matches a path of this origin with its query; `//host` and `/\host` would lead to other origins. Limited to
 * characters that a cookie accepts.
 */
const OWN_PATH = /^\/(?![/\\])[\w\-./?=&%+*]{0,300}$/;
const isOwnPath = (path: string): boolean => OWN_PATH.test(path);

export function createSigningIn({ identity, client, base, origin, unix_s }: SigningInDeps): SigningIn {
  const back = SIGNED_IN_PATH[client] ?? '/';
  const names = { session: client, flow: `${client}-begun` };
  const cookie = (name: string, value: string, path: string, seconds: number): string => {
    const secure = origin().startsWith('https:') ? '; Secure' : '';
    return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
  };
  const home = base === '' ? '/own' : base;
  const left = `${base}/signed-out`;
  const begin = (to: string): HttpAnswer => {
    const [state, verifier] = [secretText(), secretText()];
    const flow = Buffer.from(JSON.stringify({ state, verifier, to: isOwnPath(to) ? to : home })).toString('base64url');
    const query = new URLSearchParams({
      client_id: client,
      redirect_uri: `${origin()}${back}`,
      response_type: 'code',
      scope: 'openid profile',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    return seeOther(`/id/auth?${query.toString()}`, { 'Set-Cookie': cookie(names.flow, flow, back, FLOW_S) });
  };
  const welcome = (sub: string, to: string): HttpAnswer => {
    const token = identity.web_sessions.begin(client, sub);
    return seeOther(to, { 'Set-Cookie': cookie(names.session, token, '/', SESSION_COOKIE_S) });
  };
  const once = createOnce<HttpAnswer>(unix_s);
  // A form sent twice redirects here twice, but its code is valid only once.
  const signedIn = (request: HttpRequest): Promise<HttpAnswer> =>
    once.answer([back, request.query.toString(), cookieIn(request, names.flow)], () => redeemed(request));
  const redeemed = async (request: HttpRequest): Promise<HttpAnswer> => {
    const [flow, code] = [readFlow(cookieIn(request, names.flow)), request.query.get('code')];
    if (!flow || request.query.get('state') !== flow.state) return notSignedIn(base, 'This page has expired.');
    const sub = await identity.redeem(client, code ?? '', flow.verifier);
    if (sub === null) return notSignedIn(base, 'The sign-in was not completed.');
    identity.web_sessions.end(cookieIn(request, names.session)); // its cookie is replaced by the new one
    return welcome(sub, isOwnPath(flow.to) ? flow.to : home);
  };
  const of = (request: HttpRequest): SignedIn | null => {
    const value = cookieIn(request, names.session);
    const session = value === '' ? null : identity.web_sessions.find(client, value);
    return session && { session, form_token: formTokenOf(value) };
  };
  const signOut = async (request: HttpRequest): Promise<HttpAnswer> => {
    const signed_in = of(request);
    if (!signed_in) return seeOther(left);
    const form = await readOpenForm(request);
    if (!form || !isFormOf(form, signed_in.form_token)) return seeOther(`${home}?said=not-done`);
    identity.web_sessions.end(cookieIn(request, names.session));
    // Otherwise the next user of this browser could sign in with one click.
    identity.endSession(cookieIn(request, '_session'), signed_in.session.sub);
    return seeOther(left, { 'Set-Cookie': cookie(names.session, '', '/', 0) });
  };
  const address = (to: string): string => `${base}/sign-in?to=${encodeURIComponent(to)}`;
  return {
    routes: [
      { path: `${base}/sign-in`, methods: { GET: ({ query }) => begin(query.get('to') ?? home) } },
      { path: back, methods: { GET: signedIn } },
      { path: `${base}/sign-out`, methods: { POST: signOut } },
      {
        path: left, // Browsers send no cookies if another site redirects to sign-out.
        methods: { GET: (request) => (of(request) ? seeOther(home) : signedOut(base)) },
      },
    ],
    of,
    welcome: (sub) => welcome(sub, home),
    refuseBody: (request) => refusedBody(identity.bodyWait(request.address), request),
    ask: (request) => seeOther(address(backTo(request, home))),
    address,
  };
}

function refusedBody(wait_s: number | null, { header }: RequestHead): HttpAnswer | null {
  if (wait_s === null) return null;
  const refused = limited(wait_s);
  return refusalPage(header('accept'), refused) ?? refused;
}

/** Returns the path to return to, with its query unless that is too long. */
function backTo({ method, path, query }: HttpRequest, home: string): string {
  if (method !== 'GET') return `${home}?said=not-done`;
  const whole = query.size === 0 ? path : `${path}?${query.toString()}`;
  return isOwnPath(whole) ? whole : path;
}

const secretText = (): string => randomBytes(32).toString('base64url');

/** Returns the value of a cookie; '' if the request has none with this name. */
function cookieIn({ header }: HttpRequest, name: string): string {
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
}

function readFlow(value: string): v.InferOutput<typeof flowState> | null {
  try {
    const read = v.safeParse(flowState, JSON.parse(Buffer.from(value, 'base64url').toString()));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}

const notSignedIn = (base: string, sentence: string): HttpAnswer =>
  pageAnswer({
    title: 'You are not signed in',
    links: [['/', 'Extensions']],
    current: '',
    status: 400,
    content: html`<p>${sentence}</p>
      <p><a class="button" href="${base}/sign-in">Sign in</a></p>`,
  });

const signedOut = (base: string): HttpAnswer =>
  pageAnswer({
    title: 'You are signed out',
    links: [['/', 'Extensions']],
    current: '',
    content: html`<p>You are signed out of these pages in this browser.</p>
      <p><a class="button" href="${base}/sign-in">Sign in</a></p>`,
  });
