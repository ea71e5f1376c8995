// Tests of storage tools: listing copies and versions, damaging a copy, reading and writing an image.

import test from 'ava';
import { damageNewest, lyingRecords, readImage, writeImage } from '../../../hal/flash/chip.ts';
import { createMemoryDisk } from '../../../hal/flash/disk-memory.ts';
import { createMemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test('[flash] lists each record’s copies with version and length, and why one is damaged', async (t) => {
  const { disk, ...flash } = createMemoryFlash();
  for (const value of [bytes(1), bytes(1, 2), bytes(1, 2, 3)]) await flash.write('a', value);
  await flash.write('b', bytes(9));
  // Each copy is a header of 32 bytes (hal/flash/record.ts), then the value. The third write replaces the first.
  t.deepEqual(valueOf(t, await lyingRecords(disk)), [
    {
      name: 'a',
      copies: [
        { file: 'a.0', version: 3, bytes: 35, damage: '' },
        { file: 'a.1', version: 2, bytes: 34, damage: '' },
      ],
    },
    { name: 'b', copies: [{ file: 'b.0', version: 1, bytes: 33, damage: '' }] },
  ]);
  valueOf(t, await damageNewest(disk, 'a'));
  const [a] = valueOf(t, await lyingRecords(disk));
  t.like(a?.copies[0], { version: null, bytes: 35 });
  t.not(a?.copies[0]?.damage, '');
  const read = valueOf(t, await flash.read('a'));
  t.deepEqual(read.value, bytes(1, 2), 'previous copy');
  t.not(read.damaged, '');
  valueOf(t, await damageNewest(disk, 'a'));
  failsWith(t, await damageNewest(disk, 'a'), 'not_found', /^No good copy of "a"\.$/);
  failsWith(t, await damageNewest(disk, 'c'), 'not_found', /"c"/);
});

test('[flash] writes an image over another storage, except for the records it keeps', async (t) => {
  const from = createMemoryFlash();
  await from.write('a', bytes(1));
  await from.write('a', bytes(2));
  await from.write('empty', bytes());
  await from.write('identity', bytes(7));
  const to = createMemoryFlash();
  await to.write('old', bytes(3));
  await to.write('identity', bytes(8));
  const image = valueOf(t, await readImage(from.disk));
  t.deepEqual([...image.keys()], ['a', 'empty', 'identity']);
  valueOf(t, await writeImage(to.disk, image, (name) => name === 'identity'));
  t.deepEqual(
    [...valueOf(t, await readImage(to.disk))],
    [
      ['a', bytes(2)],
      ['empty', bytes()],
      ['identity', bytes(8)],
    ],
  );
  const full = createMemoryDisk();
  full.setCapacity(10);
  failsWith(t, await writeImage(full, image, () => false), 'flash_full', /full/);
});

test('[flash] calls the onNextWrite listener once, when the next write has started', async (t) => {
  const flash = createMemoryFlash();
  await flash.write('a', bytes(1));
  let calls = 0;
  flash.onNextWrite(() => {
    calls++;
    void flash.cutPower();
  });
  failsWith(t, await flash.write('a', bytes(2)), 'flash_failed', /power is off/);
  t.is(calls, 1);
  flash.powerOn();
  t.deepEqual(valueOf(t, await flash.read('a')).value, bytes(1), 'the value before it, whole');
  await flash.write('a', bytes(3));
  t.is(calls, 1);
  flash.onNextWrite(() => calls++);
  flash.onNextWrite(null);
  await flash.write('a', bytes(4));
  t.is(calls, 1);
});
