// Bundles the page's scripts and styles. A packed release ships them prebuilt, without the bundler.

import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

/** Options of every script and style sheet for browsers. */
export const FOR_BROWSERS = {
  bundle: true,
  write: false,
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  legalComments: 'none',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  logLevel: 'silent',
} satisfies BuildOptions;

/** Bundles an entry point of the panel. `entry`: file in the folder `page`. */
export const buildPage = (entry: string): Promise<string> => bundlePage(new URL(`page/${entry}`, import.meta.url));

/** Bundles a script or a style sheet for browsers, minified. */
export async function bundlePage(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    ...FOR_BROWSERS,
    entryPoints: [fileURLToPath(entry)],
    external: ['/font.otf*'],
    format: 'esm',
  });
  return outputFiles.map((file) => file.text).join('');
}
