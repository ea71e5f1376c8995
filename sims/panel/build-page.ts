// Bundles the page's scripts and styles. A packed release ships them prebuilt, without the bundler.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Bundles an entry point of the panel. `entry`: file in the folder `page`. */
export const buildPage = (entry: string): Promise<string> => bundlePage(new URL(`page/${entry}`, import.meta.url));

/** Bundles a script or a style sheet for browsers, minified. */
export async function bundlePage(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    bundle: true,
    external: ['/font.otf*'],
    write: false,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
  });
  return outputFiles.map((file) => file.text).join('');
}
