// Conversions between bytes and text, against Node's Buffer.

import test from 'ava';
import fc from 'fast-check';
import {
  bytesOf,
  concatBytes,
  equalBytes,
  fromBase64,
  fromHex,
  latin1Of,
  strictTextOf,
  textOf,
  toBase64,
  toBase64url,
  toHex,
} from '../../wire/bytes.ts';

test('[wire] converts any bytes as Buffer does', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 40 }), (bytes, more) => {
      const buffer = Buffer.from(bytes);
      t.is(toBase64(bytes), buffer.toString('base64'));
      t.is(toBase64url(bytes), buffer.toString('base64url'));
      t.is(toHex(bytes), buffer.toString('hex'));
      t.is(latin1Of(bytes), buffer.toString('latin1'));
      t.is(textOf(bytes), buffer.toString());
      t.deepEqual(fromBase64(toBase64(bytes)), bytes);
      t.deepEqual(fromHex(toHex(bytes)), bytes);
      t.deepEqual(Buffer.from(concatBytes([bytes, more])), Buffer.concat([bytes, more]));
      t.is(equalBytes(bytes, more), buffer.equals(more));
    }),
  );
});

test('[wire] keeps a byte order mark, and long texts', (t) => {
  t.is(textOf(bytesOf('\u{feff}a')), '\u{feff}a');
  const long = new Uint8Array(100_000).map((_, at) => at);
  t.is(toBase64(long), Buffer.from(long).toString('base64'));
});

test('[wire] tells text that is not UTF-8 or base64', (t) => {
  t.is(strictTextOf(bytesOf('Zoë')), 'Zoë');
  t.is(strictTextOf(new Uint8Array([0xc3])), null);
  t.is(fromBase64('a-b_'), null);
  t.is(fromBase64('a'), null);
  t.deepEqual(fromBase64('YQ'), bytesOf('a'));
});
