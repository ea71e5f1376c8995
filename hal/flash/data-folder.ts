// The folder named with --data: made when it is not there, marked as tapin's own, and held by one process at a time.
//
// A folder that is somebody else's is never touched: whether it is ours is settled before anything is written.

import { type link as linkFile, mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fail, messageOf, ok, type Result } from '../../wire/errors.ts';
import { readFields } from '../../wire/json-fields.ts';
import { whyUnread } from '../../wire/regular-file.ts';
import { createFileDisk, errnoOf, syncFolder } from './disk-files.ts';
import { type LockFile, takeLockFile } from './lock-file.ts';
import { isLive, isReadable, readHolder } from './lock-holder.ts';
import { readRegularFile } from './regular-file.ts';
import { nameOfSlot } from './slots.ts';

const DATA_FORMAT = 1;
export const DATA_MARKER = 'tapin-data.json';
const DATA_LOCK = 'lock';

export interface DataFolder {
  /** Lets another process have the folder. */
  close(): Promise<void>;
  /** '' or one sentence on what was found damaged and put right, or why nothing new can be stored. */
  readonly note: string;
}

interface DataFolderOptions {
  /** A folder that has been used before and takes nothing new, since it is full, read-only or worn, opens for what it holds. */
  readonly reading_is_enough?: boolean;
  /** A test may hand in its own. */
  readonly link?: typeof linkFile;
}

/**
 * Errors: `data_foreign` the folder is not tapin's, or a newer tapin's; `data_in_use` another process has it;
 * `data_unusable` it can't be made, read or written.
 */
export async function openDataFolder(
  path: string,
  { reading_is_enough = false, link }: DataFolderOptions = {},
): Promise<Result<DataFolder>> {
  try {
    await makeFolder(resolve(path), PRIVATE);
    const before = await inspect(path);
    if (!before.ok) return before;
    const has_records = before.value !== 'empty';
    const taken = await takeLockFile(join(path, DATA_LOCK), link).catch((thrown: unknown) => {
      const why = NOTHING_NEW[errnoOf(thrown)];
      if (!reading_is_enough || !has_records || why === undefined) throw thrown;
      return { unlocked: why };
    });
    if ('unlocked' in taken) return await openUnlocked(path, taken.unlocked);
    if ('held_by_pid' in taken) return inUse(path, taken.held_by_pid);
    const opened = await openLocked(path, taken.lock);
    if (!opened.ok) await taken.lock.release();
    return opened;
  } catch (thrown) {
    return unusable(path, reasonOf(thrown));
  }
}

const NOTHING_NEW: Readonly<Record<string, string>> = {
  ENOSPC: 'is full (ENOSPC)',
  EDQUOT: 'is full (EDQUOT)',
  EROFS: 'is read-only (EROFS)',
  EIO: "can't be written (EIO)",
};

/** Where no lock can be written, what an earlier process has left still says whether that one lives. */
async function openUnlocked(path: string, why: string): Promise<Result<DataFolder>> {
  const holder = await readHolder(join(path, DATA_LOCK));
  if (holder && (await isLive(holder))) return inUse(path, holder.pid);
  const note = `The data folder ${path} ${why}: what it holds is used, and what is new is stored when it can be.`;
  return ok({ close: async () => {}, note });
}

async function openLocked(path: string, lock: LockFile): Promise<Result<DataFolder>> {
  try {
    // Again, for what another process did before the lock was ours.
    const found = await inspect(path);
    if (!found.ok) return found;
    const marked = found.value === 'marked' ? ok(undefined) : await writeMarker(path);
    if (!marked.ok) return unusable(path, marked.error.message);
    const note = found.value === 'damaged' ? `The marker ${DATA_MARKER} in ${path} was damaged and is new now.` : '';
    return ok({ close: () => lock.release(), note });
  } catch (thrown) {
    return unusable(path, reasonOf(thrown));
  }
}

/** A data folder holds keys: it is for its owner alone. */
const PRIVATE = 0o700;

