// Tests of flash on the virtual disk: the conformance suite, faults and a full disk.

import test from 'ava';
import type { Fault } from '../../../hal/faults.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { bytes, flashConformance, readsAs } from './flash-conformance.ts';
import { failsWith, valueOf } from '../../support/results.ts';

flashConformance(test, async () => {
  const flash = createMemoryFlash();
  return { flash, reopen: () => createMemoryFlash(flash.disk) };
});

/** Size of one copy of a 10-byte value. */
const COPY_BYTES = 32 + 10;
const ten = (fill: number): Uint8Array => new Uint8Array(10).fill(fill);

async function fullFlash(): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  await flash.write('a', ten(1));
  await flash.write('a', ten(2));
  flash.disk.setCapacity(3 * COPY_BYTES - 1);
  return flash;
}

test('[flash] fails with flash_full on a full disk, keeps records, leaves no temporary file', async (t) => {
  const flash = await fullFlash();
  failsWith(t, await flash.write('a', ten(3)), 'flash_full', /"a".*full/);
  failsWith(t, await flash.write('b', ten(3)), 'flash_full', /"b".*full/);
  await readsAs(t, flash, 'a', ten(2));
  await readsAs(t, createMemoryFlash(flash.disk), 'a', ten(2));
  t.deepEqual(valueOf(t, await flash.list()), ['a']);
  t.deepEqual(valueOf(t, await flash.disk.list()), ['a.0', 'a.1']);
  t.is(flash.writes(), 2);
});

test('[flash] writes with just enough room, and on a full disk again after a remove', async (t) => {
  const flash = await fullFlash();
  flash.disk.setCapacity(3 * COPY_BYTES);
  valueOf(t, await flash.write('a', ten(3)));
  flash.disk.setCapacity(2 * COPY_BYTES);
  failsWith(t, await flash.write('b', ten(4)), 'flash_full', /full/);
  valueOf(t, await flash.remove('a'));
  valueOf(t, await flash.write('b', ten(4)));
  await readsAs(t, flash, 'b', ten(4));
});

test('[flash] ignores a temporary file left by a cut and frees its room', async (t) => {
  const flash = createMemoryFlash();
  await flash.write('a', ten(1));
  flash.disk.put('b.1.tmp', new Uint8Array(1000));
  flash.disk.put('a.0.tmp', ten(0));
  flash.disk.setCapacity(3 * COPY_BYTES);
  const restarted = createMemoryFlash(flash.disk);
  t.deepEqual(valueOf(t, await restarted.list()), ['a']);
  await readsAs(t, restarted, 'a', ten(1));
  valueOf(t, await restarted.write('a', ten(2)));
  t.deepEqual(valueOf(t, await flash.disk.list()).toSorted(), ['a.0', 'a.1']);
});

test('[flash] names a damaged newest copy and reads the copy before it', async (t) => {
  const flash = createMemoryFlash();
  for (const n of [1, 2, 3]) await flash.write('a', ten(n));
  flash.disk.damage('a.0', 40);
  const read = valueOf(t, await flash.read('a'));
  t.deepEqual(read, {
    value: ten(2),
    damaged: 'The copy a.0 is damaged: its checksum is wrong; the copy a.1 is used instead.',
  });
  t.deepEqual(valueOf(t, await flash.list()), ['a']);
  valueOf(t, await flash.write('a', ten(4)));
  await readsAs(t, flash, 'a', ten(4));
});

test('[flash] reads null and names both copies if both are damaged; a write repairs it', async (t) => {
  for (const damage of [
    [0, 0],
    [5, 40],
    [14, 2],
  ] as const) {
    const flash = createMemoryFlash();
    for (const n of [1, 2, 3]) await flash.write('a', ten(n));
    flash.disk.damage('a.0', damage[0]);
    flash.disk.damage('a.1', damage[1]);
    const read = valueOf(t, await flash.read('a'));
    t.is(read.value, null);
    t.regex(read.damaged, /^The copy a\.0 is damaged: .*, and the copy a\.1 is damaged: .*; no good copy is left/);
    t.deepEqual(valueOf(t, await flash.list()), ['a']);
    valueOf(t, await flash.write('a', ten(4)));
    await readsAs(t, flash, 'a', ten(4));
    flash.disk.cutPower({ torn: 0, folder: 'lost' });
    flash.disk.powerOn();
    await readsAs(t, createMemoryFlash(flash.disk), 'a', ten(4));
  }
});

test('[flash] reads null with a message if the only copy is damaged, and can remove it', async (t) => {
  const flash = createMemoryFlash();
  await flash.write('a', ten(1));
  flash.disk.damage('a.0', 0);
  const read = valueOf(t, await flash.read('a'));
  t.is(read.value, null);
  t.regex(read.damaged, /^The copy a\.0 is damaged: .*; no good copy is left\.$/);
  valueOf(t, await flash.remove('a'));
  await readsAs(t, flash, 'a', null);
  t.deepEqual(valueOf(t, await flash.list()), []);
});

