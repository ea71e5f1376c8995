// Lock file held by at most one live process; a dead process's lock is taken over. A hard link creates the file
// complete, so an incomplete lock is never one that is still being written. A process may replace a dead holder's lock
// only while it holds a claim on that holder, a second lock file of the same kind. So if two processes find the holder
// dead, one wins, and the other can't mistake the winner's lock for the dead one.

import { link as linkFile, open, rename, rm } from 'node:fs/promises';
import { errnoOf } from './disk-files.ts';
import { createHolder, encodeHolder, held, type Holder, isLive, readHolder } from './lock-holder.ts';

export interface LockFile {
  /** Releases the lock; later calls do nothing. Never throws: a lock left behind is dead once its process ends. */
  release(): Promise<void>;
}

/** Takes the lock, or returns the pid of its holder. Throws Node errors. Tests may replace `link`. */
export async function takeLockFile(
  file: string,
  link: typeof linkFile = linkFile,
): Promise<{ readonly lock: LockFile } | { readonly held_by_pid: number }> {
  const me = await createHolder();
  held.add(me.id);
  try {
    const other = await take(file, me, link);
    if (!other) return { lock: { release: () => release(file, me) } };
    held.delete(me.id);
    return { held_by_pid: other.pid };
  } catch (thrown) {
    held.delete(me.id);
    throw thrown;
  }
}

/** Returns null once the lock is ours, otherwise its live holder. */
async function take(file: string, me: Holder, link: typeof linkFile): Promise<Holder | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (await createNew(file, me, link)) return null;
    const holder = await readHolder(file);
    // Released in the meantime: try again.
    if (!holder) continue;
    if (await isLive(holder)) return holder;
    const claim = `${file}.${holder.id}.tmp`;
    const claimant = await take(claim, me, link);
    if (claimant) return claimant;
    try {
      // Another process may have held the claim, and taken the lock, before us.
      const unchanged = (await readHolder(file))?.id === holder.id;
      if (unchanged) await replace(file, me);
      if (unchanged) return null;
    } finally {
      await rm(claim, { force: true });
    }
  }
  throw new Error(`other processes keep taking the lock ${file}`);
}

/** Limit of attempts. Other processes may take and release the lock in between, but not this often. */
const TRIES_MAX = 1000;

/** Returns false if the file already exists. */
async function createNew(file: string, me: Holder, link: typeof linkFile): Promise<boolean> {
  const whole = `${file}.${me.id}.tmp`;
  try {
    await writeNew(whole, me);
    await link(whole, file);
    return true;
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST') return false;
    // FAT has no hard links.
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(errnoOf(thrown))) throw thrown;
    return await createInPlace(file, me);
  } finally {
    await rm(whole, { force: true });
  }
}

async function createInPlace(file: string, me: Holder): Promise<boolean> {
  try {
    await writeNew(file, me);
    return true;
  } catch (thrown) {
    if (errnoOf(thrown) === 'EEXIST') return false;
    throw thrown;
  }
}

async function replace(file: string, me: Holder): Promise<void> {
  const whole = `${file}.${me.id}.tmp`;
  try {
    await writeNew(whole, me);
    await rename(whole, file);
  } finally {
    await rm(whole, { force: true });
  }
}

async function writeNew(file: string, holder: Holder): Promise<void> {
  await using handle = await open(file, 'wx', 0o600);
  await handle.writeFile(encodeHolder(holder));
  await handle.sync();
}

async function release(file: string, me: Holder): Promise<void> {
  try {
    if ((await readHolder(file))?.id === me.id) await rm(file, { force: true });
  } catch {
    // `release` never throws.
  }
  held.delete(me.id);
}
