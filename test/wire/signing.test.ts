// Request signatures: against an independent implementation, and every kind of invalid signature.

import { inspect } from 'node:util';
import test from 'ava';
import { fingerprintOf, HEADER, noDeviceKey, readSecret, sign, verify } from '../../wire/signing.ts';
import { keyOf } from '../support/device/device-key.ts';
import { itemAt } from '../support/items.ts';

const SECRETS = {
  counting: '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
  mixed: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ones: 'ff'.repeat(32),
  zeros: '00'.repeat(32),
} as const;
const START = Buffer.from('{"action":"start"}');

/**
 * Secret, timestamp, body, signature. Made by Python:
 * `hmac.new(bytes.fromhex(secret), timestamp.encode() + b'.' + body, hashlib.sha256).hexdigest()`.
 */
const VECTORS: readonly (readonly [keyof typeof SECRETS, string, Uint8Array, string])[] = [
  ['counting', '1800000000', START, '003dac2d530250621f6504576df401c35236fc82926c6a7a1fe52e206ba53f68'],
  ['counting', '1800000001', START, '963690e5de12b656e60045aa7e28e4e0bffb059dce1f1a89e437f38e4c04d3dd'],
  ['ones', '1800000000', START, '75b194027e790988b93f71c8a849086b1f49184928e2ad7b0524b69387b5824a'],
  ['mixed', '1800000000', Buffer.of(), 'ee633bc720df28ef2b3f0579ef68daf6bbec78f15211d7d3511c61fba58a5f70'],
  ['mixed', '0', Buffer.of(), 'af7f1b57cfd3cd33b6aed68fe99d325a85a0366339fbb701920c3e605b963b8a'],
  ['zeros', '', Buffer.of(), '0d0ab78babcce47b6860946aad720dcc13630f70074364b65665c4caefb81ecf'],
  [
    'mixed',
    '1800000000',
    Buffer.from('{"name":"Zoë 🏌"}'),
    '39cb156381c8c06699d22d3174423a08bb6baeb5957863e5623b19b55c5fa94e',
  ],
  [
    'mixed',
    '1800000000',
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    '40aca662221187cec70d4f111846c6217473234ae65004fdb05fad26e243998d',
  ],
  ['ones', '1800000000', Buffer.alloc(16_384, 'x'), 'c6782d2939e4d14b817b9c435fd67abe1979aac25777be51814b398f12d1e194'],
  ['ones', '180000000', Buffer.from('0.{}'), 'eba3d5ff130ba143d358b1a5bab613c5b0c151922f551f6927f2ca44ef6d80bd'],
];

VECTORS.forEach(([secret, timestamp, body, signature], i) =>
  test(`[R93] [C7] computes the same signature as Python, vector ${i}: ${secret}, "${timestamp}", ${body.length} bytes`, (t) => {
    t.is(sign(keyOf(SECRETS[secret]), timestamp, body), signature);
    t.true(verify(keyOf(SECRETS[secret]), timestamp, body, signature));
  }),
);

const [, TIMESTAMP, , RIGHT] = itemAt(VECTORS, 0);
const KEY = keyOf(SECRETS.counting);

test('[R93] rejects a body with any bit flipped', (t) => {
  const body = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const signature = sign(KEY, TIMESTAMP, body);
  for (let bit = 0; bit < 8 * body.length; bit++) {
    const flipped = Uint8Array.from(body);
    flipped[bit >> 3] = itemAt(flipped, bit >> 3) ^ (1 << (bit & 7));
    if (verify(KEY, TIMESTAMP, flipped, signature)) t.fail(`bit ${bit}`);
  }
  t.true(verify(KEY, TIMESTAMP, body, signature));
});

test('[R93] rejects a body with a byte more or less, added white space or reordered fields', (t) => {
  const text = START.toString();
  for (const other of [`${text} `, ` ${text}`, `${text}\n`, text.slice(1), text.slice(0, -1), '', `${text}\0`])
    t.false(verify(KEY, TIMESTAMP, Buffer.from(other), RIGHT), JSON.stringify(other));
  t.false(verify(KEY, TIMESTAMP, Buffer.from('{"action": "start"}'), RIGHT));
});

test('[R93] signs a view into a larger buffer by its own bytes only', (t) => {
  const large = Buffer.concat([Buffer.from('before'), START, Buffer.from('after')]);
  t.is(sign(KEY, TIMESTAMP, large.subarray(6, 6 + START.length)), RIGHT);
});

