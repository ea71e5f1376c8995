// Verification of author tokens: valid tokens, and every kind of invalid token. Tokens are built by hand, so they can
// contain anything.

import {
  constants,
  createHmac,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  randomBytes,
  sign,
  type KeyObject,
} from 'node:crypto';
import { createServer } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import * as v from 'valibot';
import {
  createAuthorOf,
  localKeys,
  remoteKeys,
  type AuthorOf,
  type IssuerKeys,
} from '../../../cloud-stub/store/authors.ts';
import { AUDIENCE, ISSUER, outcomeOf, servedStore } from '../../support/store/store-world.ts';
import { portOf } from '../../support/process/port-of.ts';
import { readAs } from '../../support/read-json.ts';

const NOW_S = 1_800_000_000;
const encoded = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64url');

const jwkShape = v.object({ kty: v.string(), crv: v.string(), x: v.string(), y: v.string() });

const anyJwk = v.looseObject({ kty: v.string() });

interface Pair {
  readonly secret: KeyObject;
  readonly jwk: v.InferOutput<typeof jwkShape>;
}

const pairOf = (curve = 'P-256'): Pair => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  return { secret: privateKey, jwk: readAs(jwkShape, publicKey.export({ format: 'jwk' })) };
};

const CLAIMS = { sub: 'ann', iss: ISSUER, aud: AUDIENCE, exp: NOW_S + 60 };

