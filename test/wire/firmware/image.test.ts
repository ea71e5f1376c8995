// The manifest line of a firmware image, and version comparison.

import test from 'ava';
import { compareVersions, manifestLine, readManifest } from '../../../wire/firmware/image.ts';
import { errorOf, valueOf } from '../../support/results.ts';

const lineOf = (text: string): Uint8Array => Buffer.from(`${text}\npayload`);

test('[C51] reads the manifest in the first line of an image', (t) => {
  const manifest = { hw: 'linux-arm64', version: '0.10.1', seq: 7 };
  const image = Buffer.concat([manifestLine(manifest), Buffer.from('\npayload')]);
  const read = valueOf(t, readManifest(image));
  t.deepEqual(read.manifest, manifest);
  t.is(image.subarray(read.at).toString(), '\npayload');
});

const REFUSED: readonly (readonly [line: string, why: RegExp])[] = [
  ['', /not JSON/],
  ['{', /not JSON/],
  ['[]', /Not a firmware image/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.9.1"}', /seq is missing/],
  ['{"tapin":"other","hw":"virtual","version":"0.9.1","seq":2}', /tapin must be one of firmware/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.9.1","seq":0}', /seq must be a whole number from 1/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.9.1","seq":2147483648}', /seq must be a whole number from 1/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.9.1","seq":1.5}', /seq must be a whole number from 1/],
  ['{"tapin":"firmware","hw":"Virtual","version":"0.9.1","seq":2}', /hw must be a name of a-z/],
  ['{"tapin":"firmware","hw":"-","version":"0.9.1","seq":2}', /hw must be a name of a-z/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.9","seq":2}', /version must be a version/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.09.1","seq":2}', /version must be a version/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.9.1-rc1","seq":2}', /version must be a version/],
  ['{"tapin":"firmware","hw":"virtual","version":"0.9.1","seq":2,"more":1}', /is unknown/],
];

for (const [line, why] of REFUSED)
  test(`[C51] rejects a first line that is not a manifest: ${line || 'an empty line'}`, (t) => {
    t.regex(errorOf(t, readManifest(lineOf(line))).message, why);
  });

test('[C51] limits the first line to 512 bytes', (t) => {
  const padded = (length: number): Uint8Array =>
    lineOf('{"tapin":"firmware","hw":"virtual","version":"0.9.1","seq":2}'.padEnd(length, ' '));
  t.true(readManifest(padded(511)).ok);
  t.regex(errorOf(t, readManifest(padded(512))).message, /does not start with a manifest line/);
  t.regex(errorOf(t, readManifest(new Uint8Array())).message, /does not start with a manifest line/);
});

test('[C51] compares versions number by number', (t) => {
  const rising = ['0.0.1', '0.9.0', '0.9.9', '0.9.10', '0.10.0', '1.0.0', '10.0.0'];
  const shuffled = [...rising].toSorted().toSorted(compareVersions);
  t.deepEqual(shuffled, rising);
  t.is(compareVersions('0.9.0', '0.9.0'), 0);
});
