// Simulator addresses from the command line: stored in the flash alongside the existing settings.

import test from 'ava';
import { storeSimulatorAddresses } from '../../../bin/serve/simulator-addresses.ts';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import { fail } from '../../../wire/errors.ts';
import { flashWith } from '../../support/device/play.ts';

async function stored(flash: MemoryFlash): Promise<unknown> {
  const read = await flash.read('simulator');
  return read.ok && read.value.value ? JSON.parse(new TextDecoder().decode(read.value.value)) : null;
}

const KEPT = { preset: 2, direct: '10.0.0.1', connector: '10.0.0.2', tap_gap_ms: 200, next_shot: 40_001 };

test('[simulator] an address replaces its own field and keeps the other fields', async (t) => {
  const flash = await flashWith({ simulator: { ...KEPT, of_a_newer_version: [1] } });
  t.true((await storeSimulatorAddresses(flash, { simulator: 'golf-pc:9210' })).ok);
  t.deepEqual(await stored(flash), { ...KEPT, of_a_newer_version: [1], direct: 'golf-pc:9210' });
  t.true((await storeSimulatorAddresses(flash, { connector: 'golf-pc' })).ok);
  t.deepEqual(await stored(flash), {
    ...KEPT,
    of_a_newer_version: [1],
    direct: 'golf-pc:9210',
    connector: 'golf-pc',
  });
});

test('[simulator] stores both addresses at the same time, even in an empty flash', async (t) => {
  const flash = createMemoryFlash();
  t.true((await storeSimulatorAddresses(flash, { simulator: 'a', connector: 'b:1' })).ok);
  t.deepEqual(await stored(flash), { direct: 'a', connector: 'b:1' });
});

test('[simulator] writes nothing without an address', async (t) => {
  const flash = await flashWith({ simulator: KEPT });
  const before = flash.disk.operations();
  t.true((await storeSimulatorAddresses(flash, {})).ok);
  t.is(flash.disk.operations(), before);
  t.deepEqual(await stored(flash), KEPT);
});

test('[simulator] keeps other records unchanged', async (t) => {
  const flash = await flashWith({ simulator: KEPT, settings: { name: 'Studio' } });
  await storeSimulatorAddresses(flash, { simulator: 'a' });
  const read = await flash.read('settings');
  t.deepEqual(read.ok && read.value.value ? JSON.parse(new TextDecoder().decode(read.value.value)) : null, {
    name: 'Studio',
  });
});

test('[simulator] replaces a malformed record', async (t) => {
  for (const spoilt of ['{', 'null', '7', '"text"', '']) {
    const flash = createMemoryFlash();
    await flash.write('simulator', new TextEncoder().encode(spoilt));
    t.true((await storeSimulatorAddresses(flash, { connector: 'golf-pc' })).ok);
    t.like(await stored(flash), { connector: 'golf-pc' }, spoilt);
  }
});

test('[simulator] returns the error of the flash', async (t) => {
  const full = { ...createMemoryFlash(), write: () => Promise.resolve(fail('flash_full', 'The storage is full.')) };
  const result = await storeSimulatorAddresses(full, { simulator: 'a' });
  t.is(result.ok ? '' : result.error.code, 'flash_full');
});
