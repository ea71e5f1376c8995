// Signatures and keys, against files made by minisign itself (fixtures/minisign).

import { readFileSync } from 'node:fs';
import test from 'ava';
import { publicKeyText, readPublicKey, readSignature, verifySignature } from '../../../wire/firmware/minisign.ts';
import {
  newSecretKey,
  toPublicKey,
  readSecretKey,
  secretKeyText,
  signImage,
} from '../../../wire/firmware/secret-key.ts';
import { createImageHasher } from '../../../wire/signing.ts';
import { errorOf, valueOf } from '../../support/results.ts';
import { itemAt } from '../../support/items.ts';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../fixtures/minisign/${name}`, import.meta.url), 'utf8');
const blake2bOf = (text: string): Uint8Array => {
  const hasher = createImageHasher();
  for (const byte of Buffer.from(text)) hasher.add(Uint8Array.of(byte));
  return hasher.digest().blake2b512;
};

test('[C51] verifies a minisign signature and reads its trusted comment', (t) => {
  const key = valueOf(t, readPublicKey(fixture('key.pub')));
  t.is(key.id, '979B470CF4CE12D1'); // as printed by minisign
  const signature = valueOf(t, readSignature(fixture('image.minisig')));
  t.is(signature.trusted_comment, 'tapin hw=virtual version=0.9.1 seq=2 size=11');
  t.true(verifySignature([key], signature, blake2bOf('hello image')).ok);
});

test('[C51] rejects another image, comment or key and the legacy form, each with its reason', (t) => {
  const key = valueOf(t, readPublicKey(fixture('key.pub')));
  const signature = valueOf(t, readSignature(fixture('image.minisig')));
  const other = toPublicKey(newSecretKey(new Uint8Array(40).fill(3)));
  const hash = blake2bOf('hello image');
  const refusals = [
    verifySignature([key], signature, blake2bOf('hello imagf')),
    verifySignature([key], { ...signature, trusted_comment: `${signature.trusted_comment} ` }, hash),
    verifySignature([other], signature, hash),
    verifySignature([{ ...other, id: key.id }], signature, hash),
    verifySignature([], signature, hash),
    readSignature(fixture('image.legacy.minisig')),
  ];
  t.deepEqual(
    refusals.map((refusal) => errorOf(t, refusal).message),
    [
      'its signature is not of this image',
      'its signed comment was changed',
      'it is signed with the key 979B470CF4CE12D1, which this device does not trust',
      'its signed comment was changed',
      'it is signed with the key 979B470CF4CE12D1, which this device does not trust',
      'its signature has the legacy format, which is not accepted',
    ],
  );
});

test('[C51] rejects a signature file with any meaningful character changed', (t) => {
  const key = valueOf(t, readPublicKey(fixture('key.pub')));
  const good = fixture('image.minisig');
  const lines = good.split('\n');
  const hash = blake2bOf('hello image');
  for (const line of [1, 2, 3]) {
    const from = line === 2 ? 'trusted comment: '.length : 0;
    for (let at = from; at < itemAt(lines, line).length; at++) {
      const text = itemAt(lines, line);
      const spoilt = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      const read = readSignature(lines.with(line, spoilt).join('\n'));
      t.false(read.ok && verifySignature([key], read.value, hash).ok, `line ${line}, character ${at}`);
    }
  }
});

test('[C51] rejects text that is not a signature or not a key', (t) => {
  const lines = fixture('image.minisig').split('\n');
  for (const text of [
    '',
    'x',
    lines.slice(0, 3).join('\n'),
    [...lines.slice(0, 4), 'more'].join('\n'),
    lines.with(1, 'AAAA').join('\n'),
    `${'a'.repeat(2000)}\n${lines.slice(1).join('\n')}`,
  ])
    t.is(errorOf(t, readSignature(text)).message, 'it has no minisign signature', text.slice(0, 20));
  for (const text of ['', 'x', `${fixture('key.pub')}more\n`, fixture('image.minisig')])
    t.is(errorOf(t, readPublicKey(text)).code, 'key_unusable');
});

test('[C51] signs with a minisign secret key and derives the matching public key', (t) => {
  const secret = valueOf(t, readSecretKey(fixture('key.sec')));
  const trusted = valueOf(t, readPublicKey(fixture('key.pub')));
  t.deepEqual(
    [toPublicKey(secret).id, Buffer.from(toPublicKey(secret).bytes).toString('hex')],
    [trusted.id, Buffer.from(trusted.bytes).toString('hex')],
  );
  const signature = valueOf(t, readSignature(signImage(secret, blake2bOf('other'), 'a comment')));
  t.true(verifySignature([trusted], signature, blake2bOf('other')).ok);
  t.is(signature.trusted_comment, 'a comment');
});

test('[C51] round-trips a key file; rejects damaged and password-protected keys without leaking them', (t) => {
  const key = newSecretKey(Uint8Array.from({ length: 40 }, (_, i) => 3 * i));
  const text = secretKeyText(key);
  t.deepEqual(valueOf(t, readSecretKey(text)).id, key.id);
  t.deepEqual(valueOf(t, readPublicKey(publicKeyText(toPublicKey(key)))).id, key.id);
  const [comment = '', line = ''] = text.split('\n');
  const bytes = Buffer.from(line, 'base64');
  const spoilt = (at: number, byte: number): string =>
    `${comment}\n${Buffer.from(bytes.with(at, byte)).toString('base64')}\n`;
  t.is(errorOf(t, readSecretKey(spoilt(80, bytes[80] === 1 ? 2 : 1))).message, 'This secret key is damaged.');
  t.regex(errorOf(t, readSecretKey(spoilt(2, 0x53))).message, /has a password/);
  t.is(errorOf(t, readSecretKey(fixture('key.pub'))).message, 'Not a minisign secret key.');
});
