// Tests of the data folder of a run: its marker, its lock, and the folders it refuses.

import { execFileSync, type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type DataFolder, openDataFolder } from '../../../hal/flash/data-folder.ts';
import { createFileFlash } from '../../../hal/flash/flash-files.ts';
import { bytes, readsAs } from './flash-conformance.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { failsWith, valueOf } from '../../support/results.ts';

const MARKER = '{"format":1}\n';

async function opened(t: ExecutionContext, path: string, note = ''): Promise<DataFolder> {
  const folder = valueOf(t, await openDataFolder(path));
  t.is(folder.note, note);
  t.is(await readFile(join(path, 'tapin-data.json'), 'utf8'), MARKER);
  return folder;
}

/** Returns the content of each file in a folder. */
async function contents(path: string): Promise<Record<string, string>> {
  const names = (await readdir(path)).toSorted();
  const pairs = names.map(async (name) => [name, await readFile(join(path, name), 'latin1')] as const);
  return Object.fromEntries(await Promise.all(pairs));
}

async function folderOf(t: ExecutionContext, files: Record<string, string>): Promise<string> {
  const path = await temporaryFolder(t);
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return path;
}

async function refusedUntouched(t: ExecutionContext, files: Record<string, string>, message: RegExp): Promise<void> {
  const path = await folderOf(t, files);
  failsWith(t, await openDataFolder(path), 'data_foreign', message);
  t.deepEqual(await contents(path), files);
}

test('[flash] creates a missing data folder, with its parents, and marks it', async (t) => {
  const path = join(await temporaryFolder(t), 'x', 'y', 'z');
  const folder = await opened(t, path);
  t.deepEqual((await readdir(path)).toSorted(), ['lock', 'tapin-data.json']);
  await folder.close();
  t.deepEqual(await contents(path), { 'tapin-data.json': MARKER });
});

test('[flash] makes a new data folder private; keeps the modes of parents and existing folders', async (t) => {
  if (process.platform === 'win32') return void t.pass('no such modes on Windows');
  const above = join(await temporaryFolder(t), 'x');
  const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
  await opened(t, join(above, 'data'));
  t.is(await modeOf(join(above, 'data')), 0o700);
  t.is(await modeOf(above), 0o777 & ~process.umask());
  const there = join(above, 'there');
  await mkdir(there);
  await chmod(there, 0o755);
  await opened(t, there);
  t.is(await modeOf(there), 0o755);
});

test('[flash] turns an empty folder into a data folder and reopens it with its records', async (t) => {
  const path = await temporaryFolder(t);
  const first = await opened(t, path);
  valueOf(t, await createFileFlash(path).write('a', bytes(1)));
  await first.close();
  const second = await opened(t, path);
  await readsAs(t, createFileFlash(path), 'a', bytes(1));
  t.deepEqual(valueOf(t, await createFileFlash(path).list()), ['a']);
  await second.close();
});

test('[flash] accepts a folder left by an interrupted first start', async (t) => {
  const path = await folderOf(t, { lock: '{"pid":999999999}', 'lock.x.tmp': '', 'tapin-data.json.tmp': '{' });
  await (await opened(t, path)).close();
});

test('[flash] opens a marked folder whatever else it holds', async (t) => {
  const path = await folderOf(t, { 'tapin-data.json': '{"format": 1, "more": true}', 'notes.txt': 'mine' });
  const folder = valueOf(t, await openDataFolder(path));
  t.is(folder.note, '');
  await folder.close();
  t.deepEqual(await contents(path), { 'tapin-data.json': '{"format": 1, "more": true}', 'notes.txt': 'mine' });
});

test('[flash] accepts the root of a partition that holds only lost+found', async (t) => {
  const path = await folderOf(t, {});
  await mkdir(join(path, 'lost+found'));
  const folder = valueOf(t, await openDataFolder(path));
  await folder.close();
  t.deepEqual((await readdir(path)).sort(), ['lost+found', 'tapin-data.json']);
});

