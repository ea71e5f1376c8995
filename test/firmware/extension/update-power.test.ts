// The update job on failing storage: a power cut at every operation of a run, a full disk, a list that cannot be saved.

import test, { type ExecutionContext } from 'ava';
import { createMemoryFlash, type MemoryFlash } from '../../../hal/flash/flash-memory.ts';
import type { PowerCut } from '../../../hal/flash/medium.ts';
import { textRecord } from '../../../firmware/persisted/extensions.ts';
import { sha256Of } from '../../../wire/signing.ts';
import { choose, persistedIn, toMenu } from '../../support/device/play.ts';
import { recording } from '../../support/device/power-cuts.ts';
import { valueOf } from '../../support/results.ts';
import { shop, type Shop } from '../../support/store/store-with-author.ts';
import { installByCode, storeFixture } from '../../support/store/store-fixture.ts';
import { itemAt } from '../../support/items.ts';

const CUTS: readonly PowerCut[] = [
  { torn: 0.5, folder: 'lost' },
  { torn: 1, folder: 'kept' },
  { torn: 0, folder: 'last' },
];

/** Returns another storage with the same content. */
async function copyOf(t: ExecutionContext, { disk }: MemoryFlash): Promise<MemoryFlash> {
  const copy = createMemoryFlash();
  for (const file of valueOf(t, await disk.list())) copy.disk.put(file, disk.peek(file) ?? new Uint8Array());
  return copy;
}

/**
 * Returns a storage with two extensions, of which the store has since updated one and removed the other; a third is the
 * default.
 */
async function behind(t: ExecutionContext, world: Shop): Promise<MemoryFlash> {
  const flash = createMemoryFlash();
  const at = await storeFixture(world, { flash });
  const [gone, old] = [await world.publish('Gone'), await world.publish('Old')];
  for (const code of [gone, old]) await installByCode(at.fixture(), code);
  await at.fixture().stop();
  await world.update(old, 'New', 'local more = 1');
  await world.ann.remove(gone);
  await world.setDefault(await world.publish('Everywhere'));
  return copyOf(t, flash);
}

/** Returns the stored list; asserts that each text matches its entry. */
async function storedList(t: ExecutionContext, flash: MemoryFlash, when: string): Promise<string | undefined> {
  const { persisted, notes } = await persistedIn(flash);
  t.deepEqual(notes, [], when);
  for (const entry of persisted.installed) {
    const text = valueOf(t, await flash.read(textRecord(entry))).value;
    t.is(text && sha256Of(text), entry.sha256, `${when}: the text of ${entry.name}`);
  }
  return persisted.installed.map(({ name, version }) => `${name} ${version}`).join(', ');
}

/** Valid contents of the list during the update, in this order. */
const STEPS = ['Gone 1, Old 1', 'Old 1', 'New 2', 'New 2, Everywhere 1'];

for (const cut of CUTS)
  test(`[R117] a power cut at any operation of an update leaves the old text or the new: ${JSON.stringify(cut)}`, async (t) => {
    const world = await shop(t);
    const before = await behind(t, world);
    const recorded = await recording(before);
    await storeFixture(world, { flash: recorded.flash });
    const operations = recorded.operations();
    t.is(await storedList(t, recorded.flash, 'without a cut'), STEPS.at(-1));
    t.true(operations > 60, `${operations} operations`);
    let reached = 0;
    const started = new Set<string>();
    for (let at = 0; at < operations; at++) {
      const { flash, contents } = await recorded.cutAt(at, cut);
      const list = await storedList(t, flash, `cut at ${at}`);
      const found = STEPS.findIndex((each) => each === list);
      t.true(found >= reached, `cut at ${at}: ${found} after ${reached}`);
      reached = found;
      if (started.has(contents)) continue;
      started.add(contents);
      const device = await storeFixture(world, { flash });
      t.is(await storedList(t, device.fixture().flash, `started again after the cut at ${at}`), STEPS.at(-1));
      const records = valueOf(t, await device.fixture().flash.list());
      t.is(records.filter((record) => record.startsWith('text-')).length, 2, 'no unused text remains');
    }
    t.is(reached, STEPS.length - 1);
  });

test('[R117] does not run a script damaged in storage, and typing its code repairs it', async (t) => {
  const world = await shop(t);
  const at = await storeFixture(world);
  const code = await world.publish('Mended', 'function ext.draw() canvas.text("runs", 10, 10) end');
  await installByCode(at.fixture(), code);
  const { persisted } = await persistedIn(at.fixture().flash);
  const record = textRecord(itemAt(persisted.installed, 0));
  await at.fixture().flash.write(record, new TextEncoder().encode('manifest { name = "Evil", kind = "drill" }'));
  await at.reboot();
  await choose(at.fixture(), 'Mended');
  await world.clock.advance(50);
  t.true(at.shows('Text damaged or missing: reinstall the extension.'));
  await installByCode(at.fixture(), code);
  await toMenu(at.fixture());
  await choose(at.fixture(), 'Mended');
  await world.clock.advance(50);
  t.is(at.lines()[0], 'runs');
});

test('[R116] on a full disk the old version stays playable, and the reason is shown', async (t) => {
  const world = await shop(t);
  const flash = await behind(t, world);
  const files = valueOf(t, await flash.disk.list());
  const used = files.reduce((sum, file) => sum + (flash.disk.peek(file)?.length ?? 0), 0);
  flash.disk.setCapacity(used + 20);
  const at = await storeFixture(world, { flash });
  t.true(at.shows(/^Problem: Old was not updated: .*full/), at.lines().join('\n'));
  t.is(await storedList(t, flash, 'on a full disk'), 'Old 1');
});

test('[R117] while a list cannot be saved, keeps the scripts of the stored list and the new ones', async (t) => {
  const world = await shop(t);
  const flash = await behind(t, world);
  const spoilt = {
    ...flash,
    write: (name: string, value: Uint8Array) =>
      name === 'extensions'
        ? Promise.resolve({ ok: false, error: { code: 'flash_failed', message: 'The list is not taken.' } } as const)
        : flash.write(name, value),
  };
  const at = await storeFixture(world, { flash: spoilt });
  t.true(at.shows('Problem: The list of extensions is not saved: see the status page.'), at.lines().join('\n'));
  t.is(await storedList(t, createMemoryFlash(flash.disk), 'after an update that was not saved'), STEPS[0]);
  await choose(at.fixture(), 'New');
  await world.clock.advance(50);
  t.deepEqual(at.lines().slice(0, 2), ['New', 'Keys: Back leaves'], 'the extension of this session can be played');
});

test('[R103] does not list a script that reads back differently from the one written', async (t) => {
  const world = await shop(t);
  const flash = await behind(t, world);
  const spoilt: MemoryFlash = {
    ...flash,
    async read(name) {
      const read = await flash.read(name);
      if (!name.startsWith('text-') || !read.ok || !read.value.value) return read;
      return { ok: true, value: { value: read.value.value.subarray(1), damaged: '' } };
    },
  };
  const at = await storeFixture(world, { flash: spoilt });
  t.true(at.shows('Problem: Old was not updated: the storage did not save its text.'), at.lines().join('\n'));
  t.is(await storedList(t, createMemoryFlash(flash.disk), 'after it'), 'Old 1');
});
