// Randomly damages a few files of a used device's storage: the device boots, keeps its identity or reports that it
// cannot, names each damaged file, and keeps the undamaged ones (R152, C68).

import test from 'ava';
import { textRecord } from '../../firmware/persisted/extensions.ts';
import { createMemoryDisk } from '../../hal/flash/disk-memory.ts';
import { createMemoryFlash, type MemoryFlash } from '../../hal/flash/flash-memory.ts';
import { createSeededRandom } from '../../hal/random/random-seeded.ts';
import type { Random } from '../../hal/random/random.ts';
import { deviceFixture } from '../support/device/device-fixture.ts';
import { CODE, install, manifestOf } from '../support/extension/extension-fixture.ts';
import { choose, persistedIn, pageOn } from '../support/device/play.ts';

const SEEDS = 300;

/**
 * Returns the files of a device with a name, two players, an extension, a set at its second putt, and a finished set.
 */
async function playedFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const fixture = await deviceFixture({ touchscreen: true });
  await choose(fixture, 'Players');
  await choose(fixture, 'Add a player');
  await fixture.press('ok', 'back', 'back');
  await choose(fixture, 'Settings');
  await choose(fixture, 'Brightness', 'left');
  await fixture.press('back');
  await install(fixture, `${manifestOf('Probe')}function ext.draw() end`);
  await choose(fixture, 'Metrics only');
  await choose(fixture, 'Start');
  for (let putt = 0; putt < 3; putt++) await fixture.strike({});
  await fixture.press('back', 'back', 'back');
  await choose(fixture, 'Lag putting');
  await choose(fixture, 'Start');
  await fixture.strike({});
  await fixture.press('back', 'back', 'back');
  await fixture.stop();
  const listed = await fixture.flash.disk.list();
  const names = listed.ok ? listed.value : [];
  return new Map(names.map((name) => [name, fixture.flash.disk.peek(name) ?? new Uint8Array(0)]));
}

const DAMAGES: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, random) => {
    const [at, bit] = [random.int(bytes.length), random.int(8)];
    return bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte));
  },
  (bytes, random) => bytes.slice(0, random.int(bytes.length)),
  () => new Uint8Array(0),
  (bytes) => new Uint8Array(bytes.length),
  (bytes, random) => Uint8Array.from({ length: 1 + random.int(2 * bytes.length) }, () => random.int(256)),
  (bytes, random) => Uint8Array.from([...bytes, random.int(256)]),
  (bytes, random) => bytes.slice(random.int(bytes.length - 1) + 1),
];

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** Returns the storage with one to three of its files damaged, and their names. */
function damagedBy(seed: number, files: ReadonlyMap<string, Uint8Array>): { flash: MemoryFlash; damaged: string[] } {
  const random = createSeededRandom(seed);
  const disk = createMemoryDisk();
  for (const [name, bytes] of files) disk.put(name, bytes);
  const names = [...files.keys()];
  for (let left = 1 + random.int(3); left > 0; left--) {
    const name = names[random.int(names.length)] ?? '';
    const damage = DAMAGES[random.int(DAMAGES.length)];
    disk.put(name, damage?.(disk.peek(name) ?? new Uint8Array(0), random) ?? new Uint8Array(0));
  }
  const damaged = names.filter(
    (name) => !same(disk.peek(name) ?? new Uint8Array(0), files.get(name) ?? new Uint8Array(0)),
  );
  return { flash: createMemoryFlash(disk), damaged };
}

const recordOf = (file: string): string => file.replace(/\.[01]$/, '');

test('[R152] [C68] a randomly damaged storage boots, names the damaged files and keeps the rest', async (t) => {
  const files = await playedFiles();
  t.true(['identity.0', 'identity.1', 'players.0', 'extensions.0', 'trends.0'].every((name) => files.has(name)));
  const whole = createMemoryDisk();
  for (const [name, bytes] of files) whole.put(name, bytes);
  const { persisted: before } = await persistedIn(createMemoryFlash(whole));
  const text = textRecord(before.installed[0] ?? { code: CODE, sha256: '' });
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { flash, damaged } = damagedBy(seed, files);
    const fixture = await deviceFixture({ seed: 7, flash, touchscreen: true });
    const at = `seed ${seed}: ${damaged.join(', ')}`;
    t.not(pageOn(fixture), undefined, at);
    const complaints = fixture.complaints();
    const unread = damaged.filter((file) => !complaints.some((line) => line.includes(file)));
    // The text of an extension is read only when it is played, and the damage found then.
    t.deepEqual(unread.filter((file) => recordOf(file) !== text), [], at); // oxfmt-ignore
    const is_lost = ['identity.0', 'identity.1'].every((file) => damaged.includes(file));
    t.is(fixture.device.id() === before.id, !is_lost, at);
    if (is_lost)
      t.true(
        complaints.some((line) => line.includes('each start uses a temporary identity')),
        at,
      );
    await fixture.stop();
    const after = await persistedIn(flash);
    const touched = new Set(damaged.map(recordOf));
    if (!touched.has('players')) t.deepEqual(after.persisted.players, before.players, at);
    if (!touched.has('settings')) t.deepEqual(after.persisted.settings, before.settings, at);
    if (!touched.has('trends')) t.deepEqual(after.persisted.trends, before.trends, at);
    if (!touched.has('extensions')) t.deepEqual(after.persisted.installed, before.installed, at);
    const again = await deviceFixture({ seed: 8, flash: createMemoryFlash(flash.disk), touchscreen: true });
    t.not(pageOn(again), undefined, at);
    if (!is_lost) t.is(again.device.id(), before.id, at);
    await again.stop();
  }
});
