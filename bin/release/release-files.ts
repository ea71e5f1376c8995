// Selects the files of a firmware image: the program's files, and no secrets.

import { readdirSync, readFileSync, statSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATA_MARKER } from '../../hal/flash/data-folder.ts';

/** Root entries of a release that belong to the program; anything else is left out. */
const PROGRAM: ReadonlySet<string> = new Set([
  'LICENSE',
  'README.md',
  'bin',
  'cloud-stub',
  'firmware',
  'hal',
  'node_modules',
  'package-lock.json',
  'package.json',
  'sims',
  'simulation',
  'tapin',
  'wire',
]);

/** Maximum size to search: a file with a secret is small. */
const SEARCHED_BYTES_MAX = 65_536;

const SECRETS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a device identity', pattern: /"secret"\s*:\s*"[0-9a-f]{32,}"/i },
  { what: 'a minisign secret key', pattern: /^RW(RTY0Iy|QAAEIy)[\w+/=]{40,}/m },
  { what: 'a private key', pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----|"d"\s*:\s*"[\w-]{40,}"/ },
  { what: 'a token', pattern: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/ },
];

/** Whether a path such as `./bin/tapin.ts` is part of the program in `release`. A data folder inside it is not. */
export function belongsToProgram(release: string, path: string): boolean {
  const [top = ''] = path.replace(/^\.\//, '').split('/');
  return path === '.' || (PROGRAM.has(top) && !existsSync(join(release, path, DATA_MARKER)));
}

/** Returns the first program file that looks like a secret, with the kind; null if none. Skips npm packages. */
export function secretIn(release: string): { readonly file: string; readonly what: string } | null {
  for (const top of PROGRAM) {
    if (top === 'node_modules' || !existsSync(join(release, top))) continue;
    for (const file of filesBelow(release, top)) {
      const text = readFileSync(join(release, file), 'latin1');
      const found = SECRETS.find(({ pattern }) => pattern.test(text));
      if (found) return { file, what: found.what };
    }
  }
  return null;
}

function filesBelow(release: string, path: string): readonly string[] {
  if (!belongsToProgram(release, path)) return [];
  const stats = statSync(join(release, path));
  if (!stats.isDirectory()) return stats.isFile() && stats.size <= SEARCHED_BYTES_MAX ? [path] : [];
  return readdirSync(join(release, path)).flatMap((name) => filesBelow(release, `${path}/${name}`));
}
