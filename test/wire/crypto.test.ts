// Cryptography of Node and of browsers: published vectors, and agreement.

import test from 'ava';
import fc from 'fast-check';
import * as inBrowser from '../../wire/crypto/crypto-browser.ts';
import * as inNode from '../../wire/crypto/crypto-node.ts';
import { bytesOf, fromHex, toHex } from '../../wire/bytes.ts';

const NODE = {
  ...inNode,
  hmac: (key: Uint8Array, message: Uint8Array) => inNode.hmacSha256(inNode.secretKey(key), message),
};
const BROWSER = {
  ...inBrowser,
  hmac: (key: Uint8Array, message: Uint8Array) => inBrowser.hmacSha256(inBrowser.secretKey(key), message),
};
const BOTH = { node: NODE, browser: BROWSER } as const;

for (const [name, crypto] of Object.entries(BOTH)) {
  test(`[wire] SHA-256 and BLAKE2b-512 of "abc" are those of FIPS 180-4 and RFC 7693 (${name})`, (t) => {
    const abc = bytesOf('abc');
    t.is(toHex(crypto.sha256(abc)), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (const [algorithm, digest] of [
      ['sha256', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
      [
        'blake2b512',
        'ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923',
      ],
    ] as const) {
      const hasher = crypto.createHasher(algorithm);
      t.is(toHex(hasher.add(abc.subarray(0, 1)).add(abc.subarray(1)).digest()), digest);
    }
  });

  test(`[wire] HMAC-SHA256 is that of RFC 4231, test case 2 (${name})`, (t) => {
    const made = crypto.hmac(bytesOf('Jefe'), bytesOf('what do ya want for nothing?'));
    t.is(toHex(made), '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  test(`[R128] Ed25519 is that of RFC 8032, test 3, and refuses every other signature (${name})`, (t) => {
    const seed = fromHex('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7');
    const key = fromHex('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025');
    const message = fromHex('af82');
    const signature = fromHex(
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
    );
    t.is(toHex(crypto.ed25519PublicKey(seed)), toHex(key));
    t.is(toHex(crypto.signEd25519(seed, message)), toHex(signature));
    t.true(crypto.verifyEd25519(key, message, signature));
    t.false(crypto.verifyEd25519(key, fromHex('af83'), signature));
    t.false(crypto.verifyEd25519(key, message, signature.with(0, 0)));
    t.false(crypto.verifyEd25519(key, message, signature.subarray(1)));
    t.false(crypto.verifyEd25519(key, message, new Uint8Array()));
    // The neutral point, y = 1, as y = p + 1: RFC 8032, section 5.1.3, accepts a point in one encoding only.
    const [neutral, zero] = [`01${'00'.repeat(31)}`, '00'.repeat(32)];
    t.false(crypto.verifyEd25519(fromHex(neutral), message, fromHex(`ee${'ff'.repeat(30)}7f${zero}`)));
  });

  test(`[wire] compares secrets by all bytes and their number (${name})`, (t) => {
    t.true(crypto.equalSecrets(bytesOf('ab'), bytesOf('ab')));
    for (const other of ['aa', 'bb', 'a', 'abc', ''])
      t.false(crypto.equalSecrets(bytesOf('ab'), bytesOf(other)), other);
  });
}

test('[wire] both implementations have the same exports, and agree on any message', (t) => {
  t.deepEqual(Object.keys(inBrowser).toSorted(), Object.keys(inNode).toSorted());
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      (message, secret) => {
        const [node, browser] = [NODE, BROWSER].map((crypto) => [
          toHex(crypto.hmac(secret, message)),
          toHex(crypto.createHasher('blake2b512').add(message).digest()),
          toHex(crypto.signEd25519(secret, message)),
        ]);
        t.deepEqual(browser, node);
      },
    ),
    { numRuns: 30 },
  );
});
