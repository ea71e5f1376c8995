// Digests of the sources that a scenario runs on, so that a failure names the files that have changed since it passed.

import { globSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { crc32 } from 'node:zlib';

/** Checksum of each file by its path. */
export type Sources = Readonly<Record<string, string>>;

const ROOT = new URL('../../', import.meta.url);
/** Folders of the program that scenarios run on. */
export const SOURCE_FOLDERS = ['firmware', 'wire', 'hal', 'sims', 'cloud-stub', 'simulation'] as const;
const PATTERN = `{${SOURCE_FOLDERS.join(',')},fixtures/sensor-board}/**/*.{ts,tsx,hex}`;

const checksum = (bytes: Uint8Array): string => crc32(bytes).toString(36);

/** Returns the checksums of the program's sources; empty in a packed release, which has none. */
export const programSources = (): Sources =>
  Object.fromEntries(
    globSync(PATTERN, { cwd: ROOT })
      .toSorted()
      .map((file) => [file, checksum(readFileSync(new URL(file, ROOT)))]),
  );

/** Returns the checksum of a scenario's own file; '' if it can't be read. */
export function fileChecksum(file: string): string {
  try {
    return checksum(readFileSync(file));
  } catch {
    return '';
  }
}

export const digestOf = (sources: Sources): string => checksum(Buffer.from(JSON.stringify(sources)));

/** Returns the files that differ, each with `(new)` or `(removed)` if only one side has it. */
export function changedFiles(was: Sources, is: Sources): readonly string[] {
  const files = [...new Set([...Object.keys(was), ...Object.keys(is)])].toSorted();
  return files.flatMap((file) => {
    if (was[file] === is[file]) return [];
    return [was[file] === undefined ? `${file} (new)` : is[file] === undefined ? `${file} (removed)` : file];
  });
}

export const pathOf = (file: string): string => relative('', resolve(file));
