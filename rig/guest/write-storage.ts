// Runs in the machine before its power is cut: stores settings, a set in play, extensions and firmware with tapin's own
// storage, one after another, and reports each as soon as it is confirmed.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { create } from 'tar';
import { openDataFolder } from '../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../hal/flash/flash-files.ts';
import { createFolderImageSlots } from '../../hal/images/image-slots-folder.ts';
import type { Result } from '../../wire/errors.ts';
import { manifestLine } from '../../wire/firmware/image.ts';
import { FIRMWARE, FOLDER, RECORDS, valueOf } from './stored-values.ts';

const ROUNDS = Number(process.argv[2]);
/** Rounds per firmware. */
const FIRMWARE_EVERY = 4;
const FILES = 6;

function unwrap(result: Result<unknown>): void {
  if (!result.ok) throw new Error(result.error.message);
}

const print = (name: string, n: number): boolean => process.stdout.write(`${JSON.stringify({ safe: name, n })}\n`);

mkdirSync(FOLDER, { recursive: true });
unwrap(await openDataFolder(FOLDER));
const flash = createFileFlash(FOLDER);
const slots = createFolderImageSlots(FOLDER);

/** Yields an image of a few files, in pieces. */
async function* imageOf(seq: number): AsyncGenerator<Uint8Array> {
  const tree = mkdtempSync(join(tmpdir(), 'release-'));
  for (let file = 0; file < FILES; file++) writeFileSync(join(tree, `file-${file}`), valueOf(seq, 8000));
  yield manifestLine({ hw: 'rig', version: `0.0.${seq}`, seq });
  yield* Readable.from(create({ cwd: tree, gzip: true, portable: true }, ['.']));
  rmSync(tree, { recursive: true });
}

for (let n = 1; n <= ROUNDS; n++) {
  for (const [name, bytes] of Object.entries(RECORDS)) {
    unwrap(await flash.write(name, Buffer.from(valueOf(n, bytes))));
    print(name, n);
  }
  if (n % FIRMWARE_EVERY !== 0) continue;
  const seq = n / FIRMWARE_EVERY;
  unwrap(await slots.fill(seq % 2 === 0 ? 'a' : 'b', imageOf(seq)));
  print(FIRMWARE, seq);
}
print('done', ROUNDS);
