// Bundles what the page runs and wears. A packed release has both built, and no bundler.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** `entry`: a file of the folder `page`. */
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
