// Conformance suite for every flash regardless of its medium: the contract in hal/flash/flash.ts.

import type { ExecutionContext } from 'ava';
import { type Flash, FLASH_VALUE_BYTES_MAX } from '../../../hal/flash/flash.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import type { Declare } from '../../support/titled.ts';

/** Creates a flash on empty storage; `reopen` creates another one on the same storage, as after a restart. */
type FlashFactory = (t: ExecutionContext) => Promise<{ flash: Flash; reopen: () => Flash }>;

export const bytes = (...values: number[]): Uint8Array => new Uint8Array(values);

/** Returns a value that fills this many blocks with the header of its copy, from these bytes on. */
export function blocks(count: number, ...values: number[]): Uint8Array {
  const value = new Uint8Array(4096 * count - 32);
  value.set(values);
  return value;
}

export async function readsAs(
  t: ExecutionContext,
  flash: Flash,
  name: string,
  value: Uint8Array | null,
): Promise<void> {
  t.deepEqual(valueOf(t, await flash.read(name)), { value, damaged: '' });
}

const BAD_NAMES = ['', '-a', 'A', 'a.b', 'a/b', '..', '../a', 'a b', 'a\n', 'a\0', 'é', 'a_b', 'a'.repeat(65)];
const GOOD_NAMES = ['a', '0', 'a-', '9-z', 'lock', 'con-0', 'a'.repeat(64)];

export function flashConformance(test: Declare, factory: FlashFactory): void {
  values(test, factory);
  limits(test, factory);
  names(test, factory);
}

function values(test: Declare, factory: FlashFactory): void {
  test('[flash] reads a name that was never written as null, without damage', async (t) => {
    const { flash } = await factory(t);
    await readsAs(t, flash, 'a', null);
  });

  test('[flash] reads back every write, after many overwrites and after a restart', async (t) => {
    const { flash, reopen } = await factory(t);
    for (let n = 0; n < 7; n++) {
      valueOf(t, await flash.write('a', bytes(n, 255 - n)));
      await readsAs(t, flash, 'a', bytes(n, 255 - n));
      await readsAs(t, reopen(), 'a', bytes(n, 255 - n));
    }
  });

  test('[flash] reads back values of whole blocks, after many overwrites and after a restart', async (t) => {
    const { flash, reopen } = await factory(t);
    for (let n = 1; n < 9; n++) {
      const value = blocks(2, 0, n < 5 ? 1 : n);
      value[5000] = n;
      valueOf(t, await (n % 4 === 0 ? reopen() : flash).write('a', value));
      await readsAs(t, flash, 'a', value);
      await readsAs(t, reopen(), 'a', value);
    }
  });

  test('[flash] continues after a restart where the old flash stopped', async (t) => {
    const { flash, reopen } = await factory(t);
    for (let n = 0; n < 3; n++) valueOf(t, await flash.write('a', bytes(n)));
    const restarted = reopen();
    for (let n = 3; n < 6; n++) valueOf(t, await restarted.write('a', bytes(n)));
    await readsAs(t, reopen(), 'a', bytes(5));
  });

  test('[flash] stores an empty value', async (t) => {
    const { flash } = await factory(t);
    valueOf(t, await flash.write('a', bytes()));
    await readsAs(t, flash, 'a', bytes());
  });

  test('[flash] stores the bytes at call time, even if the caller reuses its buffer', async (t) => {
    const { flash } = await factory(t);
    const buffer = Buffer.from([1, 2, 3]);
    const writing = flash.write('a', buffer);
    buffer.fill(9);
    valueOf(t, await writing);
    await readsAs(t, flash, 'a', bytes(1, 2, 3));
    valueOf(t, await flash.read('a')).value?.fill(7);
    await readsAs(t, flash, 'a', bytes(1, 2, 3));
  });

  test('[flash] runs overlapping calls in call order', async (t) => {
    const { flash, reopen } = await factory(t);
    const values = Array.from({ length: 9 }, (_, n) => new Uint8Array(9 - n).fill(n));
    const writing = values.map((value) => flash.write('a', value));
    const reading = flash.read('a');
    const last = flash.write('a', bytes(100));
    for (const result of await Promise.all(writing)) valueOf(t, result);
    t.deepEqual(valueOf(t, await reading).value, values.at(-1) ?? null);
    valueOf(t, await last);
    await readsAs(t, reopen(), 'a', bytes(100));
  });

  test('[flash] forgets a removed record, even after a restart, and can write it again', async (t) => {
    const { flash, reopen } = await factory(t);
    for (const name of ['a', 'b']) for (let n = 0; n < 3; n++) valueOf(t, await flash.write(name, bytes(n)));
    valueOf(t, await flash.remove('a'));
    await readsAs(t, flash, 'a', null);
    await readsAs(t, reopen(), 'a', null);
    await readsAs(t, flash, 'b', bytes(2));
    valueOf(t, await flash.write('a', bytes(9)));
    await readsAs(t, reopen(), 'a', bytes(9));
  });

  test('[flash] removes a missing record without an error', async (t) => {
    const { flash } = await factory(t);
    valueOf(t, await flash.remove('a'));
  });

  test('[flash] counts each write that reached the medium', async (t) => {
    const { flash, reopen } = await factory(t);
    t.is(flash.writes(), 0);
    for (const name of ['a', 'a', 'b']) valueOf(t, await flash.write(name, bytes(1)));
    t.is(flash.writes(), 3);
    await flash.read('a');
    await flash.write('A', bytes(1));
    t.is(flash.writes(), 3);
    t.is(reopen().writes(), 0);
  });
}

