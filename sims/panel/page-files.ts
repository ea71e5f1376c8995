// The page's files: TypeScript and styles bundled once, when they are first asked for.

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

export interface PageFile {
  readonly type: string;
  readonly content: string;
}

const folder = new URL('page/', import.meta.url);

/** Loads a file of the page by its path; null for a path that is none. */
export function createPageFiles(token: string): (path: string) => Promise<PageFile | null> {
  const loaders: Readonly<Record<string, () => Promise<PageFile>>> = {
    '/': async () => ({
      type: 'text/html; charset=utf-8',
      content: (await readFile(new URL('index.html', folder), 'utf8')).replaceAll('{{token}}', token),
    }),
    '/icon.svg': async () => ({ type: 'image/svg+xml', content: await readFile(new URL('icon.svg', folder), 'utf8') }),
    '/app.js': async () => ({ type: 'text/javascript; charset=utf-8', content: await bundle('main.tsx') }),
    '/style.css': async () => ({ type: 'text/css; charset=utf-8', content: await bundle('style.css') }),
  };
  const loaded = new Map<string, Promise<PageFile>>();
  return async (path) => {
    const load = Object.hasOwn(loaders, path) ? loaders[path] : undefined;
    if (!load) return null;
    const file = loaded.get(path) ?? load();
    loaded.set(path, file);
    return file;
  };
}

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, folder))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  });
  return outputFiles.map((file) => file.text).join('');
}
