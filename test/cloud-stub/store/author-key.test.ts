// The key of the cloud for author tokens: created once, readable only by its owner, never overwritten.

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import test, { type ExecutionContext } from 'ava';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { openAuthorKey } from '../../../cloud-stub/store/author-key.ts';
import { createAuthorOf } from '../../../cloud-stub/store/authors.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { fieldsIn } from '../../support/read-json.ts';

const NOW_S = 1_800_000_000;
const keyPath = async (t: ExecutionContext): Promise<string> => `${await temporaryFolder(t)}/author-key.json`;

test('[authors] creates an owner-only key on first use and keeps it', async (t) => {
  const path = await keyPath(t);
  const key = valueOf(t, await openAuthorKey(path));
  t.is((statSync(path).mode & 0o777).toString(8), '600');
  t.deepEqual(readdirSync(path.replace('/author-key.json', '')), ['author-key.json']);
  const before = readFileSync(path, 'utf8');
  const again = valueOf(t, await openAuthorKey(path));
  t.is(readFileSync(path, 'utf8'), before);
  const author = await createAuthorOf(
    () => [again.issuer],
    () => NOW_S,
  )(await key.token('Ann Miller', NOW_S, 1));
  t.deepEqual(author, { ok: true, value: { owner: 'Ann Miller', label: 'Ann Miller' } });
});

test('[authors] a token has subject, audience and expiry', async (t) => {
  const key = valueOf(t, await openAuthorKey(await keyPath(t)));
  const token = await key.token('Ann', NOW_S, 30);
  t.deepEqual(decodeProtectedHeader(token), { alg: 'ES256', typ: 'JWT' });
  t.deepEqual(decodeJwt(token), {
    sub: 'Ann',
    name: 'Ann',
    iss: 'tapin-cloud',
    aud: 'tapin-store',
    iat: NOW_S,
    exp: NOW_S + 30 * 86_400,
  });
});

test('[authors] rejects a token of another cloud', async (t) => {
  const [one, two] = [await openAuthorKey(await keyPath(t)), await openAuthorKey(await keyPath(t))];
  const author = await createAuthorOf(
    () => [valueOf(t, two).issuer],
    () => NOW_S,
  )(await valueOf(t, one).token('Ann', NOW_S, 1));
  t.is(author.ok ? '' : author.error.code, 'unauthorized');
});

test('[authors] concurrent creations yield one key', async (t) => {
  const path = await keyPath(t);
  const keys = (await Promise.all(Array.from({ length: 8 }, () => openAuthorKey(path)))).map((key) => valueOf(t, key));
  for (const key of keys)
    for (const other of keys)
      t.true(
        (
          await createAuthorOf(
            () => [other.issuer],
            () => NOW_S,
          )(await key.token('Ann', NOW_S, 1))
        ).ok,
      );
});

test('[authors] refuses an unusable key file, leaves it unchanged, and does not quote it', async (t) => {
  const path = await keyPath(t);
  const good = valueOf(t, await openAuthorKey(path)) && readFileSync(path, 'utf8');
  const { d: secret, ...public_part } = fieldsIn(good);
  for (const text of [
    '',
    '{',
    '[]',
    '{"kty":"EC"}',
    JSON.stringify(public_part),
    JSON.stringify({ ...public_part, d: 7 }),
  ]) {
    writeFileSync(path, text);
    failsWith(t, await openAuthorKey(path), 'author_key_unusable', /can't be used/);
    t.is(readFileSync(path, 'utf8'), text);
  }
  const mixed = JSON.stringify({ ...public_part, d: secret, x: 'AAAA' });
  writeFileSync(path, mixed);
  const refused = await openAuthorKey(path);
  failsWith(t, refused, 'author_key_unusable', /can't be used/);
  t.false(JSON.stringify(refused).includes(String(secret)));
});

test('[authors] reports a key that cannot be created', async (t) => {
  const folder = await temporaryFolder(t);
  failsWith(t, await openAuthorKey(`${folder}/none/author-key.json`), 'author_key_unusable', /can't be used/);
  mkdirSync(`${folder}/author-key.json`);
  failsWith(t, await openAuthorKey(`${folder}/author-key.json`), 'author_key_unusable', /can't be used/);
});

test('[authors] ignores the leftover of a killed run', async (t) => {
  const path = await keyPath(t);
  writeFileSync(`${path}.${process.pid}.tmp`, 'left there');
  chmodSync(`${path}.${process.pid}.tmp`, 0o644);
  valueOf(t, await openAuthorKey(path));
  t.is((statSync(path).mode & 0o777).toString(8), '600');
  t.false(existsSync(`${path}.${process.pid}.tmp`));
});
