// An image is the same for the same release, and holds all of it.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import test from 'ava';
import { HW, tapin } from '../../support/process/release-folder.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

/** More than two windows of the compressor. */
const INCOMPRESSIBLE_BYTES = 20 * 1024 * 1024;

test('[C51] packs the same release to the same image, complete to its last byte', async (t) => {
  const folder = await temporaryFolder(t);
  const release = join(folder, 'release');
  mkdirSync(release);
  const bytes = randomBytes(INCOMPRESSIBLE_BYTES);
  const pack = async (name: string): Promise<Buffer> => {
    const out = join(folder, name);
    const about = ['--hw', HW, '--firmware', '0.9.1', '--seq', '2', '--compression', '3'];
    await tapin(t, 'firmware', 'pack', ...about, '--release', release, '--out', out);
    return readFileSync(out);
  };
  writeFileSync(join(release, 'tapin'), bytes, { mode: 0o755 });
  const first = await pack('first.image');
  utimesSync(join(release, 'tapin'), 1, 1);
  const second = await pack('second.image');
  t.is(Buffer.compare(first, second), 0);
  const tar = zstdDecompressSync(first.subarray(first.indexOf('\n') + 1));
  t.true(tar.includes(bytes.subarray(-1024)), 'its last bytes');
  t.is(tar.length % 512, 0, 'whole blocks of tar');
});
