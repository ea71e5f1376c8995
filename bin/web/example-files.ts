// Files of the guide's examples.

import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('../../docs/extensions/examples/', import.meta.url);

/** Returns the examples' files with this ending, by name. */
export async function exampleFiles(ending: '.lua' | '.png'): Promise<ReadonlyMap<string, Uint8Array>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith(ending));
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(new URL(name, FOLDER))] as const)));
}
