// Tests of a card's partition table, against the layout of a master boot record.

import test from 'ava';
import { partitionTable, placePartitions, readPartitionTable } from '../../card/partitions.ts';
import { valueOf } from '../support/results.ts';

const MEBIBYTE = 1024 * 1024;
const parts = placePartitions([
  { type: 0x0c, size_bytes: 256 * MEBIBYTE },
  { type: 0x83, size_bytes: 300 * MEBIBYTE + 1 },
  { type: 0x83, size_bytes: 1 },
]);

test('[card] places partitions one after the other, in whole blocks of 4 MiB', (t) => {
  t.deepEqual(
    parts.map(({ start_bytes, size_bytes }) => [start_bytes / MEBIBYTE, size_bytes / MEBIBYTE]),
    [
      [4, 256],
      [260, 304],
      [564, 4],
    ],
  );
});

test('[card] writes entries and signature where a boot ROM expects them', (t) => {
  const sector = partitionTable(parts);
  t.is(sector.length, 512);
  t.deepEqual([...sector.subarray(510)], [0x55, 0xaa]);
  // 4 MiB are 0x2000 sectors, 256 MiB are 0x80000.
  t.deepEqual([...sector.subarray(446, 462)], [0, 0, 0, 0, 0x0c, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 8, 0]);
  t.true(
    sector.subarray(494, 510).every((byte) => byte === 0),
    'the fourth entry is empty',
  );
  t.deepEqual(valueOf(t, readPartitionTable(sector)), parts);
});

test('[card] refuses a sector without a signature, or a short one', (t) => {
  const sector = partitionTable(parts);
  for (const bytes of [new Uint8Array(512), sector.subarray(0, 511), new Uint8Array()])
    t.is(readPartitionTable(bytes).ok, false);
});
