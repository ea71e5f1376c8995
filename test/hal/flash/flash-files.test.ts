// Tests of flash on real files: the conformance suite, and behavior that only a real disk has.

import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'ava';
import { createFileDisk } from '../../../hal/flash/disk-files.ts';
import { createFileFlash } from '../../../hal/flash/flash-files.ts';
import { createFlashStore } from '../../../hal/flash/flash-store.ts';
import { blocks, bytes, flashConformance, readsAs } from './flash-conformance.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { failsWith, valueOf } from '../../support/results.ts';
import { itemAt } from '../../support/items.ts';

flashConformance(test, async (t) => {
  const folder = await temporaryFolder(t);
  return { flash: createFileFlash(folder), reopen: () => createFileFlash(folder) };
});

async function damage(path: string, at_byte: number): Promise<void> {
  const stored = await readFile(path);
  stored[at_byte] = itemAt(stored, at_byte) ^ 1;
  await writeFile(path, stored);
}

/** Wraps Node's `open`: logs file operations in `calls`, and `fail` may return an errno for a call. */
function watchedOpen(calls: string[], fail: (call: string) => string | undefined): typeof open {
  return async (path, ...rest) => {
    const handle = await open(path, ...rest);
    const file = String(path).split('/').at(-1) ?? '';
    const watched = ['writeFile', 'readFile', 'write', 'datasync', 'sync', 'close'] as const;
    for (const method of watched) {
      const original = handle[method];
      handle[method] = async (...args: unknown[]) => {
        const [, , bytes, at] = args;
        const range = method === 'write' ? ` ${String(at)}+${String(bytes)}` : '';
        const call = `${method} ${file.startsWith('tapin-flash-') ? 'FOLDER' : file}${range}`;
        calls.push(call);
        const code = fail(call);
        if (code) throw Object.assign(new Error(`${code}: by the test, ${method}`), { code });
        return Reflect.apply(original, handle, args);
      };
    }
    return handle;
  };
}

test('[flash] falls back from a damaged newest file to the copy before it and reports it', async (t) => {
  const folder = await temporaryFolder(t);
  const flash = createFileFlash(folder);
  for (const n of [1, 2, 3]) valueOf(t, await flash.write('a', bytes(n)));
  await damage(join(folder, 'a.0'), 32);
  t.deepEqual(valueOf(t, await flash.read('a')), {
    value: bytes(2),
    damaged: 'The copy a.0 is damaged: its checksum is wrong; the copy a.1 is used instead.',
  });
});

test('[flash] reads null with a message if both files are damaged', async (t) => {
  const folder = await temporaryFolder(t);
  const flash = createFileFlash(folder);
  for (const n of [1, 2]) valueOf(t, await flash.write('a', bytes(n)));
  await damage(join(folder, 'a.0'), 0);
  await writeFile(join(folder, 'a.1'), '');
  const read = valueOf(t, await flash.read('a'));
  t.is(read.value, null);
  t.regex(read.damaged, /a\.0 is damaged: .* a\.1 is damaged: it has 0 bytes.*no good copy/);
});

