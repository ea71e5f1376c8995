// Refusals of the identity provider: invalid client requests, foreign pages, and used or revoked tokens.

import test from 'ava';
import * as client from 'openid-client';
import { createAuthorOf } from '../../../cloud-stub/store/authors.ts';
import { ANN, beginSignIn, createVisitor, identityWorld, signUp } from '../../support/store/identity-world.ts';
import { httpCall } from '../../support/process/http-call.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const errorOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'none';
  } catch (thrown) {
    if (thrown instanceof client.ResponseBodyError || thrown instanceof client.AuthorizationResponseError)
      return thrown.error;
    throw thrown;
  }
};

test('[C110] discovery lists only the code flow with PKCE S256 and ES256', async (t) => {
  const { origin } = await identityWorld(t);
  const { config } = await beginSignIn(origin);
  t.like(config.serverMetadata(), {
    issuer: `${origin}/id`,
    authorization_endpoint: `${origin}/id/auth`,
    token_endpoint: `${origin}/id/token`,
    jwks_uri: `${origin}/id/jwks`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    id_token_signing_alg_values_supported: ['ES256'],
    introspection_endpoint: undefined,
    registration_endpoint: undefined,
  });
  const keys = await (await fetch(`${origin}/id/jwks`)).text();
  t.notRegex(keys, /"d"/);
});

test('[C110] Host and proxy headers change no address', async (t) => {
  const { origin } = await identityWorld(t);
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
  const answer = await fetch(`${origin}/id/.well-known/openid-configuration`, { headers });
  t.notRegex(await answer.text(), /evil/);
});

test('[C110] refuses a sign-in without PKCE, to a foreign address, or by an unknown client', async (t) => {
  const { origin } = await identityWorld(t);
  const openWith = async (change: (url: URL) => void) => {
    const { url } = await beginSignIn(origin);
    change(url);
    return createVisitor(origin).open(url);
  };
  const bare = await openWith((url) => url.searchParams.delete('code_challenge'));
  t.is(bare.url.searchParams.get('error'), 'invalid_request');
  const plain = await openWith((url) => url.searchParams.set('code_challenge_method', 'plain'));
  t.is(plain.url.searchParams.get('error'), 'invalid_request');
  for (const foreign of [
    'https://evil.example/callback',
    'http://127.0.0.1:5000/other',
    'http://localhost:5000/callback',
  ]) {
    const shown = await openWith((url) => url.searchParams.set('redirect_uri', foreign));
    t.deepEqual([shown.url.origin, shown.status], [origin, 400], foreign);
    t.regex(shown.text, /That did not work/);
  }
  const unregistered = await openWith((url) => url.searchParams.set('client_id', 'unknown'));
  t.deepEqual([unregistered.url.origin, unregistered.status], [origin, 400]);
  const token = await openWith((url) => url.searchParams.set('response_type', 'token'));
  t.regex(token.url.hash, /error=unsupported_response_type/);
});

test('[C110] a code works once, and reusing a refresh token revokes all of them', async (t) => {
  const world = await identityWorld(t);
  const sign_in = await beginSignIn(world.origin);
  const back = await signUp(world, createVisitor(world.origin), sign_in);
  const { refresh_token = '' } = await sign_in.tokens(back);
  const renewed = await client.refreshTokenGrant(sign_in.config, refresh_token);
  t.is(renewed.claims()?.['name'], 'Ann Miller');
  t.not(renewed.refresh_token, refresh_token);
  t.is(await errorOf(client.refreshTokenGrant(sign_in.config, refresh_token)), 'invalid_grant');
  t.is(await errorOf(client.refreshTokenGrant(sign_in.config, renewed.refresh_token ?? '')), 'invalid_grant');
  t.is(await errorOf(sign_in.tokens(back)), 'invalid_grant');
});