test('[flash] refuses a folder with files and no marker as data_foreign, untouched', async (t) => {
  const message = /is not empty and has no tapin-data\.json.*--data/;
  await refusedUntouched(t, { 'notes.txt': 'mine' }, message);
  await refusedUntouched(t, { 'a.0': 'mine' }, message);
  await refusedUntouched(t, { lock: 'mine' }, message);
  await refusedUntouched(t, { lock: '{"pid":999999999}', 'yarn.lock': 'mine' }, message);
});

test('[flash] refuses a newer format as data_foreign, names the known one, touches nothing', async (t) => {
  await refusedUntouched(t, { 'tapin-data.json': '{"format":2}', 'a.0': 'x' }, /has format 2.*supports format 1;/);
  await refusedUntouched(t, { 'tapin-data.json': '{"format":2}', lock: '{"pid":999999999}' }, /has format 2/);
});

for (const damaged of ['', '{"for', 'null', '[]', '{}', '{"format":"1"}', '{"format":1.5}', '{"format":0}', '\0\0\0']) {
  test(`[flash] rewrites a damaged marker among tapin's own files and notes it: ${JSON.stringify(damaged)}`, async (t) => {
    const own = { 'a.0': 'x', 'a-b.1': 'y', 'a.1.tmp': 'z' };
    const path = await folderOf(t, { 'tapin-data.json': damaged, lock: '{"pid":999999999}', ...own });
    const folder = await opened(t, path, `The damaged marker tapin-data.json in ${path} was recreated.`);
    await folder.close();
    t.deepEqual(await contents(path), { 'tapin-data.json': MARKER, ...own });
    await (await opened(t, path)).close();
  });

  test(`[flash] refuses a damaged marker among other files as data_foreign, untouched: ${JSON.stringify(damaged)}`, async (t) => {
    for (const other of ['notes.txt', 'x.y.0', 'a.2']) {
      await refusedUntouched(
        t,
        { 'tapin-data.json': damaged, 'a.0': 'x', [other]: 'mine' },
        /damaged tapin-data\.json/,
      );
    }
  });
}

