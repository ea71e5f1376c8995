// Power cuts at every operation of a disk that does not model power: the stored value is the complete old or new one,
// and nothing is written after the cut.

import { readdirSync } from 'node:fs';
import test from 'ava';
import { createFileDisk } from '../../../hal/flash/disk-files.ts';
import { createMemoryDisk } from '../../../hal/flash/disk-memory.ts';
import type { Disk } from '../../../hal/flash/disk.ts';
import { createSwitchedFlash } from '../../../hal/flash/flash-switched.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { bytes } from './flash-conformance.ts';

/** Wraps a disk: calls back before each operation with its number. */
function counted(disk: Disk, before: (operation: number) => void): Disk & { readonly operations: () => number } {
  let count = 0;
  const first =
    <A extends readonly unknown[], R>(work: (...given: A) => R) =>
    (...given: A): R => {
      before(count++);
      return work(...given);
    };
  return {
    operations: () => count,
    read: first((file) => disk.read(file)),
    write: first((file, value) => disk.write(file, value)),
    overwrite: first((file, blocks) => disk.overwrite(file, blocks)),
    rename: first((from, to) => disk.rename(from, to)),
    syncFolder: first(() => disk.syncFolder()),
    remove: first((file) => disk.remove(file)),
    list: first(() => disk.list()),
  };
}

test('[flash] a cut at any operation leaves the old or new value and stops the disk', async (t) => {
  const kept = new Set<string>();
  let cut_at = 0;
  for (let more = true; more; cut_at++) {
    const cuts: Promise<void>[] = [];
    const disk = counted(createMemoryDisk(), (operation) => {
      if (operation === first + cut_at) cuts.push(flash.cutPower());
    });
    const flash = createSwitchedFlash(disk);
    let first = Number.POSITIVE_INFINITY;
    valueOf(t, await flash.write('a', bytes(1, 1)));
    first = disk.operations();
    const written = await flash.write('a', bytes(2, 2));
    more = cuts.length > 0;
    if (!more) break;
    await Promise.all(cuts);
    failsWith(t, written, 'flash_failed', /the power is off/);
    const operations = disk.operations();
    t.is(operations, first + cut_at + 1);
    failsWith(t, await flash.write('a', bytes(3)), 'flash_failed', /the power is off/);
    failsWith(t, await flash.read('a'), 'flash_failed', /the power is off/);
    t.is(disk.operations(), operations, 'no disk operation');
    flash.powerOn();
    const { value, damaged } = valueOf(t, await flash.read('a'));
    t.is(damaged, '');
    kept.add(Buffer.from(value ?? []).toString('hex'));
    valueOf(t, await flash.write('a', bytes(4)));
    t.deepEqual(valueOf(t, await flash.read('a')).value, bytes(4));
  }
  t.true(cut_at > 3);
  t.deepEqual([...kept].toSorted(), ['0101', '0202']);
});

test('[flash] leaves the temporary file of an interrupted write to be removed on the next boot', async (t) => {
  const folder = await temporaryFolder(t);
  const cuts: Promise<void>[] = [];
  const disk = createFileDisk(folder);
  const flash = createSwitchedFlash({
    ...disk,
    write(file, value) {
      cuts.push(flash.cutPower());
      return disk.write(file, value);
    },
  });
  failsWith(t, await flash.write('a', bytes(1)), 'flash_failed', /the power is off/);
  await Promise.all(cuts);
  t.deepEqual(readdirSync(folder).length, 1);
  flash.powerOn();
  t.is(valueOf(t, await flash.read('a')).value, null);
  t.deepEqual(readdirSync(folder), []);
});

test('[flash] ignores powerOn while the power is on', async (t) => {
  const flash = createSwitchedFlash(createMemoryDisk());
  const writing = flash.write('a', bytes(1));
  flash.powerOn();
  valueOf(t, await writing);
  t.is(flash.writes(), 1);
});
