// Data folder given with --data: created if missing, marked as tapin's own, and locked by one process at a time. Checks
// who owns the folder before writing anything, so a foreign folder is never touched.

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
  /** Releases the folder for other processes. */
  close(): Promise<void>;
  /** Empty, or one sentence on damage that was repaired or on why nothing new can be stored. */
  readonly note: string;
}

interface DataFolderOptions {
  /** Opens a used folder for reading even if it is full, read-only or worn. */
  readonly reading_is_enough?: boolean;
  /** Replaces `link` in tests. */
  readonly link?: typeof linkFile;
}

/**
 * Opens and locks the folder. Errors: `data_foreign` if it is not tapin's, or belongs to a newer tapin; `data_in_use`
 * if another process holds it; `data_unusable` if it can't be created, read or written.
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

/**
 * Opens a folder whose lock can't be written; the lock left by an earlier process still shows whether that process
 * lives.
 */
async function openUnlocked(path: string, why: string): Promise<Result<DataFolder>> {
  const holder = await readHolder(join(path, DATA_LOCK));
  if (holder && (await isLive(holder))) return inUse(path, holder.pid);
  const note = `The data folder ${path} ${why}: existing data is used, and new data is stored once possible.`;
  return ok({ close: async () => {}, note });
}

async function openLocked(path: string, lock: LockFile): Promise<Result<DataFolder>> {
  try {
    // Check again: another process may have changed it before the lock was ours.
    const found = await inspect(path);
    if (!found.ok) return found;
    const marked = found.value === 'marked' ? ok(undefined) : await writeMarker(path);
    if (!marked.ok) return unusable(path, marked.error.message);
    const note = found.value === 'damaged' ? `The damaged marker ${DATA_MARKER} in ${path} was recreated.` : '';
    return ok({ close: () => lock.release(), note });
  } catch (thrown) {
    return unusable(path, reasonOf(thrown));
  }
}

/** Mode of a data folder: it holds keys, so only its owner may read it. */
const PRIVATE = 0o700;

/**
 * Creates the folder and its parents one by one: `mkdir` with `recursive` never returns where no folder can exist, as
 * in /proc.
 */
async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await stat(path).catch(() => null)) return;
  const parent = dirname(path);
  if (parent !== path) await makeFolder(parent);
  try {
    await mkdir(path, { mode });
  } catch (thrown) {
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
  }
  // Best effort: a process may be allowed to write a folder but not to open it.
  await syncFolder(parent).catch(() => undefined);
}

/** Folder that ext4 creates at the top of a partition, which may be the data folder. */
const LOST_AND_FOUND = 'lost+found';

async function inspect(path: string): Promise<Result<'empty' | 'marked' | 'damaged'>> {
  const names = (await readdir(path)).filter((name) => name !== LOST_AND_FOUND);
  if (!names.includes(DATA_MARKER)) {
    // An interrupted first start leaves its lock.
    const empty = names.every((name) => isLockName(name) || name === `${DATA_MARKER}.tmp`);
    const holder = await readHolder(join(path, DATA_LOCK));
    if (empty && (!holder || isReadable(holder))) return ok('empty');
    return foreign(`The folder ${path} is not empty and has no ${DATA_MARKER}, so it is not a tapin data folder`);
  }
  const format = formatOf(await readMarker(join(path, DATA_MARKER)));
  if (format === null) {
    if (names.every(isOwnName)) return ok('damaged');
    return foreign(`The folder ${path} has a damaged ${DATA_MARKER} and files that are not tapin's`);
  }
  if (format === DATA_FORMAT) return ok('marked');
  return foreign(
    `The data folder ${path} has format ${format}, but this version of tapin supports format ${DATA_FORMAT}`,
  );
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

/** Returns the format in a marker; null if the marker is damaged. */
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
    `The data folder ${path} is in use by process ${pid}; stop it, or choose another folder with --data.`,
  );

const foreign = (what: string): ReturnType<typeof fail> =>
  fail('data_foreign', `${what}; it was left unchanged, choose another folder with --data.`);

const unusable = (path: string, reason: string): ReturnType<typeof fail> =>
  fail('data_unusable', `The data folder ${path} can't be used: ${reason}.`);

function reasonOf(thrown: unknown): string {
  const errno = errnoOf(thrown);
  if (errno === 'EEXIST' || errno === 'ENOTDIR') return 'it or one of its parents is not a folder';
  if (errno === 'EACCES' || errno === 'EPERM') return `no write permission (${errno})`;
  return NOTHING_NEW[errno] === undefined ? messageOf(thrown) : `it ${NOTHING_NEW[errno]}`;
}
