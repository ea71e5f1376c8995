// Token of the front panel, stored in the data folder so that an open page keeps working after a restart of tapin.

import { randomBytes } from 'node:crypto';
import { fstatSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fail, messageOf, ok, systemCodeOf, type Result } from '../../wire/errors.ts';

export interface PanelToken {
  /** Changes with `replace`. */
  readonly token: string;
  /** Stores another token in its place. */
  replace(token: string): Promise<Result<void>>;
  /** File that stores the token. */
  readonly file: string;
  /** Removes the file if it was stored for this run only. */
  close(): Promise<void>;
}

const FILE = 'panel-token';
/** Readable by its owner only. */
const MODE = 0o600;
const TOKEN = /^[\w-]{24}$/;

/**
 * Returns the token of a data folder that this process owns: the same in each run, or a temporary one if the folder
 * can't be written. Errors: `data_unusable`.
 */
export async function keptToken(data: string): Promise<Result<PanelToken>> {
  const file = resolve(data, FILE);
  try {
    const kept = await readToken(file);
    if (kept !== null) return ok(tokenIn(file, kept));
    const token = randomBytes(18).toString('base64url');
    if (await isWritten(file, token)) return ok(tokenIn(file, token));
    // Use the system's temporary folder, which is in memory if the card is read-only.
    const folder = await mkdtemp(join(tmpdir(), 'tapin-panel-'));
    await writeToken(join(folder, FILE), token);
    return ok(tokenIn(join(folder, FILE), token, () => rm(folder, { recursive: true, force: true })));
  } catch (thrown) {
    return fail('data_unusable', `The panel token can't be stored in ${join(data, FILE)}: ${messageOf(thrown)}.`);
  }
}

function tokenIn(file: string, initial: string, close = async (): Promise<void> => {}): PanelToken {
  let token = initial;
  return {
    get token() {
      return token;
    },
    async replace(next) {
      token = next;
      const written = await isWritten(file, next).catch(() => false);
      return written
        ? ok(undefined)
        : fail('flash_failed', `${file} can't be written: the old link works at the next start.`);
    },
    file,
    close,
  };
}

const NOTHING_NEW: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];

/** Writes the token. False if the folder can't take new data. */
async function isWritten(file: string, token: string): Promise<boolean> {
  try {
    await writeToken(file, token);
    return true;
  } catch (thrown) {
    await rm(`${file}.tmp`, { force: true }).catch(() => undefined);
    if (!NOTHING_NEW.includes(systemCodeOf(thrown))) throw thrown;
    return false;
  }
}

/** Reads the token; null if there is none, or if other users could have read it. */
async function readToken(file: string): Promise<string | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile() || (found.mode & 0o077) !== 0) return null;
  const text = (await readFile(file, 'utf8')).trim();
  return TOKEN.test(text) ? text : null;
}

async function writeToken(file: string, token: string): Promise<void> {
  const temporary = `${file}.tmp`;
  // Opening a stale named pipe would block.
  await rm(temporary, { force: true });
  const handle = await open(temporary, 'wx', MODE);
  try {
    await handle.writeFile(`${token}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
}

/**
 * Whether stdout goes to the systemd journal, which other users can read: JOURNAL_STREAM holds its device and inode.
 */
export function isStdoutJournal(): boolean {
  const { JOURNAL_STREAM: journal } = process.env;
  if (!journal) return false;
  const { dev, ino } = fstatSync(process.stdout.fd);
  return journal === `${dev}:${ino}`;
}
