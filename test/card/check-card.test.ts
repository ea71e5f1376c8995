// Tests of `tapin card check` with files that are no card.

import { gzipSync } from 'node:zlib';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { checkCard } from '../../card/check-card.ts';
import { partitionTable, placePartitions } from '../../card/partitions.ts';
import { errorOf } from '../support/results.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const empty_disk = partitionTable(placePartitions([{ type: 0x83, size_bytes: 1 }]));

for (const [what, name, bytes, message] of [
  ['a missing file', 'none.img', null, /^The image can't be read: ENOENT/],
  ['a missing packed file', 'none.img.xz', null, /^The image can't be read: ENOENT/],
  ['an empty file', 'card.img', Buffer.alloc(0), 'The image has no partition table.'],
  ['another file', 'card.img', Buffer.alloc(4096, 1), 'The image has no partition table.'],
  [
    'another disk',
    'card.img',
    empty_disk,
    'The image is not a card: it must have the partitions boot, root and data, in this order.',
  ],
  [
    'a file that is not packed',
    'card.img.xz',
    gzipSync('x'),
    /(can't be unpacked: it is damaged or not an \.xz file|needs xz: sudo apt-get install)/,
  ],
] as const)
  test(`[card] explains in one sentence that ${what} is no card`, async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, name);
    if (bytes) await writeFile(file, bytes);
    const { message: sentence } = errorOf(t, await checkCard(file, await temporaryFolder(t)));
    if (typeof message === 'string') t.is(sentence, message);
    else t.regex(sentence, message);
    t.false(sentence.includes('\n'));
  });
