// Bundles the page's scripts and styles. A packed release ships them prebuilt, without the bundler.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles an entry point. `entry`: file in the folder `page`. */
export async function buildPage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`page/${entry}`, import.meta.url))],
    bundle: true,
    external: ['/font.otf*'],
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