/** Builds an ES256 token by hand. */
function token({ secret }: Pair, claims: object = CLAIMS, header: object = { alg: 'ES256' }): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  const signature = createSign('sha256').update(signed).sign({ key: secret, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

const authorOf = (keys: IssuerKeys, client_id: string | null = null): AuthorOf =>
  createAuthorOf(
    () => [{ issuer: ISSUER, audience: AUDIENCE, client_id, keys }],
    () => NOW_S,
  );
const knowing = (...pairs: readonly Pair[]): AuthorOf => authorOf(localKeys({ keys: pairs.map(({ jwk }) => jwk) }));

async function refused(
  t: ExecutionContext,
  ask: AuthorOf,
  given: string,
  message: RegExp,
  about?: string,
): Promise<void> {
  const author = await ask(given);
  if (author.ok) return void t.fail(`${about ?? given} passed as ${author.value.owner}`);
  t.is(author.error.code, 'unauthorized', about);
  t.regex(author.error.message, message, about);
}

test('[C30] the owner is the subject, the label a name from the token', async (t) => {
  const pair = pairOf();
  const ask = knowing(pair);
  for (const [claims, label] of [
    [{}, 'ann'],
    [{ name: 'Ann Miller', preferred_username: 'annm' }, 'Ann Miller'],
    [{ preferred_username: 'annm' }, 'annm'],
    [{ name: '  ' }, 'ann'],
    [{ name: 7 }, 'ann'],
    [{ name: ' Ann\r\nMiller\u202e\u0000 ' }, 'Ann Miller'],
    [{ name: 'x'.repeat(64) }, 'x'.repeat(64)],
    [{ name: '🏌'.repeat(65) }, '🏌'.repeat(64)],
    [{ aud: ['another', AUDIENCE] }, 'ann'],
  ] as const)
    t.deepEqual(await ask(token(pair, { ...CLAIMS, ...claims })), { ok: true, value: { owner: 'ann', label } });
});

test('[C34] rejects a token of another issuer, audience or key', async (t) => {
  const [pair, other] = [pairOf(), pairOf()];
  const ask = knowing(pair);
  for (const iss of [
    undefined,
    '',
    'https://login.example/',
    'https://LOGIN.example',
    'https://evil.example',
    [ISSUER],
  ])
    await refused(t, ask, token(pair, { ...CLAIMS, iss }), /claim iss/, String(iss));
  for (const aud of [undefined, '', 'the stor', 'The store', [], ['another'], { 0: AUDIENCE }])
    await refused(t, ask, token(pair, { ...CLAIMS, aud }), /claim aud/, JSON.stringify(aud));
  await refused(t, ask, token(other), /not issued for this store/);
  await refused(t, knowing(other, pair), token(pair), /not issued for this store/, 'two keys and no kid');
});

test('[C103] accepts RS256, PS256 and EdDSA tokens like ES256, and rejects modified ones', async (t) => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ed = generateKeyPairSync('ed25519');
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  for (const [alg, digest, pair, how] of [
    ['RS256', 'sha256', rsa, {}],
    ['PS256', 'sha256', rsa, pss],
    ['EdDSA', null, ed, {}],
  ] as const) {
    const ask = authorOf(localKeys({ keys: [readAs(anyJwk, pair.publicKey.export({ format: 'jwk' }))] }));
    const signed = `${encoded({ alg })}.${encoded(CLAIMS)}`;
    const signature = sign(digest, Buffer.from(signed), { key: pair.privateKey, ...how });
    const made = (body: string): string => `${body}.${signature.toString('base64url')}`;
    t.true((await ask(made(signed))).ok, alg);
    const changed = `${encoded({ alg })}.${encoded({ ...CLAIMS, sub: 'eve' })}`;
    await refused(t, ask, made(changed), /not issued for this store/, alg);
  }
});

test('[C103] accepts client_id instead of an audience if the operator configures one', async (t) => {
  const pair = pairOf();
  const keys = localKeys({ keys: [pair.jwk] });
  const bare = { ...CLAIMS, aud: undefined };
  const named = authorOf(keys, 'store-app');
  t.true((await named(token(pair, { ...bare, client_id: 'store-app' }))).ok);
  t.true((await named(token(pair))).ok, 'still accepted by its audience');
  for (const client_id of [undefined, 'another', '', ['store-app']])
    await refused(t, named, token(pair, { ...bare, client_id }), /claim aud or client_id/, String(client_id));
  await refused(
    t,
    authorOf(keys),
    token(pair, { ...bare, client_id: 'store-app' }),
    /claim aud/,
    'no client_id configured',
  );
});

test('[C34] a token is valid from nbf to exp, with 5 s of clock skew', async (t) => {
  const pair = pairOf();
  const ask = knowing(pair);
  const at = (times: object): string => token(pair, { ...CLAIMS, ...times });
  for (const times of [{ exp: NOW_S - 4 }, { exp: NOW_S + 1, nbf: NOW_S }, { nbf: NOW_S + 5 }, { iat: NOW_S - 1e6 }])
    t.true((await ask(at(times))).ok, JSON.stringify(times));
  for (const exp of [NOW_S - 5, 0, -1]) await refused(t, ask, at({ exp }), /has expired/, `${exp}`);
  await refused(t, ask, at({ nbf: NOW_S + 6 }), /not valid yet/);
  for (const exp of [undefined, null, `${NOW_S + 60}`]) await refused(t, ask, at({ exp }), /claim exp/, String(exp));
});

test('[C34] rejects a token without a valid subject', async (t) => {
  const pair = pairOf();
  const ask = knowing(pair);
  for (const sub of [undefined, null, '', 7, ['ann'], 'x'.repeat(256), '\ud800'])
    await refused(t, ask, token(pair, { ...CLAIMS, sub }), /claim sub/, String(sub));
  t.true((await ask(token(pair, { ...CLAIMS, sub: 'x'.repeat(255) }))).ok);
});

test('[C103] accepts only public-key algorithms: not none, no public key as secret, no other curve', async (t) => {
  const pair = pairOf();
  const ask = knowing(pair);
  const body = encoded(CLAIMS);
  for (const alg of ['none', 'None', 'NONE', '', undefined]) {
    await refused(t, ask, `${encoded({ alg })}.${body}.`, /not issued for this store/, `unsigned ${alg}`);
    const signature = token(pair).split('.')[2];
    await refused(t, ask, `${encoded({ alg })}.${body}.${signature}`, /not issued for this store/, `signed ${alg}`);
  }
  const pem = createPublicKey(pair.secret).export({ type: 'spki', format: 'pem' });
  const secrets = [pem, JSON.stringify(pair.jwk), Buffer.from(pair.jwk.x, 'base64url'), ''];
  for (const secret of secrets) {
    const signed = `${encoded({ alg: 'HS256' })}.${body}`;
    const signature = createHmac('sha256', secret).update(signed).digest('base64url');
    await refused(t, ask, `${signed}.${signature}`, /not issued for this store/, 'HS256');
    await refused(
      t,
      ask,
      `${encoded({ alg: 'ES256' })}.${body}.${signature}`,
      /not issued for this store/,
      'HMAC as ES256',
    );
  }
  const wide = pairOf('P-384');
  await refused(t, knowing(wide), token(wide, CLAIMS, { alg: 'ES384' }), /not issued for this store/);
  await refused(t, ask, token(pair, CLAIMS, { alg: 'ES256', crit: ['b64'], b64: false }), /not issued for this store/);
});

test('[C34] ignores a key embedded in the token', async (t) => {
  const [pair, evil] = [pairOf(), pairOf()];
  for (const header of [
    { jwk: evil.jwk },
    { jku: 'http://127.0.0.1:9/keys' },
    { x5u: 'http://127.0.0.1:9/' },
    { kid: '../x' },
  ])
    await refused(t, knowing(pair), token(evil, CLAIMS, { alg: 'ES256', ...header }), /not issued for this store/);
});

test('[C34] rejects malformed tokens, and tokens modified anywhere', async (t) => {
  const pair = pairOf();
  const ask = knowing(pair);
  const good = token(pair);
  for (const text of ['', '.', '..', 'x', 'a.b.c', good.slice(0, -1), `${good}x`, `${good}.${good}`, `"${good}"`])
    await refused(t, ask, text, /not issued for this store/, text);
  const [header, , signature] = good.split('.');
  await refused(t, ask, `${header}.${encoded({ ...CLAIMS, sub: 'bob' })}.${signature}`, /not issued for this store/);
  await refused(
    t,
    ask,
    `${header}.${Buffer.from('7').toString('base64url')}.${signature}`,
    /not issued for this store/,
  );
  for (let n = 0; n < 20; n++)
    await refused(t, ask, randomBytes(n * 7).toString('base64url'), /not issued for this store/, `${n}`);
});

test('[C34] answers a route without a valid token with 401 and the expected scheme', async (t) => {
  const world = await servedStore(t);
  const { token: good } = await world.author('ann');
  const expired = await world.token('ann', { exp: world.clock.unix_s() - 100 });
  for (const [authorization, challenge] of [
    [undefined, /^Bearer realm="tapin"$/],
    [`Basic ${good}`, /^Bearer realm="tapin"$/],
    ['Bearer', /^Bearer realm="tapin"$/],
    [good, /^Bearer realm="tapin"$/],
    ['Bearer x', /^Bearer realm="tapin", error="invalid_token", error_description="[^"]+"$/],
    [`Bearer ${expired}`, /error="invalid_token", error_description="The token has expired\."$/],
  ] as const)
    for (const [method, path] of [
      ['GET', '/extensions'],
      ['POST', '/extensions'],
      ['PUT', '/extensions/ZZZZZ'],
      ['PATCH', '/extensions/ZZZZZ'],
      ['DELETE', '/extensions/ZZZZZ'],
    ] as const) {
      const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
      const answer = await world.call(path, { method, headers });
      t.deepEqual(outcomeOf(answer), [401, 'unauthorized'], `${method} ${authorization}`);
      t.regex(String(answer.headers['www-authenticate']), challenge);
    }
  for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
    const answer = await world.call('/extensions', { headers: { Authorization: `${scheme} ${good}` } });
    t.is(answer.status, 200, scheme);
  }
});

