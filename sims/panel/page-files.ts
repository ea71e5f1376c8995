// Files of the page: TypeScript and styles, bundled on first request or prebuilt in a packed release. Every URL in them
// carries the panel's token, as every request must.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { assert, assertDefined } from '../../wire/errors.ts';

interface PageFile {
  readonly type: string;
  readonly content: string | Buffer;
}

const index = new URL('page/index.html', import.meta.url);
const set_up = new URL('page/set-up/set-up.html', import.meta.url);
const icon = new URL('page/icon.svg', import.meta.url);
const font = new URL('../../hal/screen/font/Inter-Medium.otf', import.meta.url);
/** Prebuilt files of a packed release; absent in the sources. */
const built = new URL('page-built/', import.meta.url);

type Load = () => Promise<PageFile>;

const page = async (file: URL): Promise<PageFile> => ({
  type: 'text/html; charset=utf-8',
  content: await readFile(file, 'utf8'),
});
const script = async (entry: string): Promise<PageFile> => ({
  type: 'text/javascript; charset=utf-8',
  content: await bundle(entry),
});

const styles = async (entry: string): Promise<PageFile> => ({
  type: 'text/css; charset=utf-8',
  content: await bundle(entry),
});

const LOADERS: Readonly<Record<string, Load>> = {
  '/': () => page(index),
  '/set-up': () => page(set_up),
  '/app.js': () => script('main.tsx'),
  '/set-up.js': () => script('set-up/set-up.tsx'),
  '/style.css': () => styles('style.css'),
  '/set-up.css': () => styles('set-up/set-up.css'),
  '/icon.svg': async () => ({ type: 'image/svg+xml', content: await readFile(icon) }),
  '/font.otf': async () => ({ type: 'font/otf', content: await readFile(font) }),
};

export const PAGE_PATHS = Object.keys(LOADERS);

/** Returns a loader for the page's files by path, one of `PAGE_PATHS`. `token`: returns the panel's token. */
export function createPageFiles(token: () => string): (path: string) => Promise<PageFile> {
  const loaded = new Map<string, Promise<PageFile>>();
  return async (path) => {
    const load = LOADERS[path];
    assert(load, `${path} is a path of the page`);
    const loading = loaded.get(path) ?? load();
    loaded.set(path, loading);
    loading.catch(() => loaded.delete(path)); // a failed load may succeed the next time
    const { type, content } = await loading;
    return { type, content: typeof content === 'string' ? content.replaceAll('{{token}}', token()) : content };
  };
}

/** Entry points in the folder `page`, and their files in a packed release. */
export const PAGE_BUNDLES: Readonly<Record<string, string>> = {
  'main.tsx': 'main.js',
  'set-up/set-up.tsx': 'set-up.js',
  'style.css': 'style.css',
  'set-up/set-up.css': 'set-up.css',
};

async function bundle(entry: string): Promise<string> {
  const file = new URL(assertDefined(PAGE_BUNDLES[entry], entry), built);
  if (existsSync(file)) return readFile(file, 'utf8');
  const { buildPage } = await import('./build-page.ts');
  return buildPage(entry);
}