test('[flash] refuses a file, a path below a file and an impossible path as data_unusable', async (t) => {
  const path = await folderOf(t, { file: 'mine' });
  failsWith(t, await openDataFolder(join(path, 'file')), 'data_unusable', /file can't be used: it.* is not a folder/);
  failsWith(t, await openDataFolder(join(path, 'file', 'x')), 'data_unusable', /is not a folder/);
  failsWith(t, await openDataFolder(join(path, 'x'.repeat(300))), 'data_unusable', /ENAMETOOLONG/);
  failsWith(t, await openDataFolder(''), 'data_unusable', /ENOENT/);
  t.deepEqual(await contents(path), { file: 'mine' });
});

test('[flash] refuses an unreadable marker as data_unusable', async (t) => {
  const path = await temporaryFolder(t);
  await mkdir(join(path, 'tapin-data.json'));
  failsWith(t, await openDataFolder(path), 'data_unusable', /its tapin-data\.json can't be read \(it is a folder/);
});

const NO_FILES: Readonly<Record<string, (path: string) => unknown>> = {
  'a folder': (path) => mkdir(path),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link to a file that is not there': (path) => symlink('nowhere', path),
  'a device': (path) => symlink('/dev/zero', path),
  'too long': (path) => writeFile(path, 'x'.repeat(4097)),
};

for (const [what, make] of process.platform === 'win32' ? [] : Object.entries(NO_FILES))
  for (const name of ['lock', 'tapin-data.json'])
    test(`[R152] refuses a data folder whose ${name} is ${what} with a one-line error, and keeps it`, async (t) => {
      for (const files of [{}, { 'tapin-data.json': MARKER, 'a.0': 'x' }]) {
        const path = await folderOf(t, files);
        await rm(join(path, name), { force: true });
        await make(join(path, name));
        const refused = await openDataFolder(path);
        failsWith(
          t,
          refused,
          'data_unusable',
          /^The data folder \S+ can't be used: (the lock|its tapin-data\.json) [^;]+(; remove it)?\.$/,
        );
        t.deepEqual((await readdir(path)).toSorted(), [...new Set([...Object.keys(files), name])].toSorted());
      }
    });

test('[R152] replaces a damaged marker among the files of a cloud', async (t) => {
  const names = [
    'relay.sqlite',
    'store.sqlite-wal',
    'identity.sqlite',
    'identity.sqlite-shm',
    'admin.json',
    'author-key.json',
  ];
  const path = await folderOf(t, { 'tapin-data.json': '', ...Object.fromEntries(names.map((name) => [name, 'x'])) });
  await opened(t, path, `The damaged marker tapin-data.json in ${path} was recreated.`);
});

// Skip as root, which may write anywhere.
(process.getuid?.() === 0 ? test.skip : test)('[flash] reports an unwritable folder as data_unusable', async (t) => {
  const path = await temporaryFolder(t);
  await chmod(path, 0o555);
  failsWith(t, await openDataFolder(path), 'data_unusable', /no write permission \(EACCES\)/);
  failsWith(t, await openDataFolder(join(path, 'x')), 'data_unusable', /no write permission \(EACCES\)/);
  await chmod(path, 0o755);
});

test('[flash] fails with data_unusable and releases the lock if the marker can not be written', async (t) => {
  const path = await temporaryFolder(t);
  await writeFile(join(path, 'tapin-data.json'), '');
  await mkdir(join(path, 'tapin-data.json.tmp'));
  failsWith(t, await openDataFolder(path), 'data_unusable', /EISDIR/);
  t.deepEqual((await readdir(path)).toSorted(), ['tapin-data.json', 'tapin-data.json.tmp']);
});

test('[flash] refuses a folder locked by a live process as data_in_use, with pid and remedy', async (t) => {
  const other = spawn('sleep', ['1000'], { stdio: 'ignore' });
  t.teardown(() => other.kill('SIGKILL'));
  await once(other, 'spawn');
  const files = { 'tapin-data.json': MARKER, lock: JSON.stringify({ pid: other.pid }) };
  const path = await folderOf(t, files);
  failsWith(t, await openDataFolder(path), 'data_in_use', new RegExp(`process ${other.pid}; .*--data`));
  t.deepEqual(await contents(path), files);
  other.kill('SIGKILL');
  await once(other, 'exit');
  await (await opened(t, path)).close();
});

test('[flash] refuses to open a data folder twice in one process with data_in_use', async (t) => {
  const path = await temporaryFolder(t);
  const folder = await opened(t, path);
  failsWith(t, await openDataFolder(path), 'data_in_use', new RegExp(`process ${process.pid};`));
  await folder.close();
  await folder.close();
  await (await opened(t, path)).close();
});

test('[flash] closing a removed data folder does not throw', async (t) => {
  const path = join(await temporaryFolder(t), 'x');
  const folder = await opened(t, path);
  await rm(path, { recursive: true });
  await t.notThrowsAsync(folder.close());
});

/** Starts a process that opens the folder, prints the result, and keeps it open until it ends. */
function starter(t: ExecutionContext, path: string): { process: ChildProcess; output: Promise<string> } {
  const module = new URL('../../../hal/flash/data-folder.ts', import.meta.url).href;
  const program = `
    const { openDataFolder } = await import(${JSON.stringify(module)});
    const opened = await openDataFolder(${JSON.stringify(path)});
    console.log(opened.ok ? 'ok' : opened.error.code);
    process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  return { process: child, output: once(child.stdout, 'data').then(([line]) => String(line).trim()) };
}

test('[flash] gives the folder to exactly one of several concurrent processes, even after kill -9', async (t) => {
  const path = join(await temporaryFolder(t), 'new');
  const first = Array.from({ length: 4 }, () => starter(t, path));
  const outputs = await Promise.all(first.map((one) => one.output));
  t.deepEqual(outputs.toSorted(), ['data_in_use', 'data_in_use', 'data_in_use', 'ok']);
  const ended = first.map((one) => once(one.process, 'exit'));
  for (const one of first) one.process.kill('SIGKILL');
  await Promise.all(ended);
  t.true((await readdir(path)).includes('lock'));
  const second = Array.from({ length: 4 }, () => starter(t, path));
  const later_outputs = await Promise.all(second.map((one) => one.output));
  t.deepEqual(later_outputs.toSorted(), ['data_in_use', 'data_in_use', 'data_in_use', 'ok']);
  t.deepEqual((await readdir(path)).toSorted(), ['lock', 'tapin-data.json']);
});