test('[C110] rejects a revoked token', async (t) => {
  const world = await identityWorld(t);
  const sign_in = await beginSignIn(world.origin);
  const { refresh_token = '' } = await sign_in.tokens(await signUp(world, createVisitor(world.origin), sign_in));
  await client.tokenRevocation(sign_in.config, refresh_token);
  t.is(await errorOf(client.refreshTokenGrant(sign_in.config, refresh_token)), 'invalid_grant');
});

test('[C110] a new password signs its owner out everywhere else', async (t) => {
  const world = await identityWorld(t, { has_outbox: false });
  const [visitor, elsewhere] = [createVisitor(world.origin), createVisitor(world.origin)];
  const sign_in = await beginSignIn(world.origin);
  const { refresh_token = '' } = await sign_in.tokens(await signUp(world, visitor, sign_in));
  const other = await beginSignIn(world.origin);
  await elsewhere.open(other.url);
  t.regex(
    (await elsewhere.submit('forgot', { email: ANN.email })).text,
    /If ann@example\.com has an account, a mail is on its way/,
  );
  const set = await elsewhere.submit('reset', { code: world.code(), email: ANN.email, password: 'a good new one' });
  t.regex(set.text, /signed in as <strong>Ann Miller/);
  t.truthy((await other.tokens((await elsewhere.submit('consent', {})).url)).access_token);
  t.is(await errorOf(client.refreshTokenGrant(sign_in.config, refresh_token)), 'invalid_grant');
  t.regex((await visitor.open((await beginSignIn(world.origin)).url)).text, /<h1>Sign in<\/h1>/);
});

test('[C110] a declined consent grants nothing', async (t) => {
  const world = await identityWorld(t);
  const visitor = createVisitor(world.origin);
  const sign_in = await beginSignIn(world.origin);
  await visitor.open(sign_in.url);
  await visitor.submit('sign-up', { ...ANN });
  await visitor.submit('confirm', { email: ANN.email, code: world.code() });
  const back = await visitor.submit('cancel', {});
  t.is(await errorOf(sign_in.tokens(back.url)), 'access_denied');
});

