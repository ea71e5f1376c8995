// Bundles a script or a style sheet of the site for browsers.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** `entry`: path of a file below this folder. */
export async function buildPage(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
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
