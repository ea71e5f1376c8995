// Rotation of signing keys: published an hour or a day before first use, and for a day after the last.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type ExecutionContext } from 'ava';
import { openIdentityDatabase } from '../../../../cloud-stub/accounts/database.ts';
import { createSigningKeys } from '../../../../cloud-stub/accounts/oidc/signing-keys.ts';
import { createAuthorOf } from '../../../../cloud-stub/store/authors.ts';
import {
  beginSignIn,
  createVisitor,
  identityWorld,
  signUp,
  type SignIn,
} from '../../../support/store/identity-world.ts';
import { decodeProtectedHeader } from 'jose';
import * as client from 'openid-client';
import * as v from 'valibot';
import { valueOf } from '../../../support/results.ts';
import { temporaryFolder } from '../../../support/process/temporary-folder.ts';

const HOUR_S = 3600;
const DAY_S = 86_400;

function begin(t: ExecutionContext) {
  const database = valueOf(t, openIdentityDatabase(':memory:'));
  t.teardown(() => database.close());
  let now_s = 1_800_000_000;
  const keys = createSigningKeys(database, () => now_s);
  const kids = (): readonly string[] => keys.current().map(({ kid }) => kid);
  return { keys, kids, pass: (s: number) => void (now_s += s) };
}

test('[C110] a key signs for ninety days, and is published a day before and after', (t) => {
  const { kids, pass } = begin(t);
  const [first] = kids();
  t.is(kids().length, 1);
  pass(89 * DAY_S - 1);
  t.deepEqual(kids(), [first]);
  pass(1);
  const [still, next] = kids();
  t.is(still, first);
  t.is(kids().length, 2);
  pass(DAY_S - 1);
  t.is(kids()[0], first);
  pass(1);
  t.deepEqual(kids(), [next, first]);
  pass(DAY_S - 1);
  t.deepEqual(kids(), [next, first]);
  pass(1);
  t.deepEqual(kids(), [next]);
  pass(400 * DAY_S);
  const [late, then] = kids();
  t.is(late, next, 'a cloud that was off for long also publishes a key first');
  pass(DAY_S);
  t.is(kids()[0], then);
});

test('[C110] a rotated key signs an hour later, and a repeated rotation adds no second key', (t) => {
  const { keys, kids, pass } = begin(t);
  const [first] = kids();
  keys.rotate(false);
  keys.rotate(false);
  const [still, next, ...more] = kids();
  t.deepEqual([still, more], [first, []]);
  pass(HOUR_S - 1);
  t.is(kids()[0], first);
  pass(1);
  t.deepEqual(kids(), [next, first]);
});

test('[C110] an immediate rotation drops the old key and rejects the tokens that it signed', async (t) => {
  const world = await identityWorld(t);
  const { config, access_token, refresh_token } = await signedIn(world);
  const authorOf = createAuthorOf(
    () => [world.identity.issuer()],
    () => world.clock.unix_s(),
  );
  t.true((await authorOf(access_token)).ok);
  world.identity.rotateKeys(true);
  t.like(await authorOf(access_token), { ok: false, error: { code: 'unauthorized' } });
  t.deepEqual(await publishedKids(world.origin), [kidOf((await renewed(config, refresh_token)).access_token)]);
});

test('[C110] publishes the next key before it signs, and keeps accepting the old signatures', async (t) => {
  const world = await identityWorld(t);
  const { config, access_token, refresh_token } = await signedIn(world);
  const [first] = await publishedKids(world.origin);
  world.identity.rotateKeys(false);
  const [, next] = await publishedKids(world.origin);
  const before = await renewed(config, refresh_token);
  t.is(kidOf(before.access_token), first);
  await world.clock.advance(HOUR_S * 1000 + 600_000);
  const after = await renewed(config, before.refresh_token);
  t.is(kidOf(after.access_token), next);
  const authorOf = createAuthorOf(
    () => [world.identity.issuer()],
    () => Math.floor(Date.now() / 1000),
  );
  t.true((await authorOf(access_token)).ok);
  t.true((await authorOf(after.access_token)).ok);
});

test('[C110] keeps signing with the single key of an older cloud', async (t) => {
  const file = join(await temporaryFolder(t), 'identity.sqlite');
  const made = valueOf(t, openIdentityDatabase(file));
  const [key] = createSigningKeys(made, () => 1000).current();
  made.close();
  const sqlite = new DatabaseSync(file);
  for (const table of ['signing_keys', 'visits', 'tokens', 'passkeys', 'support_accounts', 'invitations'])
    sqlite.exec(`DROP TABLE ${table}`);
  sqlite.exec('PRAGMA user_version = 1');
  sqlite.prepare("INSERT INTO secrets VALUES ('signing-key', ?)").run(JSON.stringify(key));
  sqlite.close();
  const opened = valueOf(t, openIdentityDatabase(file));
  t.teardown(() => opened.close());
  t.is(createSigningKeys(opened, () => 2000).current()[0]?.kid, key?.kid);
});

async function signedIn(world: Awaited<ReturnType<typeof identityWorld>>) {
  const sign_in: SignIn = await beginSignIn(world.origin);
  const tokens = await sign_in.tokens(await signUp(world, createVisitor(world.origin), sign_in));
  return { config: sign_in.config, access_token: tokens.access_token, refresh_token: tokens.refresh_token };
}

const renewed = (config: client.Configuration, token: string | undefined) =>
  client.refreshTokenGrant(config, token ?? '');

const keySet = v.object({ keys: v.array(v.object({ kid: v.string() })) });

const kidOf = (token: string): string | undefined => decodeProtectedHeader(token).kid;

async function publishedKids(origin: string): Promise<readonly string[]> {
  const answer = await fetch(`${origin}/id/jwks`);
  return v.parse(keySet, await answer.json()).keys.map(({ kid }) => kid);
}
