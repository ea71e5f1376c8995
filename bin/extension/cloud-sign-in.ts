// Signs in at a cloud's identity provider through a browser that redirects to a local port (RFC 8252), and renews the
// tokens.

import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import * as client from 'openid-client';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { isLoopback, originOf, portOf } from '../../wire/listening.ts';
import { limitRequests } from '../../wire/request-limits.ts';
import type { Credential } from './credentials.ts';

const CLIENT_ID = 'tapin-cli';
const SCOPE = 'openid offline_access profile email extensions';
const HOST = '127.0.0.1';
const TIMEOUT_MS = 10 * 60_000;

/** Signs in through a browser. `show`: receives the sign-in URL. Errors: `http_failed`, `unauthorized`. */
export async function signIn(cloud: string, show: (address: string) => void): Promise<Result<Credential>> {
  const config = await discover(cloud);
  if (!config.ok) return config;
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()];
  const code_challenge = await client.calculatePKCECodeChallenge(verifier);
  const back = await listen();
  try {
    const { redirect_uri } = back;
    const parameters = { redirect_uri, scope: SCOPE, state, code_challenge, code_challenge_method: 'S256' };
    show(client.buildAuthorizationUrl(config.value, parameters).href);
    const came = await back.request();
    if (!came) return fail('unauthorized', 'Sign-in timed out after ten minutes.');
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const credential = await traded(() => client.authorizationCodeGrant(config.value, came.url, checks), config.value);
    came.answer(credential.ok ? 'You are signed in. You can close this window.' : credential.error.message);
    return credential;
  } finally {
    back.close();
  }
}

/**
 * Signs in by a device code. `show`: receives the URL of a page and the code to enter there. Errors: `http_failed`,
 * `unauthorized`.
 */
export async function signInByCode(
  cloud: string,
  show: (address: string, code: string) => void,
): Promise<Result<Credential>> {
  const config = await discover(cloud);
  if (!config.ok) return config;
  return traded(async () => {
    const authorization = await client.initiateDeviceAuthorization(config.value, { scope: SCOPE });
    show(authorization.verification_uri, authorization.user_code);
    return client.pollDeviceAuthorizationGrant(config.value, authorization);
  }, config.value);
}

/** Renews the tokens. Errors: `http_failed`; `unauthorized` if the provider requires a new sign-in. */
export async function renewed(cloud: string, { refresh_token }: Credential): Promise<Result<Credential>> {
  const config = await discover(cloud);
  if (!config.ok) return config;
  return traded(() => client.refreshTokenGrant(config.value, refresh_token), config.value);
}

/** Revokes the tokens, so that they can't be used any more. Errors: `http_failed`. */
export async function revoke(cloud: string, { refresh_token }: Credential): Promise<Result<void>> {
  const config = await discover(cloud);
  if (!config.ok) return config;
  try {
    return ok(await client.tokenRevocation(config.value, refresh_token));
  } catch (thrown) {
    return fail('http_failed', `${cloud} did not revoke the sign-in: ${messageOf(thrown)}.`);
  }
}

async function discover(cloud: string): Promise<Result<client.Configuration>> {
  const issuer = new URL(`${cloud}/id`);
  // Over http the password could be read in transit; loopback traffic never leaves the machine.
  const execute = isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : [];
  try {
    return ok(await client.discovery(issuer, CLIENT_ID, undefined, client.None(), { execute }));
  } catch (thrown) {
    const plain = issuer.protocol === 'http:' && execute.length === 0;
    const why = plain ? 'http is not secure; use https' : reasonOf(thrown);
    return fail('http_failed', `Can't sign in at ${cloud}: ${why}.`);
  }
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof client.ClientError)) return messageOf(thrown);
  if (thrown.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return 'its public address differs; use that one';
  return thrown.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ? 'it has no accounts' : thrown.message;
}

async function traded(
  trade: () => Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers>,
  config: client.Configuration,
): Promise<Result<Credential>> {
  try {
    const tokens = await trade();
    const claims = tokens.claims();
    const { access_token, refresh_token } = tokens;
    if (!claims || refresh_token === undefined) return fail('unauthorized', 'The cloud did not issue a refresh token.');
    const text = (name: string): string => (typeof claims[name] === 'string' ? claims[name] : '');
    const expires_s = Math.floor(Date.now() / 1000) + (tokens.expires_in ?? 0);
    const { issuer } = config.serverMetadata();
    return ok({
      issuer,
      sub: claims.sub,
      name: text('name'),
      email: text('email'),
      refresh_token,
      access_token,
      expires_s,
    });
  } catch (thrown) {
    if (thrown instanceof client.AuthorizationResponseError || thrown instanceof client.ResponseBodyError)
      return fail(
        'unauthorized',
        `The cloud refused the sign-in: ${thrown.error_description ?? thrown.error}`.replace(/\.?$/, '.'),
      );
    return fail('http_failed', `Unexpected answer from the cloud: ${messageOf(thrown)}.`);
  }
}

interface ComingBack {
  readonly url: URL;
  /** Shows a sentence in the browser. */
  answer(sentence: string): void;
}

interface Listening {
  readonly redirect_uri: string;
  /** Resolves with the redirected request of the browser; null if none arrives. */
  request(): Promise<ComingBack | null>;
  close(): void;
}

async function listen(): Promise<Listening> {
  const server = createServer();
  server.listen(0, HOST);
  await once(server, 'listening');
  const origin = originOf(HOST, portOf(server.address()));
  const { promise, resolve } = Promise.withResolvers<ComingBack | null>();
  const receive: RequestListener = (request, response) => {
    const url = new URL(request.url ?? '/', origin);
    if (url.pathname !== '/callback') return sendText(response, 404, 'Nothing here.');
    resolve({ url, answer: (sentence) => sendText(response, 200, sentence) });
  };
  server.on('request', limitRequests(receive));
  const timeout = setTimeout(() => resolve(null), TIMEOUT_MS);
  return {
    redirect_uri: `${origin}/callback`,
    request: () => promise,
    close() {
      clearTimeout(timeout);
      server.close();
      server.closeIdleConnections();
    },
  };
}

function sendText(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${sentence}\n`);
}
