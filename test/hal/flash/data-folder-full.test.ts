// Tests of a data folder on a file system that is really full or read-only: it still opens for reading.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { openDataFolder } from '../../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../../hal/flash/flash-files.ts';
import type { Flash } from '../../../hal/flash/flash.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { mayMount, smallFileSystem, type SmallFileSystem } from '../../support/hal/small-file-system.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { bytes, readsAs } from './flash-conformance.ts';

const mounting = mayMount() ? test : test.skip;

interface Used {
  readonly system: SmallFileSystem;
  readonly path: string;
  readonly flash: Flash;
}

/** Creates a folder with one record on its own file system. */
async function usedFolder(t: ExecutionContext): Promise<Used> {
  const system = smallFileSystem(t);
  const path = join(system.folder, 'data');
  const folder = valueOf(t, await openDataFolder(path));
  const flash = createFileFlash(path);
  valueOf(t, await flash.write('a', bytes(1)));
  await folder.close();
  return { system, path, flash };
}

const noteOf = async (t: ExecutionContext, path: string): Promise<string> =>
  valueOf(t, await openDataFolder(path, { reading_is_enough: true })).note;

mounting(
  '[flash] a full file system (as root) keeps its records, opens, and stores again once there is room',
  async (t) => {
    const { system, path, flash } = await usedFolder(t);
    system.fill();
    failsWith(t, await flash.write('a', bytes(2)), 'flash_full', /ENOSPC/);
    t.deepEqual((await readdir(path)).toSorted(), ['a.0', 'tapin-data.json'], 'no partial file takes up room');
    failsWith(t, await openDataFolder(path), 'data_unusable', /it is full \(ENOSPC\)\.$/);
    t.is(
      await noteOf(t, path),
      `The data folder ${path} is full (ENOSPC): existing data is used, and new data is stored once possible.`,
    );
    t.deepEqual((await readdir(path)).toSorted(), ['a.0', 'tapin-data.json']);
    await readsAs(t, createFileFlash(path), 'a', bytes(1));
    system.empty();
    valueOf(t, await flash.write('a', bytes(2)));
    await readsAs(t, createFileFlash(path), 'a', bytes(2));
  },
);

mounting('[flash] opens a read-only file system (as root) only for reading, and respects its lock', async (t) => {
  const { system, path, flash } = await usedFolder(t);
  system.makeReadOnly();
  failsWith(t, await openDataFolder(path), 'data_unusable', /it is read-only \(EROFS\)\.$/);
  t.regex(await noteOf(t, path), / is read-only \(EROFS\): existing data is used, /);
  failsWith(t, await flash.write('a', bytes(2)), 'flash_read_only', /read-only.*EROFS/);
  await readsAs(t, createFileFlash(path), 'a', bytes(1));
  const nowhere = join(system.folder, 'new');
  failsWith(t, await openDataFolder(nowhere, { reading_is_enough: true }), 'data_unusable', /EROFS/);
  const other = await usedFolder(t);
  valueOf(t, await openDataFolder(other.path));
  other.system.makeReadOnly();
  const again = await openDataFolder(other.path, { reading_is_enough: true });
  failsWith(t, again, 'data_in_use', new RegExp(`by process ${process.pid};`));
});

test('[flash] opens a folder that can not be locked only if reading is enough', async (t) => {
  const path = await temporaryFolder(t);
  await valueOf(t, await openDataFolder(path)).close();
  for (const [code, message] of [
    ['ENOSPC', 'is full (ENOSPC)'],
    ['EROFS', 'is read-only (EROFS)'],
    ['EIO', "can't be written (EIO)"],
  ] as const) {
    const link = (): Promise<never> => Promise.reject(Object.assign(new Error(`${code}: of a test`), { code }));
    failsWith(t, await openDataFolder(path, { link }), 'data_unusable', new RegExp(`it .*\\(${code}\\)\\.$`));
    const opened = valueOf(t, await openDataFolder(path, { link, reading_is_enough: true }));
    t.true(opened.note.startsWith(`The data folder ${path} ${message}: `), opened.note);
    t.deepEqual(await readdir(path), ['tapin-data.json']);
    const fresh = join(path, 'fresh');
    failsWith(t, await openDataFolder(fresh, { link, reading_is_enough: true }), 'data_unusable', /it /);
    await rm(fresh, { recursive: true });
  }
});