test('[C110] a page is bound to its browser, and refuses cross-site, oversized and malformed forms', async (t) => {
  const { origin } = await identityWorld(t);
  const visitor = createVisitor(origin);
  const { url } = await visitor.open((await beginSignIn(origin)).url);
  t.regex((await createVisitor(origin).open(url)).text, /expired or belongs to another browser/);
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const send = async (headers: Readonly<Record<string, string>>, body: string) => {
    const answer = await fetch(`${url.href}/sign-in`, { method: 'POST', headers: { cookie, ...headers }, body });
    return [answer.status, /Not a form/.test(await answer.text())];
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  t.deepEqual(await send({ ...form, 'sec-fetch-site': 'cross-site' }, 'email=a'), [400, true]);
  t.deepEqual(await send({ 'content-type': 'application/json' }, '{}'), [400, true]);
  t.deepEqual(await send(form, `email=${'a'.repeat(16_384 - 6)}`), [200, false]);
  t.deepEqual(await send(form, `email=${'a'.repeat(16_384 - 5)}`), [413, false]);
  t.is((await visitor.open(`${url.href}/elsewhere`)).status, 404);
});

test('[C110] escapes typed text and locks pages down with a strict CSP', async (t) => {
  const { origin } = await identityWorld(t);
  const visitor = createVisitor(origin);
  const first = await visitor.open((await beginSignIn(origin)).url);
  t.is(first.headers.get('content-security-policy'), "default-src 'none'; style-src 'self'; form-action 'self' http://127.0.0.1:49152; base-uri 'none'; frame-ancestors 'none'"); // oxfmt-ignore
  t.is(first.headers.get('x-frame-options'), 'DENY');
  t.is(first.headers.get('cache-control'), 'no-store');
  const shown = await visitor.submit('sign-up', { ...ANN, name: '"><script>alert(1)</script>', password: 'short' });
  t.regex(shown.problem ?? '', /10 to 128 characters/);
  t.true(shown.text.includes('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;'));
  t.notRegex(shown.text, /<script/);
});

test('[C110] accounts, keys and sessions survive a restart', async (t) => {
  const file = join(await temporaryFolder(t), 'identity.sqlite');
  const world = await identityWorld(t, { file });
  const sign_in = await beginSignIn(world.origin);
  const visitor = createVisitor(world.origin);
  const { access_token, refresh_token = '' } = await sign_in.tokens(await signUp(world, visitor, sign_in));
  await world.end();
  const again = await identityWorld(t, { file, port: Number(new URL(world.origin).port) });
  const author = await createAuthorOf(
    () => [again.identity.issuer()],
    () => again.clock.unix_s(),
  )(access_token);
  t.true(author.ok);
  t.is((await client.refreshTokenGrant(sign_in.config, refresh_token)).claims()?.['name'], 'Ann Miller');
  t.regex((await visitor.open((await beginSignIn(again.origin)).url)).text, /signed in as <strong>Ann Miller/);
});

test('[C110] serves the outbox only under the address of this machine, not under another name', async (t) => {
  const { origin } = await identityWorld(t);
  const { host } = new URL(origin);
  const shown = async (name: string): Promise<number> =>
    (await httpCall(origin, '/id/outbox', { headers: { host: name } })).status;
  t.is(await shown(host), 200);
  t.is(await shown(host.replace('127.0.0.1', 'rebound.example')), 404);
});

test('[C110] refuses a consent without a sign-in', async (t) => {
  const { origin } = await identityWorld(t);
  const visitor = createVisitor(origin);
  await visitor.open((await beginSignIn(origin)).url);
  const shown = await visitor.submit('consent', {});
  t.is(shown.url.origin, origin);
  t.regex(shown.text, /Nothing to allow\./);
});

test('[C110] removes abandoned sign-ins while the cloud runs', async (t) => {
  const file = join(await temporaryFolder(t), 'identity.sqlite');
  const world = await identityWorld(t, { file });
  await createVisitor(world.origin).open((await beginSignIn(world.origin)).url);
  await world.clock.advance(3_600_000 + 600_000);
  await world.end();
  const sqlite = new DatabaseSync(file);
  t.deepEqual(sqlite.prepare('SELECT model FROM oidc').all(), []);
  sqlite.close();
});

test('[C110] accepts a burst of sixty sign-in starts from one address, then limits them', async (t) => {
  const { origin } = await identityWorld(t, { limited: true });
  const { url } = await beginSignIn(origin);
  const begin = async (): Promise<Response> => fetch(url, { redirect: 'manual' });
  for (let n = 0; n < 60; n++) t.is((await begin()).status, 303);
  const late = await begin();
  t.is(late.status, 429);
  t.is(late.headers.get('retry-after'), '4');
  t.regex(await late.text(), /Too many requests\. Try again in 4 s\./);
  const machine = await fetch(`${origin}/id/device/auth`, { method: 'POST' });
  t.like(await machine.json(), { error: 'temporarily_unavailable' });
  t.is((await fetch(`${origin}/id/jwks`)).status, 200);
});

test('[C110] limits simultaneous password attempts to five', async (t) => {
  const world = await identityWorld(t, { limited: true });
  const visitor = createVisitor(world.origin);
  await signUp(world, visitor, await beginSignIn(world.origin));
  const tries = Array.from({ length: 12 }, async () => {
    const someone = createVisitor(world.origin);
    await someone.open((await beginSignIn(world.origin)).url);
    return (await someone.submit('sign-in', { email: ANN.email, password: 'wrong' })).problem ?? '';
  });
  const problems = await Promise.all(tries);
  t.is(problems.filter((problem) => /Wrong address or password/.test(problem)).length, 5);
  t.is(problems.filter((problem) => /Try again in 3 min/.test(problem)).length, 7);
});

test('[C110] does not count right passwords, and keeps account limits when address limits are off', async (t) => {
  const world = await identityWorld(t, { limited: false });
  await signUp(world, createVisitor(world.origin), await beginSignIn(world.origin));
  const tries = async (password: string): Promise<string> => {
    const someone = createVisitor(world.origin);
    await someone.open((await beginSignIn(world.origin)).url);
    const { problem } = await someone.submit('sign-in', { email: ANN.email, password });
    return problem ?? 'in';
  };
  for (let n = 0; n < 7; n++) t.is(await tries(ANN.password), 'in');
  for (let n = 0; n < 5; n++) t.regex(await tries('wrong'), /Wrong address or password/);
  t.regex(await tries(ANN.password), /Try again in 3 min/);
});

test('[C110] sends a password code to the stored address regardless of the typed spelling', async (t) => {
  const world = await identityWorld(t);
  await signUp(world, createVisitor(world.origin), await beginSignIn(world.origin));
  const someone = createVisitor(world.origin);
  await someone.open((await beginSignIn(world.origin)).url);
  await someone.submit('forgot', { email: 'ａＮＮ@example.com' });
  t.like(world.mails()[0], { to: ANN.email, subject: `${world.code()} is your code for a new password` });
});

test('[C110] a new password invalidates an unfinished sign-in', async (t) => {
  const world = await identityWorld(t);
  await signUp(world, createVisitor(world.origin), await beginSignIn(world.origin));
  const thief = createVisitor(world.origin);
  const { url } = await thief.open((await beginSignIn(world.origin)).url);
  const headers = { cookie: [...thief.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  const body = new URLSearchParams({ email: ANN.email, password: ANN.password });
  const half = await fetch(`${url.href}/sign-in`, { method: 'POST', body, headers, redirect: 'manual' });
  t.is(half.status, 303);
  const ann = createVisitor(world.origin);
  await ann.open((await beginSignIn(world.origin)).url);
  await ann.submit('forgot', { email: ANN.email });
  await ann.submit('reset', { email: ANN.email, code: world.code(), password: 'quite another one' });
  const shown = await thief.open(half.headers.get('location') ?? '');
  t.notRegex(shown.text, /You are signed in as/);
  t.true(shown.status >= 400);
});

test('[C110] provider responses have our page headers, and malformed requests never fail with 500', async (t) => {
  const { origin } = await identityWorld(t);
  const requests: readonly (readonly [method: string, path: string, status: number])[] = [
    ['GET', '/id/auth?client_id=unknown', 400],
    ['POST', '/id/device', 400],
    ['POST', '/id/device/', 400],
    ['HEAD', '/id/device/auth', 405],
    ['GET', '/id/session/end', 200],
    ['GET', '/id/nothing', 404],
    ['POST', '/id/request', 404],
    ['GET', '/id/interaction/made-up/constructor', 404],
    ['GET', '/id/interaction/made-up/__proto__', 404],
    ['POST', '/id/interaction/made-up/toString', 404],
  ];
  for (const [method, path, status] of requests) {
    const { headers, status: found } = await fetch(`${origin}${path}`, { method, redirect: 'manual' });
    t.is(found, status, path);
    t.regex(headers.get('content-security-policy') ?? '', /default-src 'none'/, path);
    t.is(headers.get('x-content-type-options'), 'nosniff', path);
    t.is(headers.get('x-frame-options'), 'DENY', path);
  }
});

test('[C110] rate limits ignore case and a trailing slash in the path', async (t) => {
  const { origin } = await identityWorld(t, { limited: true });
  const paths = ['/id/auth', '/id/AUTH', '/id/auth/', '/id/device', '/id/session/end'];
  for (let n = 0; n < 60; n++) await (await fetch(`${origin}${paths[n % 5]}`, { redirect: 'manual' })).text();
  for (const path of paths) t.is((await fetch(`${origin}${path}`, { redirect: 'manual' })).status, 429, path);
});
