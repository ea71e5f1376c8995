// Devices of a tab, in Node.

import test, { type ExecutionContext } from 'ava';
import { createVirtualClock } from '../../../hal/clock/clock-virtual.ts';
import { createMemoryDisk, type MemoryDisk } from '../../../hal/flash/disk-memory.ts';
import { createSwitchedFlash } from '../../../hal/flash/flash-switched.ts';
import { openTabWorld } from '../../../simulation/tab/world.ts';
import { bytesOf, textOf } from '../../../wire/bytes.ts';
import { assertDefined } from '../../../wire/errors.ts';
import { valueOf } from '../../support/results.ts';
import { localIsolates } from '../../support/extension/extension-fixture.ts';

const STORED = { id: 'TP-0123456789AB', secret: 'ab'.repeat(32) };

/** Returns a disk with both copies of an identity. */
async function diskWith(t: ExecutionContext, identity: object): Promise<MemoryDisk> {
  const disk = createMemoryDisk();
  const flash = createSwitchedFlash(disk);
  for (let copies = 0; copies < 2; copies++)
    valueOf(t, await flash.write('identity', bytesOf(JSON.stringify(identity))));
  return disk;
}

async function openWith(disk: MemoryDisk): Promise<void> {
  const clock = createVirtualClock();
  await openTabWorld({ clock, seed: 7, guests: 0, diskOf: () => disk, isolates: (await localIsolates())(clock) });
}

async function identityOn(t: ExecutionContext, disk: MemoryDisk): Promise<unknown> {
  const { value } = valueOf(t, await createSwitchedFlash(disk).read('identity'));
  return JSON.parse(textOf(assertDefined(value, 'identity')));
}

test('[R152] a tab leaves a damaged identity as it is', async (t) => {
  const disk = await diskWith(t, STORED);
  const copies = ['identity.0', 'identity.1'] as const;
  for (const copy of copies) disk.damage(copy, 40);
  const damaged = copies.map((copy) => disk.peek(copy));
  t.true(damaged.every((bytes) => bytes !== null));
  await openWith(disk);
  t.deepEqual(
    copies.map((copy) => disk.peek(copy)),
    damaged,
  );
});

test('[C8] a tab keeps its identity, and completes one without a secret under its id', async (t) => {
  const whole = await diskWith(t, STORED);
  await openWith(whole);
  t.deepEqual(await identityOn(t, whole), STORED);
  const partial = await diskWith(t, { id: STORED.id });
  await openWith(partial);
  t.like(await identityOn(t, partial), { id: STORED.id });
  t.regex(JSON.stringify(await identityOn(t, partial)), /"secret":"[0-9a-f]{64}"/);
});
