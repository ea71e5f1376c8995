// Caches slow builds in `.rig/`, by a hash of their inputs.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ok, type Result } from '../../wire/errors.ts';
import { atEnd } from '../ending.ts';

export const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(PROJECT, '.rig');

export type Print = (line: string) => void;

/** Returns sixteen hex digits over all parts; part boundaries count. */
export function hashOf(parts: Iterable<string | Uint8Array>): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}\n`).update(part);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Returns the folder `NAME-HASH`. If it is missing, calls `make` in a temporary folder; a complete result replaces all
 * other folders of that name, so the cache does not grow.
 */
export async function cached(
  name: string,
  hash: string,
  print: Print,
  make: (folder: string) => Promise<Result<unknown>>,
): Promise<Result<string>> {
  const folder = join(CACHE, `${name}-${hash}`);
  if (existsSync(folder)) return ok(folder);
  const started_ms = performance.now();
  print(`${name}: building`);
  const unfinished = join(CACHE, `making-${name}-${process.pid}`);
  mkdirSync(unfinished, { recursive: true });
  const remove = (): void => rmSync(unfinished, { recursive: true, force: true });
  const forget = atEnd(remove);
  const made = await make(unfinished);
  if (made.ok) {
    for (const other of readdirSync(CACHE))
      if (other.startsWith(`${name}-`)) rmSync(join(CACHE, other), { recursive: true, force: true });
    renameSync(unfinished, folder);
    print(`${name}: built in ${((performance.now() - started_ms) / 1000).toFixed(1)} s`);
  } else remove();
  forget();
  return made.ok ? ok(folder) : made;
}