function limits(test: Declare, factory: FlashFactory): void {
  test('[flash] accepts names within the limits', async (t) => {
    const { flash } = await factory(t);
    for (const name of GOOD_NAMES) valueOf(t, await flash.write(name, Buffer.from(name)));
    for (const name of GOOD_NAMES) await readsAs(t, flash, name, new Uint8Array(Buffer.from(name)));
    t.deepEqual(valueOf(t, await flash.list()), GOOD_NAMES.toSorted());
  });

  test('[flash] refuses names beyond the limits with flash_bad_name in every call', async (t) => {
    const { flash } = await factory(t);
    for (const name of BAD_NAMES) {
      failsWith(t, await flash.write(name, bytes(1)), 'flash_bad_name', /1 to 64 characters a-z, 0-9 and "-"/);
      failsWith(t, await flash.read(name), 'flash_bad_name', /1 to 64/);
      failsWith(t, await flash.remove(name), 'flash_bad_name', /1 to 64/);
    }
    t.deepEqual(valueOf(t, await flash.list()), []);
  });

  test('[flash] accepts 1,048,576 bytes and refuses one more with flash_too_large, changing nothing', async (t) => {
    const { flash, reopen } = await factory(t);
    t.is(FLASH_VALUE_BYTES_MAX, 1_048_576);
    const largest = new Uint8Array(FLASH_VALUE_BYTES_MAX).map((_, at) => at * 7);
    valueOf(t, await flash.write('a', largest));
    const refused = await flash.write('a', new Uint8Array(FLASH_VALUE_BYTES_MAX + 1));
    failsWith(t, refused, 'flash_too_large', /at most 1048576 bytes.*has 1048577/);
    const read = valueOf(t, await reopen().read('a'));
    t.is(read.damaged, '');
    t.true(Buffer.from(read.value ?? []).equals(largest));
  });
}

function names(test: Declare, factory: FlashFactory): void {
  test('[flash] lists each name once, sorted, without removed ones', async (t) => {
    const { flash, reopen } = await factory(t);
    t.deepEqual(valueOf(t, await flash.list()), []);
    for (const name of ['b', 'c', 'a', 'a-1', 'b', 'b']) valueOf(t, await flash.write(name, bytes(1)));
    valueOf(t, await flash.remove('c'));
    t.deepEqual(valueOf(t, await flash.list()), ['a', 'a-1', 'b']);
    t.deepEqual(valueOf(t, await reopen().list()), ['a', 'a-1', 'b']);
  });

  test('[flash] keeps names with the same prefix apart', async (t) => {
    const { flash } = await factory(t);
    for (const name of ['a', 'a-0', 'a0', 'a-0-tmp']) valueOf(t, await flash.write(name, Buffer.from(name)));
    valueOf(t, await flash.remove('a'));
    for (const name of ['a-0', 'a0', 'a-0-tmp']) {
      await readsAs(t, flash, name, new Uint8Array(Buffer.from(name)));
    }
  });
}
