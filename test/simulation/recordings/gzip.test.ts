// Compression of recordings in Node and in browsers.

import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import * as inBrowser from '../../../simulation/recordings/gzip-browser.ts';
import * as inNode from '../../../simulation/recordings/gzip-node.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const TEXT = Buffer.from('a line of a recording\n'.repeat(5000));

for (const [name, { gzip, gunzip }] of Object.entries({ node: inNode, browser: inBrowser })) {
  test(`[recording] packs what gunzip unpacks (${name})`, (t) => {
    t.deepEqual(gunzipSync(gzip(TEXT)), TEXT);
    t.deepEqual(Buffer.from(valueOf(t, gunzip(gzip(new Uint8Array()), 10))), Buffer.of());
  });

  test(`[recording] unpacks concatenated members, up to the limit and not beyond (${name})`, (t) => {
    const packed = Buffer.concat([gzipSync(TEXT), gzipSync('end')]);
    const whole = Buffer.concat([TEXT, Buffer.from('end')]);
    t.deepEqual(Buffer.from(valueOf(t, gunzip(packed, whole.length))), whole);
    failsWith(t, gunzip(packed, whole.length - 1), 'too_large', /too large/);
  });

  test(`[recording] unpacks the start of a file whose end is missing (${name})`, (t) => {
    const noise = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7919) % 251));
    const packed = gzipSync(noise);
    const start = valueOf(t, gunzip(packed.subarray(0, packed.length - 20), noise.length));
    t.true(start.length > 0);
    t.deepEqual(Buffer.from(start), noise.subarray(0, start.length));
  });

  test(`[recording] refuses what is not gzip (${name})`, (t) => {
    for (const bytes of ['', 'no gzip at all', '\u{1f}\u{8b}'])
      failsWith(t, gunzip(Buffer.from(bytes, 'latin1'), 100), 'bad_value', /not gzip, or are damaged/);
  });

  test(`[recording] ends a file that unpacks to far more than the limit (${name})`, (t) => {
    const bomb = gzipSync(Buffer.alloc(200_000_000));
    const started_ms = performance.now();
    failsWith(t, gunzip(bomb, 1_000_000), 'too_large', /too large/);
    t.true(performance.now() - started_ms < 1000);
  });
}