/** Makes the folder and those above it, one by one: `mkdir` with `recursive` never ends where no folder can be, as in /proc. */
async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await stat(path).catch(() => null)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path, { mode });
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
  }
  // One may be allowed to write a folder and not to open it: then this is as good as it gets.
  await syncFolder(parent).catch(() => undefined);
}

/** What ext4 has in the top folder of a partition, which may be the data folder. */
const LOST_AND_FOUND = 'lost+found';

async function inspect(path: string): Promise<Result<'empty' | 'marked' | 'damaged'>> {
  const names = (await readdir(path)).filter((name) => name !== LOST_AND_FOUND);
  if (!names.includes(DATA_MARKER)) {
    // A first start that was cut short leaves its lock.
    const empty = names.every((name) => isLockName(name) || name === `${DATA_MARKER}.tmp`);
    const holder = await readHolder(join(path, DATA_LOCK));
    if (empty && (!holder || isReadable(holder))) return ok('empty');
    return foreign(`The folder ${path} is not empty and has no ${DATA_MARKER}, so it is not a data folder of tapin`);
  }
  const format = formatOf(await readMarker(join(path, DATA_MARKER)));
  if (format === null) {
    if (names.every(isOwnName)) return ok('damaged');
    return foreign(`The folder ${path} has a damaged ${DATA_MARKER} and files that are not tapin's`);
  }
  if (format === DATA_FORMAT) return ok('marked');
  return foreign(`The data folder ${path} has format ${format}, and this version of tapin knows format ${DATA_FORMAT}`);
}

const MARKER_BYTES_MAX = 4096;

async function readMarker(file: string): Promise<string> {
  try {
    return Buffer.from((await readRegularFile(file, MARKER_BYTES_MAX)) ?? []).toString();
  } catch (thrown) {
    throw new Error(`its ${DATA_MARKER} can't be read (${whyUnread(thrown)})`, { cause: thrown });
  }
}

const isLockName = (name: string): boolean => name === DATA_LOCK || /^lock\..+\.tmp$/.test(name);

const isOwnName = (name: string): boolean =>
  name === DATA_MARKER ||
  name === DATA_LOCK ||
  name.endsWith('.tmp') ||
  /^(relay|store|identity)\.sqlite(-wal|-shm|-journal)?$/.test(name) ||
  /^(cloud|guest-\d|devices\.json|author-key\.json|admin\.json|panel-token|releases|firmware\.(key|pub))$/.test(name) ||
  /^image-[ab]$/.test(name) ||
  nameOfSlot(name) !== null;

/** The format that a marker names; null for a damaged one. */
function formatOf(marker: string): number | null {
  const { format } = readFields(marker) ?? {};
  return typeof format === 'number' && Number.isSafeInteger(format) && format >= 1 ? format : null;
}

async function writeMarker(path: string): Promise<Result<void>> {
  const disk = createFileDisk(path);
  const temporary = `${DATA_MARKER}.tmp`;
  const written = await disk.write(temporary, Buffer.from(`${JSON.stringify({ format: DATA_FORMAT })}\n`));
  const renamed = written.ok ? await disk.rename(temporary, DATA_MARKER) : written;
  return renamed.ok ? disk.syncFolder() : renamed;
}

const inUse = (path: string, pid: number): ReturnType<typeof fail> =>
  fail(
    'data_in_use',
    `The data folder ${path} is in use by the process ${pid}; end that one, or use another folder with --data.`,
  );

const foreign = (what: string): ReturnType<typeof fail> =>
  fail('data_foreign', `${what}; nothing in it was touched, use another folder with --data.`);

const unusable = (path: string, reason: string): ReturnType<typeof fail> =>
  fail('data_unusable', `The data folder ${path} can't be used: ${reason}.`);

function reasonOf(thrown: unknown): string {
  const errno = errnoOf(thrown);
  if (errno === 'EEXIST' || errno === 'ENOTDIR') return 'it, or something on the way to it, is not a folder';
  if (errno === 'EACCES' || errno === 'EPERM') return `it may not be written (${errno})`;
  return NOTHING_NEW[errno] === undefined ? messageOf(thrown) : `it ${NOTHING_NEW[errno]}`;
}
