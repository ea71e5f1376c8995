// Hash list of a release's files, with which a board checks that all are as unpacked. Files that the program has since
// added to its folder do not count.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Returns one line, such as `3a7b… "bin/tapin.ts"`, per file and symbolic link below a folder. */
export async function hashList(folder: string): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const path of await filesBelow(folder, ''))
    lines.push(`${await hashOf(join(folder, path))} ${JSON.stringify(path)}`);
  return lines;
}

/** Whether every listed file matches its hash. */
export async function isAsListed(folder: string, lines: readonly string[]): Promise<boolean> {
  try {
    for (const line of lines) {
      const path: unknown = JSON.parse(line.slice(HASH_CHARS));
      if (typeof path !== 'string' || (await hashOf(join(folder, path))) !== line.slice(0, HASH_CHARS)) return false;
    }
    return true;
  } catch {
    return false;
  }
}

const HASH_CHARS = 64;

async function filesBelow(folder: string, path: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
    const below = join(path, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(folder, below)));
    else files.push(below);
  }
  return files;
}

/** Hashes a file, or the target path of a symbolic link. */
async function hashOf(path: string): Promise<string> {
  const target = await readlink(path).catch(() => null);
  const hash = createHash('sha256');
  if (target === null) await pipeline(createReadStream(path), hash);
  else hash.update(`link to ${target}`);
  return hash.digest('hex');
}
