// Tests of the lock of a data folder: one owner, takeover of stale locks.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type LockFile, takeLockFile } from '../../../hal/flash/lock-file.ts';
import { createHolder, encodeHolder } from '../../../hal/flash/lock-holder.ts';
import { assert } from '../../../wire/errors.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';
import { fieldsIn } from '../../support/read-json.ts';
import { nextChunk } from '../../support/process/streams.ts';

const onLinux = process.platform === 'linux' ? test : test.skip;

async function lockPath(t: ExecutionContext): Promise<{ folder: string; file: string }> {
  const folder = await temporaryFolder(t);
  return { folder, file: join(folder, 'lock') };
}

type Taken = Awaited<ReturnType<typeof takeLockFile>>;

function mine(t: ExecutionContext, taken: Taken): LockFile {
  t.true('lock' in taken, JSON.stringify(taken));
  assert('lock' in taken, 'asserted above');
  return taken.lock;
}

/** Returns the pid of a process that has exited. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  assert(child.pid, 'it ran');
  return child.pid;
}

const lockOf = (pid: number, id = 'x', started = ''): string => encodeHolder({ pid, id, started });

test('[flash] writes its pid to the lock and removes the lock on release', async (t) => {
  const { folder, file } = await lockPath(t);
  const lock = mine(t, await takeLockFile(file));
  t.is(fieldsIn(await readFile(file, 'utf8'))['pid'], process.pid);
  t.deepEqual(await readdir(folder), ['lock']);
  await lock.release();
  t.deepEqual(await readdir(folder), []);
  await lock.release();
});

test('[flash] refuses a second lock in one process until the first is released', async (t) => {
  const { file } = await lockPath(t);
  const lock = mine(t, await takeLockFile(file));
  t.deepEqual(await takeLockFile(file), { held_by_pid: process.pid });
  await lock.release();
  const again = mine(t, await takeLockFile(file));
  await lock.release();
  t.deepEqual(await takeLockFile(file), { held_by_pid: process.pid }, 'a second release does not release the new lock');
  await again.release();
});

test('[flash] refuses and keeps the lock of a live process', async (t) => {
  const { folder, file } = await lockPath(t);
  await writeFile(file, lockOf(process.ppid));
  t.deepEqual(await takeLockFile(file), { held_by_pid: process.ppid });
  t.is(await readFile(file, 'utf8'), lockOf(process.ppid));
  t.deepEqual(await readdir(folder), ['lock']);
});

test('[flash] takes over the lock of a dead process', async (t) => {
  const { folder, file } = await lockPath(t);
  await writeFile(file, lockOf(await deadPid()));
  mine(t, await takeLockFile(file));
  t.deepEqual(await takeLockFile(file), { held_by_pid: process.pid });
  t.deepEqual(await readdir(folder), ['lock']);
});

test('[flash] treats an unreadable or torn lock as free', async (t) => {
  const texts = [
    '',
    '{',
    'null',
    '7',
    '{}',
    '{"pid":0}',
    '{"pid":-1}',
    '{"pid":1.5}',
    '{"pid":"1"}',
    '{"pid":1,"id":"../x"}',
  ];
  for (const text of texts) {
    const { folder, file } = await lockPath(t);
    await writeFile(file, text);
    mine(t, await takeLockFile(file));
    t.deepEqual(await readdir(folder), ['lock'], text);
  }
});

onLinux('[flash] does not take a process that reuses the pid for the lock holder', async (t) => {
  for (const pid of [process.ppid, process.pid]) {
    const { file } = await lockPath(t);
    await writeFile(file, lockOf(pid, 'x', 'another-boot 1234'));
    mine(t, await takeLockFile(file));
  }
});

onLinux('[flash] treats the lock of a process that has ended but is not yet reaped as free', async (t) => {
  const { file } = await lockPath(t);
  // A process whose parent has become a `sleep`, which never reaps its child.
  const program = 'exec 3<&0; cat <&3 & echo $!; exec sleep 1000';
  const parent = spawn('sh', ['-c', program], { stdio: ['pipe', 'pipe', 'ignore'] });
  t.teardown(() => parent.kill('SIGKILL'));
  const line = await nextChunk(parent.stdout);
  const pid = Number(String(line));
  while ((await readFile(`/proc/${parent.pid}/comm`, 'utf8')) !== 'sleep\n');
  parent.stdin.end();
  while (!(await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z '));
  await writeFile(file, lockOf(pid));
  mine(t, await takeLockFile(file));
});

test('[flash] gives the lock to exactly one of many processes, even if a stale lock exists', async (t) => {
  const dead = await deadPid();
  for (const text of [null, lockOf(dead), '']) {
    const { folder, file } = await lockPath(t);
    if (text !== null) await writeFile(file, text);
    const all = await Promise.all(Array.from({ length: 12 }, () => takeLockFile(file)));
    t.is(all.filter((taken) => 'lock' in taken).length, 1);
    t.deepEqual(await readdir(folder), ['lock']);
  }
});

test('[flash] refuses a dead lock that another process is taking over', async (t) => {
  const { folder, file } = await lockPath(t);
  const dead = lockOf(await deadPid(), 'x');
  await writeFile(file, dead);
  await writeFile(`${file}.x.tmp`, lockOf(process.ppid, 'y'));
  t.deepEqual(await takeLockFile(file), { held_by_pid: process.ppid });
  t.is(await readFile(file, 'utf8'), dead);
  t.deepEqual((await readdir(folder)).toSorted(), ['lock', 'lock.x.tmp']);
});

test('[flash] keeps the new lock if another process took over the dead one first', async (t) => {
  const { folder, file } = await lockPath(t);
  await writeFile(file, lockOf(await deadPid(), 'x'));
  const winner = lockOf(process.ppid, 'z');
  const taken = await takeLockFile(file, async (from, to) => {
    // The other process finishes its takeover just before our claim.
    if (String(to) === `${file}.x.tmp`) await writeFile(file, winner);
    await link(from, to);
  });
  t.deepEqual(taken, { held_by_pid: process.ppid });
  t.is(await readFile(file, 'utf8'), winner);
  t.deepEqual(await readdir(folder), ['lock']);
});

test('[flash] takes over an interrupted takeover', async (t) => {
  const { folder, file } = await lockPath(t);
  const dead = await deadPid();
  await writeFile(file, lockOf(dead, 'x'));
  await writeFile(`${file}.x.tmp`, lockOf(dead, 'y'));
  await writeFile(`${file}.x.tmp.y.tmp`, lockOf(dead, 'z'));
  mine(t, await takeLockFile(file));
  t.deepEqual(await readdir(folder), ['lock']);
});

test('[flash] holds the lock on a file system without hard links too', async (t) => {
  const { folder, file } = await lockPath(t);
  const noLinks: typeof link = async () => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' });
  };
  const lock = mine(t, await takeLockFile(file, noLinks));
  t.deepEqual(await takeLockFile(file, noLinks), { held_by_pid: process.pid });
  t.deepEqual(await readdir(folder), ['lock']);
  await lock.release();
  await writeFile(file, lockOf(await deadPid()));
  mine(t, await takeLockFile(file, noLinks));
  t.deepEqual(await readdir(folder), ['lock']);
});

test('[flash] does not release a lock that another process has taken since', async (t) => {
  const { file } = await lockPath(t);
  const lock = mine(t, await takeLockFile(file));
  const other = encodeHolder({ ...(await createHolder()), pid: process.ppid });
  await writeFile(file, other);
  await lock.release();
  t.is(await readFile(file, 'utf8'), other);
});

test('[R152] gives up on a lock that exists for link but can never be read', async (t) => {
  const { file } = await lockPath(t);
  let links = 0;
  const taken = takeLockFile(file, () => {
    links++;
    return Promise.reject(Object.assign(new Error('it is there'), { code: 'EEXIST' }));
  });
  await t.throwsAsync(taken, { message: `other processes keep taking the lock ${file}` });
  t.is(links, 1000);
});
