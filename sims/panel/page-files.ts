// Files of the page: TypeScript and styles, bundled on first request or prebuilt in a packed release. Every URL in them
// carries the panel's token, as every request must.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { assert } from '../../wire/errors.ts';

interface PageFile {
  readonly type: string;
  readonly content: string | Buffer;
}

const index = new URL('page/index.html', import.meta.url);
const icon = new URL('page/icon.svg', import.meta.url);
const font = new URL('../../hal/screen/font/Inter-Medium.otf', import.meta.url);
/** Prebuilt files of a packed release; absent in the sources. */
const built = new URL('page-built/', import.meta.url);

type Load = (token: string) => Promise<PageFile>;

const withToken = (text: string, token: string): string => text.replaceAll('{{token}}', token);

const LOADERS: Readonly<Record<string, Load>> = {
  '/': async (token) => ({
    type: 'text/html; charset=utf-8',
    content: withToken(await readFile(index, 'utf8'), token),
  }),
  '/app.js': async () => ({ type: 'text/javascript; charset=utf-8', content: await bundle('main.tsx', 'main.js') }),
  '/style.css': async (token) => ({
    type: 'text/css; charset=utf-8',
    content: withToken(await bundle('style.css', 'style.css'), token),
  }),
  '/icon.svg': async () => ({ type: 'image/svg+xml', content: await readFile(icon) }),
  '/font.otf': async () => ({ type: 'font/otf', content: await readFile(font) }),
};

export const PAGE_PATHS = Object.keys(LOADERS);

/** Returns a loader for the page's files by path, one of `PAGE_PATHS`. */
export function createPageFiles(token: string): (path: string) => Promise<PageFile> {
  const loaded = new Map<string, Promise<PageFile>>();
  return async (path) => {
    const load = LOADERS[path];
    assert(load, `${path} is a path of the page`);
    const file = loaded.get(path) ?? load(token);
    loaded.set(path, file);
    file.catch(() => loaded.delete(path)); // a failed load may succeed the next time
    return file;
  };
}

async function bundle(entry: string, name: string): Promise<string> {
  const file = new URL(name, built);
  if (existsSync(file)) return readFile(file, 'utf8');
  const { buildPage } = await import('./build-page.ts');
  return buildPage(entry);
}