/** Starts a stand-in for the key server of an identity provider. */
async function keyServer(t: ExecutionContext, respond: () => { readonly status: number; readonly text: string }) {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests++;
    const { status, text } = respond();
    response.writeHead(status, { 'Content-Type': 'application/json', Location: 'http://127.0.0.1:9/' }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const port = portOf(server);
  return { url: new URL(`http://127.0.0.1:${port}/keys`), requests: () => requests };
}

test('[C34] fetches the keys of an external issuer once, for the first token', async (t) => {
  const pair = pairOf();
  const keys = { ...pair.jwk, kid: 'one', alg: 'ES256' };
  const { url, requests } = await keyServer(t, () => ({ status: 200, text: JSON.stringify({ keys: [keys] }) }));
  const ask = authorOf(remoteKeys(url));
  t.is(requests(), 0);
  for (let n = 0; n < 3; n++) t.true((await ask(token(pair, CLAIMS, { alg: 'ES256', kid: 'one' }))).ok);
  await refused(t, ask, token(pairOf(), CLAIMS, { alg: 'ES256', kid: 'two' }), /not issued for this store/);
  t.is(requests(), 1);
});

test('[C34] does not blame the token for an unreachable issuer', async (t) => {
  const pair = pairOf();
  for (const [status, text] of [
    [500, '{}'],
    [404, '{}'],
    [302, ''],
    [200, 'no JSON'],
    [200, '{"keys":7}'],
  ] as const) {
    const { url } = await keyServer(t, () => ({ status, text }));
    const author = await authorOf(remoteKeys(url))(token(pair));
    t.is(author.ok ? '' : author.error.code, 'issuer_unreachable', `${status} ${text}`);
  }
  const unreachable = await authorOf(remoteKeys(new URL('http://127.0.0.1:9/keys')))(token(pair));
  t.is(unreachable.ok ? '' : unreachable.error.code, 'issuer_unreachable');
});