test('[flash] counts EIO on reading as damage, but not other read errors', async (t) => {
  const folder = await temporaryFolder(t);
  const flash = createFileFlash(folder);
  for (const n of [1, 2]) valueOf(t, await flash.write('a', bytes(n)));
  const bad = createFlashStore(
    createFileDisk(
      folder,
      watchedOpen([], (call) => (call === 'readFile a.1' ? 'EIO' : undefined)),
    ),
  );
  const read = valueOf(t, await bad.read('a'));
  t.deepEqual(read.value, bytes(1));
  t.regex(read.damaged, /^The copy a\.1 is damaged: EIO.*; the copy a\.0 is used instead\.$/);
  const busy = createFlashStore(
    createFileDisk(
      folder,
      watchedOpen([], (call) => (call === 'readFile a.1' ? 'EMFILE' : undefined)),
    ),
  );
  failsWith(t, await busy.read('a'), 'flash_failed', /"a" can't be read: EMFILE/);
  failsWith(t, await busy.write('a', bytes(3)), 'flash_failed', /"a" can't be stored: EMFILE/);
  await readsAs(t, flash, 'a', bytes(2));
});

test('[flash] syncs the bytes before the rename and the folder after it', async (t) => {
  const folder = await temporaryFolder(t);
  const calls: string[] = [];
  const listings: string[][] = [];
  const list = async (): Promise<void> => void listings.push((await readdir(folder)).toSorted());
  const disk = createFileDisk(
    folder,
    watchedOpen(calls, () => undefined),
  );
  const flash = createFlashStore({
    ...disk,
    rename: async (from, to) => {
      calls.push(`rename ${from} ${to}`);
      const renamed = await disk.rename(from, to);
      await list();
      return renamed;
    },
  });
  valueOf(t, await flash.write('a', bytes(1)));
  const write = [
    'writeFile a.0.tmp',
    'sync a.0.tmp',
    'close a.0.tmp',
    'rename a.0.tmp a.0',
    'sync FOLDER',
    'close FOLDER',
  ];
  t.deepEqual(calls, write);
  t.deepEqual(listings, [['a.0']]);
  calls.length = 0;
  valueOf(t, await flash.remove('a'));
  t.deepEqual(
    calls.filter((call) => call.startsWith('sync')),
    ['sync FOLDER', 'sync FOLDER'],
  );
});

test('[flash] overwrites the changed blocks of a copy of the same length, and syncs the folder once', async (t) => {
  const folder = await temporaryFolder(t);
  for (const n of [1, 2]) valueOf(t, await createFileFlash(folder).write('a', blocks(3, n)));
  const before = await stat(join(folder, 'a.0'));
  const calls: string[] = [];
  const open = watchedOpen(calls, () => undefined);
  const flash = createFlashStore(createFileDisk(folder, open));
  const changed = blocks(3, 1);
  changed[9000] = 7;
  valueOf(t, await flash.write('a', changed));
  const overwrite = ['write a.0 0+4096', 'write a.0 8192+4096', 'datasync a.0', 'close a.0'];
  const last = (count: number): readonly string[] => calls.filter((call) => !call.startsWith('read')).slice(-count);
  t.deepEqual(last(6), [...overwrite, 'sync FOLDER', 'close FOLDER'], 'names that an earlier process left');
  t.is((await stat(join(folder, 'a.0'))).ino, before.ino);
  calls.length = 0;
  valueOf(t, await flash.write('a', blocks(3, 2)));
  t.deepEqual(last(3), ['write a.1 0+4096', 'datasync a.1', 'close a.1']);
  await readsAs(t, createFileFlash(folder), 'a', blocks(3, 2));
});

test('[flash] replaces a copy that can not be overwritten in place', async (t) => {
  const folder = await temporaryFolder(t);
  for (const n of [1, 2]) valueOf(t, await createFileFlash(folder).write('a', blocks(1, n)));
  const before = await stat(join(folder, 'a.0'));
  const fails = (call: string): string | undefined => (call.startsWith('write a.0 ') ? 'EIO' : undefined);
  const flash = createFlashStore(createFileDisk(folder, watchedOpen([], fails)));
  valueOf(t, await flash.write('a', blocks(1, 3)));
  t.not((await stat(join(folder, 'a.0'))).ino, before.ino);
  t.is(flash.writes(), 1);
  await readsAs(t, createFileFlash(folder), 'a', blocks(1, 3));
});

for (const [errno, code] of [
  ['ENOSPC', 'flash_full'],
  ['EDQUOT', 'flash_full'],
  ['EROFS', 'flash_read_only'],
  ['EIO', 'flash_failed'],
] as const) {
  for (const at of ['writeFile a.0.tmp', 'sync a.0.tmp', 'close a.0.tmp']) {
    test(`[flash] ${errno} at "${at}" is ${code}, keeps the old value and leaves no temporary file`, async (t) => {
      const folder = await temporaryFolder(t);
      for (const n of [1, 2]) valueOf(t, await createFileFlash(folder).write('a', bytes(n)));
      const calls: string[] = [];
      const flash = createFlashStore(
        createFileDisk(
          folder,
          watchedOpen(calls, (call) => (call === at ? errno : undefined)),
        ),
      );
      failsWith(t, await flash.write('a', bytes(3)), code, new RegExp(`"a" can't be stored.*: ${errno}`));
      t.true(calls.includes(at));
      t.deepEqual((await readdir(folder)).toSorted(), ['a.0', 'a.1']);
      await readsAs(t, createFileFlash(folder), 'a', bytes(2));
    });
  }
}

(process.platform === 'linux' ? test : test.skip)(
  '[flash] reports a really full file system as flash_full',
  async (t) => {
    const folder = await temporaryFolder(t);
    const flash = createFileFlash(folder);
    valueOf(t, await flash.write('a', bytes(1)));
    await symlink('/dev/full', join(folder, 'a.1.tmp'));
    failsWith(t, await flash.write('a', bytes(2)), 'flash_full', /"a" can't be stored, the storage is full: ENOSPC/);
    t.deepEqual(await readdir(folder), ['a.0']);
    await readsAs(t, flash, 'a', bytes(1));
  },
);

test('[flash] reports a folder sync error after the rename as flash_failed, even ENOSPC', async (t) => {
  const folder = await temporaryFolder(t);
  const flash = createFlashStore(
    createFileDisk(
      folder,
      watchedOpen([], (call) => (call === 'sync FOLDER' ? 'ENOSPC' : undefined)),
    ),
  );
  failsWith(t, await flash.write('a', bytes(1)), 'flash_failed', /"a" can't be stored: ENOSPC/);
});

test('[flash] fails every call with flash_failed if the folder was removed, without throwing', async (t) => {
  const folder = await temporaryFolder(t);
  const flash = createFileFlash(folder);
  valueOf(t, await flash.write('a', bytes(1)));
  await rm(folder, { recursive: true });
  failsWith(t, await flash.write('a', bytes(2)), 'flash_failed', /"a" can't be stored: ENOENT/);
  failsWith(t, await flash.read('a'), 'flash_failed', /"a" can't be read: ENOENT/);
  failsWith(t, await flash.remove('a'), 'flash_failed', /"a" can't be removed: ENOENT/);
  failsWith(t, await flash.list(), 'flash_failed', /can't be listed: ENOENT/);
  t.is(flash.writes(), 1);
});

test('[flash] neither lists nor touches files and folders with other names', async (t) => {
  const folder = await temporaryFolder(t);
  const others = ['tapin-data.json', 'lock', 'a', 'a.2', 'A.0', 'x.y.0', '.0', 'notes.tmp', 'a.2.tmp', 'b.0~'];
  for (const other of others) await writeFile(join(folder, other), other);
  await mkdir(join(folder, 'c.0'));
  const flash = createFileFlash(folder);
  valueOf(t, await flash.write('a', bytes(1)));
  t.deepEqual(valueOf(t, await flash.list()), ['a']);
  valueOf(t, await flash.remove('a'));
  t.deepEqual((await readdir(folder)).toSorted(), [...others, 'c.0'].toSorted());
  for (const other of others) t.is(await readFile(join(folder, other), 'utf8'), other);
});

const NO_FILES: Readonly<Record<string, (path: string) => unknown>> = {
  'a folder': (path) => mkdir(path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to a file that is not there': (path) => symlink('nowhere', path),
  'a link to itself': (path) => symlink('a.1', path),
  'a device': (path) => symlink('/dev/zero', path),
};

for (const [what, make] of process.platform === 'win32' ? [] : Object.entries(NO_FILES))
  test(`[R152] treats ${what} in place of a copy as damage, reads the other copy and overwrites it`, async (t) => {
    const folder = await temporaryFolder(t);
    const flash = createFileFlash(folder);
    valueOf(t, await flash.write('a', bytes(1)));
    await make(join(folder, 'a.1'));
    const read = valueOf(t, await flash.read('a'));
    t.deepEqual(read.value, bytes(1));
    t.regex(read.damaged, /^The copy a\.1 is damaged: (it is a|ELOOP).*; the copy a\.0 is used instead\.$/);
    valueOf(t, await flash.write('a', bytes(2)));
    await readsAs(t, flash, 'a', bytes(2));
  });

test('[R152] keeps a non-empty folder in place of a copy and reports that the write failed', async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'a.0', 'within'), { recursive: true });
  const flash = createFileFlash(folder);
  t.is(valueOf(t, await flash.read('a')).value, null);
  failsWith(t, await flash.write('a', bytes(1)), 'flash_failed', /"a" can't be stored: /);
  t.deepEqual(await readdir(join(folder, 'a.0')), ['within']);
});

test('[R152] does not block on a named pipe in place of a temporary file', async (t) => {
  const folder = await temporaryFolder(t);
  execFileSync('mkfifo', [join(folder, 'a.0.tmp')]);
  const flash = createFileFlash(folder);
  failsWith(t, await flash.write('a', bytes(1)), 'flash_failed', /ENXIO/);
  valueOf(t, await flash.write('a', bytes(1)));
  await readsAs(t, flash, 'a', bytes(1));
});

test('[flash] reads a copy of 1,048,608 bytes and counts one byte more as damage', async (t) => {
  const folder = await temporaryFolder(t);
  const flash = createFileFlash(folder);
  valueOf(t, await flash.write('a', new Uint8Array(1_048_576)));
  t.is((await stat(join(folder, 'a.0'))).size, 1_048_608);
  t.is(valueOf(t, await flash.read('a')).value?.length, 1_048_576);
  await appendFile(join(folder, 'a.0'), 'x');
  t.regex(valueOf(t, await flash.read('a')).damaged, /a\.0 is damaged: it has more than 1048608 bytes;/);
});

test('[flash] makes files readable by their owner only', async (t) => {
  const folder = await temporaryFolder(t);
  valueOf(t, await createFileFlash(folder).write('a', bytes(1)));
  t.is((await stat(join(folder, 'a.0'))).mode & 0o077, 0);
});
