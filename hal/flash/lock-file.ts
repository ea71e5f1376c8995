// A lock file: at most one live process holds it, and the lock of a dead one is taken over.
//
// The file comes into being whole, by a hard link, so a torn lock is never a fresh one. A dead holder's lock may be
// replaced only by who holds the claim on that very holding, a lock file like the first; so of two that find it dead one wins,
// and the other can't mistake the winner's lock for the dead one.

import { link as linkFile, open, rename, rm } from 'node:fs/promises';
import { errnoOf } from './disk-files.ts';
import { createHolder, encodeHolder, held, type Holder, isLive, readHolder } from './lock-holder.ts';

export interface LockFile {
  /** Gives the lock back; a second time does nothing. Never throws: a lock left behind is dead with its process. */
  release(): Promise<void>;
}

/** Takes the lock, or says which process has it. Throws as node does. A test may hand in its own `link`. */
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

/** Null when the lock is mine, otherwise its live holder. */
async function take(file: string, me: Holder, link: typeof linkFile): Promise<Holder | null> {
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    if (await createNew(file, me, link)) return null;
    const holder = await readHolder(file);
    // Given back since: once more.
    if (!holder) continue;
    if (await isLive(holder)) return holder;
    const claim = `${file}.${holder.id}.tmp`;
    const claimant = await take(claim, me, link);
    if (claimant) return claimant;
    try {
      // Before the claim was mine, another may have had it, and the lock with it.
      const unchanged = (await readHolder(file))?.id === holder.id;
      if (unchanged) await replace(file, me);
      if (unchanged) return null;
    } finally {
      await rm(claim, { force: true });
    }
  }
  throw new Error(`the lock ${file} is taken and given back all the time`);
}

/** Others may take the lock and give it back in between, but not this often. */
const TRIES_MAX = 1000;

/** False if the file is there already. */
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
    // As promised above.
  }
  held.delete(me.id);
}
