// The project's own source files as text, for tests that check the repository.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Source {
  /** Path from the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

interface Import {
  readonly from: string;
  /** True for a whole `import type` statement. */
  readonly type_only: boolean;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

const NOT_OURS = ['node_modules', 'tapin-data', 'out', 'dist', '.git', '.rig'];

/** Returns every file of the project, with or without git. */
export function projectFiles(folder = ''): readonly string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(
    ({ name }) => !NOT_OURS.includes(name),
  );
  return entries
    .flatMap((entry) => (entry.isDirectory() ? projectFiles(`${folder}${entry.name}/`) : [`${folder}${entry.name}`]))
    .sort();
}

export const readSource = (path: string): Source => ({ path, text: readFileSync(`${root}${path}`, 'utf8') });

export const sourcesBelow = (...folders: readonly string[]): readonly Source[] =>
  projectFiles()
    .filter((path) => /\.tsx?$/.test(path) && folders.some((folder) => path.startsWith(`${folder}/`)))
    .map((path) => readSource(path));

export const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '');

/** Returns the imports and re-exports of a file, static and dynamic. */
export function importsOf({ text }: Source): readonly Import[] {
  const code = withoutComments(text);
  const found = [
    ...code.matchAll(/\b(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\(\s*'([^']+)'/g),
  ];
  return found.map((match) => ({ from: match[3] ?? match[4] ?? '', type_only: match[2] !== undefined }));
}

/** Returns the top folder of a path, or a package's name: `hal`, `node:`, `@napi-rs/canvas`. */
export function topOf(path: string): string {
  if (path.startsWith('node:')) return 'node:';
  return path.startsWith('@') ? path.split('/').slice(0, 2).join('/') : (path.split('/')[0] ?? '');
}

/** Modules with one implementation for Node and one for browsers: `imports` of package.json. */
const SWITCHED: Readonly<Record<string, { readonly default: string; readonly browser: string }>> = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
).imports;

/** Returns the path from the root of a relative or switched import; a package name is returned unchanged. */
export function targetPathOf(source: Source, from: string): string {
  if (from.startsWith('#')) return SWITCHED[from]?.default.replace('./', '') ?? from;
  return from.startsWith('.') ? new URL(from, `file:///${source.path}`).pathname.slice(1) : from;
}

/** Returns the path from the root of a switched import in a browser; any other import is returned unchanged. */
export const browserPathOf = (from: string): string => SWITCHED[from]?.browser.replace('./', '') ?? from;

export const targetOf = (source: Source, from: string): string => topOf(targetPathOf(source, from));