test('[flash] keeps a write made while reads returned garbage', async (t) => {
  const flash = createMemoryFlash();
  for (const n of [1, 2, 3, 4]) await flash.write('a', ten(n));
  valueOf(t, flash.disk.setFault('garbage'));
  const read = valueOf(t, await flash.read('a'));
  t.is(read.value, null);
  t.regex(read.damaged, /a\.0 .* a\.1 /);
  valueOf(t, await flash.write('a', ten(5)));
  valueOf(t, flash.disk.setFault('ok'));
  await readsAs(t, flash, 'a', ten(5));
});

test('[flash] fault off: fails every call with flash_failed and recovers everything afterwards', async (t) => {
  const flash = createMemoryFlash();
  await flash.write('a', ten(1));
  valueOf(t, flash.disk.setFault('off'));
  failsWith(t, await flash.read('a'), 'flash_failed', /"a" can't be read: .*"off"/);
  failsWith(t, await flash.write('a', ten(2)), 'flash_failed', /"a" can't be stored: .*"off"/);
  failsWith(t, await flash.remove('a'), 'flash_failed', /"a" can't be removed: .*"off"/);
  failsWith(t, await flash.list(), 'flash_failed', /can't be listed: .*"off"/);
  valueOf(t, flash.disk.setFault('ok'));
  await readsAs(t, flash, 'a', ten(1));
});

test('[flash] fault stuck: reads records and refuses changes', async (t) => {
  const flash = createMemoryFlash();
  await flash.write('a', ten(1));
  valueOf(t, flash.disk.setFault('stuck'));
  failsWith(t, await flash.write('a', ten(2)), 'flash_read_only', /is read-only: .*"stuck"/);
  failsWith(t, await flash.remove('a'), 'flash_failed', /"stuck"/);
  await readsAs(t, flash, 'a', ten(1));
  t.deepEqual(valueOf(t, await flash.list()), ['a']);
  t.is(flash.writes(), 1);
});

test('[flash] fault intermittent: a failed write leaves the old or new value, some succeed', async (t) => {
  const flash = createMemoryFlash();
  valueOf(t, flash.disk.setFault('intermittent'));
  let possible: (Uint8Array | null)[] = [null];
  let stored = 0;
  for (let n = 1; n <= 100; n++) {
    const written = await flash.write('a', ten(n));
    if (!written.ok) t.is(written.error.code, 'flash_failed');
    if (written.ok) stored++;
    possible = written.ok ? [ten(n)] : [...possible, ten(n)];
    const read = await flash.read('a');
    if (!read.ok) continue;
    t.is(read.value.damaged, '');
    possible = possible.filter((value) => Buffer.from(value ?? []).equals(read.value.value ?? bytes()));
    t.is(possible.length, 1, `write ${n}`);
  }
  t.true(stored > 10 && stored < 90, `${stored} stored`);
});

test('[flash] refuses an unsupported fault and lists the supported ones', (t) => {
  const unsupported: Fault[] = ['wrong', 'slow', 'delayed', 'drop-byte', 'flip-bit', 'split', 'merge'];
  for (const fault of unsupported) {
    const { disk } = createMemoryFlash();
    failsWith(t, disk.setFault(fault), 'fault_unsupported', /"; it has ok, off, stuck, garbage, intermittent\./);
  }
});

const ME = ten(7);

async function identityFlash(): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  for (const value of [ten(6), ME]) await flash.write('identity', value);
  return flash;
}

test('[R152] keeps the newest identity in both copies, so either one restores it', async (t) => {
  for (const damaged of ['identity.0', 'identity.1']) {
    const flash = await identityFlash();
    flash.disk.damage(damaged, 33);
    const read = valueOf(t, await flash.read('identity'));
    t.deepEqual(read.value, ME, damaged);
    t.true(read.damaged.startsWith(`The copy ${damaged} is damaged: `), read.damaged);
  }
});

test('[R152] overwrites the damaged copy with the identity', async (t) => {
  for (const [damaged, other] of [
    ['identity.0', 'identity.1'],
    ['identity.1', 'identity.0'],
  ] as const) {
    const flash = await identityFlash();
    flash.disk.damage(damaged, 33);
    valueOf(t, await flash.write('identity', ME));
    await readsAs(t, flash, 'identity', ME);
    flash.disk.damage(other, 33);
    t.deepEqual(valueOf(t, await flash.read('identity')).value, ME);
  }
});

test('[R152] restores the second copy of the identity when it is read', async (t) => {
  const flash = await identityFlash();
  await flash.disk.remove('identity.0');
  await readsAs(t, flash, 'identity', ME);
  flash.disk.damage('identity.1', 33);
  t.deepEqual(valueOf(t, await flash.read('identity')).value, ME);
});

test('[R152] leaves a damaged copy of the identity on reading, so later readers see it too', async (t) => {
  const flash = await identityFlash();
  flash.disk.damage('identity.0', 33);
  const read = valueOf(t, await flash.read('identity'));
  t.deepEqual(valueOf(t, await flash.read('identity')), read);
  t.not(read.damaged, '');
});

test('[R152] reads an identity with one copy even if no second can be written', async (t) => {
  const flash = await identityFlash();
  await flash.disk.remove('identity.0');
  valueOf(t, flash.disk.setFault('stuck'));
  await readsAs(t, flash, 'identity', ME);
});