test('[R92] rejects another timestamp, even one of the same numeric value', (t) => {
  for (const other of ['1800000001', '1799999999', '01800000000', '1800000000 ', ' 1800000000', '1800000000.0', ''])
    t.false(verify(KEY, other, START, RIGHT), JSON.stringify(other));
});

test('[R93] rejects a signature with any bit flipped, and any other key', (t) => {
  for (let at = 0; at < 64; at++) {
    const digit = Number.parseInt(itemAt(RIGHT, at), 16);
    for (const bit of [1, 2, 4, 8]) {
      const wrong = RIGHT.slice(0, at) + (digit ^ bit).toString(16) + RIGHT.slice(at + 1);
      t.false(verify(KEY, TIMESTAMP, START, wrong));
    }
  }
  for (const secret of [SECRETS.mixed, SECRETS.ones, SECRETS.zeros])
    t.false(verify(keyOf(secret), TIMESTAMP, START, RIGHT));
  t.false(verify(noDeviceKey(), TIMESTAMP, START, RIGHT));
});

test('[C7] rejects a malformed signature without throwing', (t) => {
  const others = [
    '',
    ' ',
    RIGHT.toUpperCase(),
    `${RIGHT.slice(0, 63)}A`,
    RIGHT.slice(0, 63),
    RIGHT.slice(0, 62),
    `${RIGHT.slice(0, 63)}g`,
    `${RIGHT}0`,
    `${RIGHT}00`,
    `${RIGHT}g`,
    `0x${RIGHT}`,
    `0x${RIGHT.slice(0, 62)}`,
    ` ${RIGHT}`,
    `${RIGHT} `,
    `${RIGHT}\n`,
    `\n${RIGHT}`,
    `${RIGHT}\n${RIGHT}`,
    `${RIGHT.slice(0, 63)}\n`,
    `${RIGHT.slice(0, 63)}é`,
    RIGHT.replace('0', '０'),
    Buffer.from(RIGHT, 'hex').toString('base64'),
    Buffer.from(RIGHT, 'hex').toString('latin1'),
    'x'.repeat(1e6),
  ];
  for (const other of others) t.false(verify(KEY, TIMESTAMP, START, other), JSON.stringify(other).slice(0, 80));
  t.true(verify(KEY, TIMESTAMP, START, RIGHT));
  t.is(sign(KEY, TIMESTAMP, START).length, 64);
});

test('[C8] accepts only 64 hex characters as a secret', (t) => {
  t.truthy(readSecret(SECRETS.mixed));
  const upper = readSecret(SECRETS.mixed.toUpperCase());
  if (upper) t.is(sign(upper, '0', Buffer.of()), VECTORS[4]?.[3] ?? '', 'the key does not depend on the case');
  const [digits] = [SECRETS.mixed];
  const others = [
    '',
    digits.slice(1),
    digits.slice(2),
    `${digits}0`,
    `${digits}00`,
    `${digits.slice(1)}g`,
    ` ${digits.slice(1)}`,
    `${digits}\n`,
    `${digits.slice(1)}\n`,
    `0x${digits.slice(2)}`,
    'é'.repeat(64),
  ];
  for (const other of others) t.is(readSecret(other), null, JSON.stringify(other));
});

test('[C8] never reveals the secret of a key', (t) => {
  for (const shown of [inspect(KEY, { depth: 9, showHidden: true }), JSON.stringify(KEY)])
    t.notRegex(shown, /0001020304|000102|AAECAw/);
});

test('[C7] names the headers as documented, and in lower case as they are received', (t) => {
  t.deepEqual(HEADER, { device: 'x-device-id', timestamp: 'x-timestamp', signature: 'x-signature' });
});

test('[C13] gives bodies that differ in one bit different fingerprints, and equal bodies equal ones', (t) => {
  const seen = new Set<string>();
  for (let bit = 0; bit < 8 * START.length; bit++) {
    const flipped = Buffer.from(START);
    flipped[bit >> 3] = itemAt(flipped, bit >> 3) ^ (1 << (bit & 7));
    seen.add(fingerprintOf(flipped));
  }
  t.is(seen.size, 8 * START.length);
  t.false(seen.has(fingerprintOf(START)));
  t.is(fingerprintOf(Uint8Array.from(START)), fingerprintOf(START));
});
